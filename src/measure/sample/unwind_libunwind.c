/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unwind_libunwind.c - unwinds the copied stack of a sample.
 *
 * Uses libunwind's remote unwinding, which requests memory and registers:
 * stack reads are answered from the copy, code and unwind tables from the
 * loaded files.  Another thread may unload a file at any time (dlclose), so
 * these are read through the kernel, which refuses missing memory.  Beyond the
 * copy, and in functions without an unwind table, frame pointers are followed.
 */
#define _GNU_SOURCE
#include "measure/sample/sampler_internal.h"

#include <errno.h>
#include <libunwind.h>
#include <link.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/array_room.h"

#define dwarf_search UNW_OBJ(dwarf_search_unwind_table)

extern int dwarf_search(unw_addr_space_t space, unw_word_t place,
                        unw_dyn_info_t *table, unw_proc_info_t *info, int need,
                        void *context);

/* Readable parts of a loaded file, and its unwind table. */
struct segment {
    uint64_t low, high, table;
};

/* Loaded files, as they were when they were read; within a page, so that all
 * of it can be read or nothing. */
#define BLOCK_BYTES 256u
#define BLOCKS 256u

struct block {
    uint64_t low; /* 0: none */
    uint8_t bytes[BLOCK_BYTES];
};

/* A frame: where it is, and its stack pointer there. */
struct level {
    uint64_t place, stack;
};

static struct {
    unw_addr_space_t space;
    struct segment *segments;
    size_t count;
    unsigned long long loads; /* of the dynamic linker, when last read */
    struct block blocks[BLOCKS];
    struct level last[SAMPLER_DEEPEST]; /* of the last stack */
    int last_count;                     /* 0: it was cut */
} state;

static bool add_segment(uint64_t low, uint64_t bytes, uint64_t table)
{
    return ARRAY_ADD(state.segments, state.count,
                     (struct segment){ low, low + bytes, table });
}

static uint64_t table_of(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME)
            return info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    return 0;
}

static int read_object(struct dl_phdr_info *info, size_t size, void *context)
{
    uint64_t table = table_of(info);

    (void)size;
    (void)context;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

        if (segment->p_type == PT_LOAD && segment->p_flags & PF_R &&
            !add_segment(info->dlpi_addr + segment->p_vaddr, segment->p_memsz,
                         table))
            return 1;
    }
    return 0;
}

static int read_loads(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    *(unsigned long long *)context = info->dlpi_adds + info->dlpi_subs;
    return 1;
}

static void refresh_objects(void)
{
    unsigned long long loads = 0;

    dl_iterate_phdr(read_loads, &loads);
    if (state.count > 0 && loads == state.loads)
        return;
    state.loads = loads;
    state.count = state.last_count = 0;
    for (size_t i = 0; i < BLOCKS; i++)
        state.blocks[i].low = 0;
    dl_iterate_phdr(read_object, NULL);
    unw_flush_cache(state.space, 0, 0);
}

static const struct segment *segment_of(uint64_t address)
{
    for (size_t i = 0; i < state.count; i++)
        if (address >= state.segments[i].low &&
            address < state.segments[i].high)
            return &state.segments[i];
    return NULL;
}

/* Where the kernel does not read for a process at all, it is only asked whether
 * the memory is there. */
static bool fetch_memory(uint64_t address, void *value, size_t size)
{
    struct iovec to = { value, size };
    struct iovec from = { (void *)(uintptr_t)address, size };
    ssize_t got = process_vm_readv(getpid(), &to, 1, &from, 1, 0);

    if (got < 0 && (errno == ENOSYS || errno == EPERM) &&
        readable_bytes(address, size) == size) {
        memcpy(value, from.iov_base, size);
        return true;
    }
    return got == (ssize_t)size;
}

/* The block with that address, or NULL if it cannot be read. */
static const uint8_t *block_of(uint64_t address)
{
    uint64_t low = address & ~(uint64_t)(BLOCK_BYTES - 1);
    struct block *block = &state.blocks[low / BLOCK_BYTES % BLOCKS];

    if (block->low != low) {
        block->low = 0;
        if (!fetch_memory(low, block->bytes, BLOCK_BYTES))
            return NULL;
        block->low = low;
    }
    return block->bytes;
}

/* libunwind asks for tables byte by byte. */
static bool read_loaded(uint64_t address, void *value, size_t size)
{
    uint8_t *out = value;

    while (size > 0) {
        size_t at = address & (BLOCK_BYTES - 1);
        size_t part = BLOCK_BYTES - at < size ? BLOCK_BYTES - at : size;
        const uint8_t *bytes = block_of(address);

        if (bytes == NULL)
            return false;
        memcpy(out, bytes + at, part);
        out += part;
        address += part;
        size -= part;
    }
    return true;
}

static bool read_stack(const struct sample *sample, uint64_t address,
                       unw_word_t *value)
{
    uint64_t at = address - sample->registers[REGISTER_STACK];

    if (at >= sample->stack_bytes || sample->stack_bytes - at < sizeof(*value))
        return false;
    memcpy(value, sample->stack + at, sizeof(*value));
    return true;
}

static int access_memory(unw_addr_space_t space, unw_word_t address,
                         unw_word_t *value, int write, void *context)
{
    const struct segment *segment;

    (void)space;
    if (write)
        return -UNW_EINVAL;
    if (read_stack(context, address, value))
        return 0;
    segment = segment_of(address);
    if (segment == NULL || segment->high - address < sizeof(*value) ||
        !read_loaded(address, value, sizeof(*value)))
        return -UNW_EINVAL;
    return 0;
}

static int access_register(unw_addr_space_t space, unw_regnum_t number,
                           unw_word_t *value, int write, void *context)
{
    const struct sample *sample = context;

    (void)space;
    if (write || number < 0 || number >= REGISTERS)
        return -UNW_EBADREG;
    *value = sample->registers[number];
    return 0;
}

static int access_float(unw_addr_space_t space, unw_regnum_t number,
                        unw_fpreg_t *value, int write, void *context)
{
    (void)space;
    (void)number;
    (void)value;
    (void)write;
    (void)context;
    return -UNW_EBADREG;
}

/* Linkers write one kind of search table: offsets of 4 bytes to itself. */
static int find_proc(unw_addr_space_t space, unw_word_t place,
                     unw_proc_info_t *info, int need, void *context)
{
    static const uint8_t usual[] = { 1, 0x1b, 0x03, 0x3b };
    const struct segment *segment = segment_of(place);
    unw_dyn_info_t table;
    struct {
        uint8_t form[4];
        uint32_t frames, count;
    } head;

    if (segment == NULL || segment->table == 0 ||
        !read_loaded(segment->table, &head, sizeof(head)) ||
        memcmp(head.form, usual, sizeof(usual)) != 0)
        return -UNW_ENOINFO;
    memset(&table, 0, sizeof(table));
    table.format = UNW_INFO_FORMAT_REMOTE_TABLE;
    table.start_ip = segment->low;
    table.end_ip = segment->high;
    table.u.rti.segbase = segment->table;
    table.u.rti.table_data = segment->table + 12;
    table.u.rti.table_len = head.count * 8ull / sizeof(unw_word_t);
    return dwarf_search(space, place, &table, info, need, context);
}

static void put_proc(unw_addr_space_t space, unw_proc_info_t *info,
                     void *context)
{
    (void)space;
    (void)info;
    (void)context;
}

static int find_dynamic(unw_addr_space_t space, unw_word_t *list,
                        void *context)
{
    (void)space;
    (void)list;
    (void)context;
    return -UNW_ENOINFO;
}

static int refuse_resume(unw_addr_space_t space, unw_cursor_t *cursor,
                         void *context)
{
    (void)space;
    (void)cursor;
    (void)context;
    return -UNW_EINVAL;
}

static int get_name(unw_addr_space_t space, unw_word_t place, char *name,
                    size_t size, unw_word_t *offset, void *context)
{
    (void)space;
    (void)place;
    (void)name;
    (void)size;
    (void)offset;
    (void)context;
    return -UNW_ENOINFO;
}

static bool make_space(void)
{
    static unw_accessors_t accessors = {
        .find_proc_info = find_proc,
        .put_unwind_info = put_proc,
        .get_dyn_info_list_addr = find_dynamic,
        .access_mem = access_memory,
        .access_reg = access_register,
        .access_fpreg = access_float,
        .resume = refuse_resume,
        .get_proc_name = get_name,
    };

    if (state.space == NULL) {
        state.space = unw_create_addr_space(&accessors, 0);
        if (state.space != NULL)
            unw_set_caching_policy(state.space, UNW_CACHE_GLOBAL);
    }
    return state.space != NULL;
}

bool unwind_works(void)
{
    return true;
}

#if defined(__x86_64__) || defined(__i386__)
/* Whether the return addresses from that level of the last stack on are where they
 * were: each lies right below the stack pointer that its function has. */
static bool levels_hold(const struct sample *sample, int from)
{
    unw_word_t value;

    for (int i = from; i < state.last_count; i++)
        if (!read_stack(sample, state.last[i].stack - sizeof(value), &value) ||
            value != state.last[i].place)
            return false;
    return true;
}
#else
static bool levels_hold(const struct sample *sample, int from)
{
    (void)sample, (void)from;
    return false;
}
#endif

/* Most stacks have their outer frames in common with the last one, and libunwind
 * makes two system calls for each.  Returns the level of the last stack from which on
 * it is the same; 0: none. */
static int same_above(const struct sample *sample, const struct level *level)
{
    int i = 0;

    while (i < state.last_count && (state.last[i].place != level->place ||
                                    state.last[i].stack != level->stack))
        i++;
    return i < state.last_count && levels_hold(sample, i + 1) ? i + 1 : 0;
}

static bool level_of(unw_cursor_t *cursor, struct level *out)
{
    unw_word_t place, stack;

    if (unw_get_reg(cursor, UNW_REG_IP, &place) != 0 || place == 0 ||
        unw_get_reg(cursor, UNW_REG_SP, &stack) != 0)
        return false;
    *out = (struct level){ place, stack };
    return true;
}

/* Adds the levels of the last stack from `same' on; returns the number of all. */
static int add_outer(struct level *levels, int count, int same, int most)
{
    while (same < state.last_count && count < most)
        levels[count++] = state.last[same++];
    return count;
}

static int follow_copy(const struct sample *sample, void **addresses, int most,
                       bool *ended)
{
    struct level levels[SAMPLER_DEEPEST];
    unw_cursor_t cursor;
    int count = 0, step = -1, same = 0;

    if (sample->stack_bytes == 0 || !make_space())
        return 0;
    refresh_objects();
    if (unw_init_remote(&cursor, state.space, (void *)(uintptr_t)sample) != 0)
        return 0;
    while (count < most && level_of(&cursor, &levels[count])) {
        same = same_above(sample, &levels[count++]);
        if (same > 0 || count == most || (step = unw_step(&cursor)) <= 0)
            break;
    }
    if (same > 0)
        count = add_outer(levels, count, same, most);
    *ended = count < most && (same > 0 || step == 0);
    for (int i = 0; i < count; i++)
        addresses[i] = (void *)(uintptr_t)(levels[i].place + (i == 0));
    memcpy(state.last, levels, (size_t)count * sizeof(*levels));
    state.last_count = *ended ? count : 0;
    return count;
}

/* Appends what the chain of frame pointers has above the last address. */
static int go_on(const struct sample *sample, void **addresses, int count,
                 int most)
{
    uint64_t last = count == 0 ? 0 : (uint64_t)(uintptr_t)addresses[count - 1];
    uint32_t i = 0;

    if (count > 1)
        while (i < sample->chain_count && sample->chain[i] != last)
            i++;
    for (i += count > 0; i < sample->chain_count && count < most; i++) {
        addresses[count] =
            (void *)(uintptr_t)(sample->chain[i] + (count == 0));
        count++;
    }
    return count;
}

int unwind(const struct sample *sample, void **addresses, int most,
           bool *ended)
{
    int count, all;

    *ended = false;
    count = follow_copy(sample, addresses, most, ended);
    all = go_on(sample, addresses, count, most);
    *ended = *ended && all == count;
    return all;
}
