/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rebind.c - brings MPI calls here where the MPI library is found before us.
 *
 * The dynamic linker takes the first definition of a name, in the order of the
 * link line.  If MPI's library comes before ours, the pointers that it has set
 * in the program and its libraries, or will set at their first use, are set to
 * our functions, as soon as we are loaded.  Tools that come before us stay
 * there.  An object that is loaded later calls MPI past us.
 *
 * Threads: none yet, or the one that loads us, which keeps others from loading.
 * Memory: none.  Errors: a call that could not be brought here; if that is
 * MPI_Init, report_unmeasured.c says so.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/flavours.h"
#include "start.h"

/* Relocations that store the address of a function. */
#if defined(__x86_64__) && defined(__LP64__)
enum {
    AT_CALL = R_X86_64_JUMP_SLOT,
    BOUND = R_X86_64_GLOB_DAT,
    STORED = R_X86_64_64
};
#elif defined(__i386__)
enum { AT_CALL = R_386_JMP_SLOT, BOUND = R_386_GLOB_DAT, STORED = R_386_32 };
#elif defined(__aarch64__)
enum {
    AT_CALL = R_AARCH64_JUMP_SLOT,
    BOUND = R_AARCH64_GLOB_DAT,
    STORED = R_AARCH64_ABS64
};
#elif defined(__powerpc64__) && _CALL_ELF == 2
enum {
    AT_CALL = R_PPC64_JMP_SLOT,
    BOUND = R_PPC64_GLOB_DAT,
    STORED = R_PPC64_ADDR64
};
#elif defined(__riscv) && __riscv_xlen == 64
enum { AT_CALL = R_RISCV_JUMP_SLOT, BOUND = R_RISCV_64, STORED = R_RISCV_64 };
#else
enum { AT_CALL = -1, BOUND = -1, STORED = -1 };
#endif

#if defined(__i386__)
typedef ElfW(Rel) relocation;
enum { TABLE = DT_REL, TABLE_BYTES = DT_RELSZ };
#else
typedef ElfW(Rela) relocation;
enum { TABLE = DT_RELA, TABLE_BYTES = DT_RELASZ };
#endif

#if defined(__LP64__)
#define SYMBOL_OF(info) ELF64_R_SYM(info)
#define TYPE_OF(info) ((int)ELF64_R_TYPE(info))
#else
#define SYMBOL_OF(info) ELF32_R_SYM(info)
#define TYPE_OF(info) ((int)ELF32_R_TYPE(info))
#endif

struct object {
    uintptr_t base;
    const ElfW(Sym) * symbols;
    const char *names;
    const relocation *tables[2];
    size_t bytes[2];
    uintptr_t fixed, fixed_end; /* pages: read-only since it was relocated */
};

/* The target of the name, if that is MPI itself. */
static void *theirs_by_name(const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    Dl_info where;

    return found != NULL && dladdr(found, &where) != 0 &&
                   flavours_have_module(where.dli_fname)
               ? found
               : NULL;
}

static void store_slot(const struct object *object, void **slot,
                       void *function)
{
    uintptr_t page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t address = (uintptr_t)slot;
    void *page = (void *)(address & ~(page_bytes - 1));
    bool fixed = address >= object->fixed && address < object->fixed_end;

    if (fixed && mprotect(page, page_bytes, PROT_READ | PROT_WRITE) != 0)
        return;
    *slot = function;
    if (fixed)
        mprotect(page, page_bytes, PROT_READ);
}

/* A call may not have been bound yet; other pointers hold an address, perhaps
 * with something added. */
static void rebind_one(const struct object *object, const relocation *at,
                       void *us)
{
    const ElfW(Sym) *symbol = &object->symbols[SYMBOL_OF(at->r_info)];
    const char *name = object->names + symbol->st_name;
    void **slot = (void **)(object->base + at->r_offset);
    void *their_function, *our_function;

    if (symbol->st_shndx != SHN_UNDEF || strncasecmp(name, "mpi", 3) != 0)
        return;
    their_function = theirs_by_name(name);
    our_function = dlsym(us, name);
    if (their_function != NULL && our_function != NULL &&
        (TYPE_OF(at->r_info) == AT_CALL || *slot == their_function))
        store_slot(object, slot, our_function);
}

static void rebind_table(const struct object *object, int which, void *us)
{
    size_t count = object->bytes[which] / sizeof(relocation);

    for (size_t i = 0; i < count; i++) {
        const relocation *at = &object->tables[which][i];
        int type = TYPE_OF(at->r_info);

        if ((type == AT_CALL || type == BOUND || type == STORED) &&
            SYMBOL_OF(at->r_info) != 0)
            rebind_one(object, at, us);
    }
}

/* glibc has made these addresses absolute; other C libraries do not. */
static const void *address_in(const struct object *object, ElfW(Addr) address)
{
    return (const void *)(address < object->base ? address + object->base
                                                 : address);
}

static void read_dynamic(struct object *object, const ElfW(Dyn) * at)
{
    for (; at->d_tag != DT_NULL; at++)
        switch (at->d_tag) {
        case DT_SYMTAB:
            object->symbols = address_in(object, at->d_un.d_ptr);
            break;
        case DT_STRTAB:
            object->names = address_in(object, at->d_un.d_ptr);
            break;
        case TABLE:
            object->tables[0] = address_in(object, at->d_un.d_ptr);
            break;
        case TABLE_BYTES: object->bytes[0] = at->d_un.d_val; break;
        case DT_JMPREL:
            object->tables[1] = address_in(object, at->d_un.d_ptr);
            break;
        case DT_PLTRELSZ: object->bytes[1] = at->d_un.d_val; break;
        }
}

static int rebind_object(struct dl_phdr_info *info, size_t size, void *us)
{
    struct object object = { .base = info->dlpi_addr };
    uintptr_t mask = ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    const ElfW(Dyn) *dynamic = NULL;

    (void)size;
    if (flavours_have_module(info->dlpi_name))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t address = object.base + segment->p_vaddr;

        if (segment->p_type == PT_DYNAMIC)
            dynamic = (const ElfW(Dyn) *)address;
        if (segment->p_type == PT_GNU_RELRO) {
            object.fixed = address & mask;
            object.fixed_end = (address + segment->p_memsz) & mask;
        }
    }
    if (dynamic != NULL)
        read_dynamic(&object, dynamic);
    if (object.symbols == NULL || object.names == NULL)
        return 0;
    rebind_table(&object, 0, us);
    rebind_table(&object, 1, us);
    return 0;
}

__attribute__((constructor)) static void rebind_objects(void)
{
    Dl_info ours;
    void *us;

    if (!start_is_wanted() || (theirs_by_name("MPI_Init") == NULL &&
                               theirs_by_name("mpi_init_") == NULL &&
                               theirs_by_name("mpi_init_f08_") == NULL))
        return;
    us = dladdr(&hook_state, &ours) == 0
             ? NULL
             : dlopen(ours.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (us == NULL)
        return;
    dl_iterate_phdr(rebind_object, us);
    dlclose(us);
}
