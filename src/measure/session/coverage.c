/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/session/coverage.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/affix.h"
#include "measure/callsite/modules.h"

/* The dynamic symbols of one loaded object. */
struct symbols {
    const ElfW(Sym) * list;
    const char *names;
    const uint32_t *hash; /* DT_GNU_HASH */
};

/* glibc has put run addresses into the dynamic section. */
static bool read_dynamic(const ElfW(Dyn) * at, struct symbols *out)
{
    memset(out, 0, sizeof(*out));
    for (; at->d_tag != DT_NULL; at++) {
        if (at->d_tag == DT_SYMTAB)
            out->list = (const ElfW(Sym) *)at->d_un.d_ptr;
        else if (at->d_tag == DT_STRTAB)
            out->names = (const char *)at->d_un.d_ptr;
        else if (at->d_tag == DT_GNU_HASH)
            out->hash = (const uint32_t *)at->d_un.d_ptr;
    }
    return out->list != NULL && out->names != NULL && out->hash != NULL;
}

/* The table of symbols does not say how long it is: the hash table's last
 * chain ends at its last symbol. */
static uint32_t count_symbols(const struct symbols *symbols)
{
    uint32_t buckets = symbols->hash[0];
    uint32_t first = symbols->hash[1];
    uint32_t words = symbols->hash[2] * (sizeof(ElfW(Addr)) / 4);
    const uint32_t *bucket = symbols->hash + 4 + words;
    const uint32_t *chain = bucket + buckets;
    uint32_t last = 0;

    for (uint32_t i = 0; i < buckets; i++)
        if (bucket[i] > last)
            last = bucket[i];
    if (last < first)
        return first;
    while ((chain[last - first] & 1) == 0)
        last++;
    return last + 1;
}

/* Open MPI's Fortran libraries also have MPI_Xxx_f and MPI_Xxx_f08, which no
 * compiler generates calls to. */
static bool is_c_name(const char *name)
{
    return strncmp(name, "MPI_", 4) == 0 &&
           strpbrk(name, "abcdefghijklmnopqrstuvwxyz") != NULL &&
           !ends_with(name, "_f") && !ends_with(name, "_f08");
}

/* The form with one underscore behind; the others are names of the same.
 * MPI's predefined callbacks (mpi_comm_dup_fn_) are not procedures to call,
 * mpi_sizeof_ asks the compiler, and mpi_wtime_f90_ is mpi_wtime_ once more,
 * which Open MPI has in the library of C. */
static bool is_fortran_name(const char *name)
{
    size_t length = strlen(name);

    return strncmp(name, "mpi_", 4) == 0 && length > 5 &&
           name[length - 1] == '_' && name[length - 2] != '_' &&
           strstr(name, "_fn_") == NULL && !ends_with(name, "_f90_") &&
           strstr(name, "sizeof") == NULL;
}

static bool leads_to_us(const char *name)
{
    Dl_info where;
    void *address = dlsym(RTLD_DEFAULT, name);

    return address != NULL && dladdr(address, &where) != 0 &&
           where.dli_fname != NULL &&
           modules_kind(where.dli_fname) == MODULE_OURS;
}

static void count_name(const char *name, struct coverage *coverage)
{
    bool ours;

    if (!is_c_name(name) && !is_fortran_name(name))
        return;
    ours = leads_to_us(name);
    if (is_c_name(name)) {
        coverage->c_exported++;
        coverage->c_wrapped += ours;
    } else {
        coverage->fortran_exported++;
        coverage->fortran_wrapped += ours;
    }
    if (!ours)
        strbuf_printf(&coverage->passed, " %s", name);
}

static bool is_function(const ElfW(Sym) * symbol)
{
    unsigned type = symbol->st_info & 0xf;

    return symbol->st_shndx != SHN_UNDEF &&
           (type == STT_FUNC || type == STT_GNU_IFUNC);
}

static int count_object(struct dl_phdr_info *info, size_t size, void *context)
{
    struct symbols symbols;

    (void)size;
    if (modules_kind(info->dlpi_name) != MODULE_MPI)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const ElfW(Dyn) *dynamic =
            (const ElfW(Dyn) *)(info->dlpi_addr + part->p_vaddr);

        if (part->p_type != PT_DYNAMIC || !read_dynamic(dynamic, &symbols))
            continue;
        for (uint32_t k = count_symbols(&symbols); k-- > 0;)
            if (is_function(&symbols.list[k]))
                count_name(symbols.names + symbols.list[k].st_name, context);
    }
    return 0;
}

void coverage_count(struct coverage *coverage)
{
    memset(coverage, 0, sizeof(*coverage));
    strbuf_init(&coverage->passed);
    dl_iterate_phdr(count_object, coverage);
}

void coverage_clear(struct coverage *coverage)
{
    strbuf_clear(&coverage->passed);
}
