/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/callsite/function_symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/order.h"
#include "symbols/demangle.h"

struct named {
    uint64_t offset;
    const char *name; /* in `strings', or demangled */
    bool demangled, looked_at;
};

struct file {
    struct file *next;
    char *path, *build;
    const uint8_t *data; /* mapped while it is read; NULL: none */
    size_t size;
    char *strings;
    struct named *list; /* by offset */
    size_t count;
};

struct function_symbols {
    struct file *files;
};

struct function_symbols *function_symbols_create(void)
{
    return calloc(1, sizeof(struct function_symbols));
}

static void destroy_file(struct file *file)
{
    for (size_t i = 0; i < file->count; i++)
        if (file->list[i].demangled)
            free((char *)(uintptr_t)file->list[i].name);
    FREE_ALL(file->list, file->strings, file->path, file->build, file);
}

void function_symbols_destroy(struct function_symbols *symbols)
{
    if (symbols == NULL)
        return;
    for (struct file *at = symbols->files, *next; at != NULL; at = next) {
        next = at->next;
        destroy_file(at);
    }
    free(symbols);
}

static void map_file(struct file *file)
{
    int descriptor = open(file->path, O_RDONLY | O_CLOEXEC);
    struct stat facts;
    void *data = MAP_FAILED;

    if (descriptor < 0)
        return;
    if (fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) &&
        facts.st_size > 0)
        data = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE,
                    descriptor, 0);
    close(descriptor);
    if (data == MAP_FAILED)
        return;
    file->data = data;
    file->size = (size_t)facts.st_size;
}

/* NULL: not in the file as a whole, or not where its type may be. */
static const void *part_of_file(const struct file *file, uint64_t offset,
                                uint64_t size)
{
    if (offset > file->size || size > file->size - offset || offset % 4 != 0)
        return NULL;
    return file->data + offset;
}

static const ElfW(Shdr) * sections_of(const struct file *file, size_t *count)
{
    const ElfW(Ehdr) *head = part_of_file(file, 0, sizeof(*head));
    const unsigned char class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;

    if (head == NULL || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_ident[EI_CLASS] != class ||
        head->e_shentsize != sizeof(ElfW(Shdr)))
        return NULL;
    *count = head->e_shnum;
    return part_of_file(file, head->e_shoff,
                        (uint64_t)head->e_shnum * sizeof(ElfW(Shdr)));
}

static bool is_function(const ElfW(Sym) * symbol)
{
    unsigned type = symbol->st_info & 0xf;

    return (type == STT_FUNC || type == STT_GNU_IFUNC) &&
           symbol->st_shndx != SHN_UNDEF && symbol->st_value != 0;
}

ORDER(by_offset, struct named, UP(offset) A_TO_Z(name));

static bool read_table(struct file *file, const ElfW(Shdr) * table,
                       const ElfW(Shdr) * strings)
{
    size_t count = table->sh_size / sizeof(ElfW(Sym));
    const ElfW(Sym) *symbols =
        part_of_file(file, table->sh_offset, table->sh_size);
    const char *names =
        strings->sh_offset > file->size ||
                strings->sh_size > file->size - strings->sh_offset
            ? NULL
            : (const char *)file->data + strings->sh_offset;

    if (symbols == NULL || names == NULL || strings->sh_size == 0 ||
        names[strings->sh_size - 1] != '\0')
        return false;
    free(file->list);
    free(file->strings);
    file->list = calloc(count + 1, sizeof(*file->list));
    file->strings = malloc(strings->sh_size);
    if (file->list == NULL || file->strings == NULL)
        return false;
    memcpy(file->strings, names, strings->sh_size);
    for (size_t i = 0; i < count; i++)
        if (is_function(&symbols[i]) && symbols[i].st_name < strings->sh_size)
            file->list[file->count++] =
                (struct named){ symbols[i].st_value,
                                file->strings + symbols[i].st_name, false,
                                false };
    if (file->count > 0)
        qsort(file->list, file->count, sizeof(*file->list), by_offset);
    return file->count > 0;
}

/* The full table, or the rest that a stripped file has. */
static void read_symbols(struct file *file)
{
    static const unsigned kinds[] = { SHT_SYMTAB, SHT_DYNSYM };
    size_t count = 0;
    const ElfW(Shdr) *sections = sections_of(file, &count);

    for (size_t kind = 0; kind < 2 && sections != NULL; kind++)
        for (size_t i = 0; i < count; i++)
            if (sections[i].sh_type == kinds[kind] &&
                sections[i].sh_link < count &&
                read_table(file, &sections[i], &sections[sections[i].sh_link]))
                return;
}

/* Another build may come to the same path, into the same file. */
static void read_file(struct file *file)
{
    map_file(file);
    if (file->data == NULL)
        return;
    read_symbols(file);
    munmap((void *)(uintptr_t)file->data, file->size);
}

static struct file *file_of(struct function_symbols *symbols, const char *path,
                            const char *build)
{
    struct file *file = symbols->files;

    while (file != NULL &&
           (strcmp(file->path, path) != 0 || strcmp(file->build, build) != 0))
        file = file->next;
    if (file != NULL)
        return file;
    file = calloc(1, sizeof(*file));
    if (file == NULL)
        return NULL;
    file->path = strdup(path);
    file->build = strdup(build);
    if (file->path == NULL || file->build == NULL) {
        destroy_file(file);
        return NULL;
    }
    file->next = symbols->files;
    symbols->files = file;
    read_file(file);
    return file;
}

static void make_readable(struct named *named)
{
    char *readable =
        demangle_needed(named->name) ? demangle(named->name) : NULL;

    named->looked_at = true;
    if (readable == NULL)
        return;
    named->name = readable;
    named->demangled = true;
}

const char *function_symbols_find(struct function_symbols *symbols,
                                  const char *path, const char *build,
                                  uint64_t offset)
{
    struct file *file = file_of(symbols, path, build);
    size_t low = 0, high = file == NULL ? 0 : file->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (file->list[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (file == NULL || low == file->count || file->list[low].offset != offset)
        return NULL;
    if (!file->list[low].looked_at)
        make_readable(&file->list[low]);
    return file->list[low].name;
}
