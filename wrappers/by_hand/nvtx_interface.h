/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * nvtx_interface.h - the interface between NVTX 3 and an injected library.
 *
 * A program with the NVTX headers opens the library named by the environment
 * variable NVTX_INJECTION64_PATH and calls its InitializeInjectionNvtx2 with a
 * function that returns tables: for each module, pointers to the program's
 * function pointers.  The library stores its own there.  Names are ours;
 * numbers and layouts are the interface's, version 3.
 */
#ifndef WRAPPERS_BY_HAND_NVTX_INTERFACE_H
#define WRAPPERS_BY_HAND_NVTX_INTERFACE_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

enum nvtx_table { NVTX_TABLE_CALLBACKS = 1 };

enum nvtx_module { NVTX_CORE = 1, NVTX_CORE2 = 5 };

/* Positions in the table of NVTX_CORE; A: char, W: wchar_t, Ex: attributes. */
enum nvtx_core {
    NVTX_MARK_EX = 1,
    NVTX_MARK_A,
    NVTX_MARK_W,
    NVTX_START_EX,
    NVTX_START_A,
    NVTX_START_W,
    NVTX_END,
    NVTX_PUSH_EX,
    NVTX_PUSH_A,
    NVTX_PUSH_W,
    NVTX_POP
};

/* Positions in the table of NVTX_CORE2. */
enum nvtx_core2 {
    NVTX_DOMAIN_MARK_EX = 1,
    NVTX_DOMAIN_START_EX,
    NVTX_DOMAIN_END,
    NVTX_DOMAIN_PUSH_EX,
    NVTX_DOMAIN_POP,
    NVTX_REGISTER_STRING_A = 10,
    NVTX_REGISTER_STRING_W,
    NVTX_DOMAIN_CREATE_A,
    NVTX_DOMAIN_CREATE_W,
    NVTX_DOMAIN_DESTROY
};

typedef void nvtx_function(void);

struct nvtx_callbacks {
    size_t size; /* of this structure */
    /* 0: no such module. places: their number, place 0 is unused. */
    int (*module_table)(int module, nvtx_function ****table, unsigned *places);
};

typedef const void *nvtx_tables_function(uint32_t table);

enum nvtx_message_type {
    NVTX_NO_MESSAGE,
    NVTX_MESSAGE_A,
    NVTX_MESSAGE_W,
    NVTX_MESSAGE_STRING /* registered string */
};

/* Appearance and message of an event. */
struct nvtx_event {
    uint16_t version, size;
    uint32_t category;
    int32_t color_type;
    uint32_t color;
    int32_t payload_type, reserved;
    uint64_t payload;
    int32_t message_type; /* enum nvtx_message_type */
    union {
        const char *a;
        const wchar_t *w;
        const void *string;
    } message;
};

/* Result of a push or pop without a known depth. */
#define NVTX_DEPTH_UNKNOWN (-2)

#endif
