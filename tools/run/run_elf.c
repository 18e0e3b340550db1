/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/run/run_elf.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_at.h"

/* The file in memory. */
struct image {
    const unsigned char *data;
    size_t size;
    const ElfW(Phdr) * segments;
    size_t segment_count;
};

static const void *at_offset(const struct image *image, uint64_t offset,
                             uint64_t size)
{
    if (offset > image->size || size > image->size - offset ||
        offset % sizeof(void *) != 0)
        return NULL;
    return image->data + offset;
}

static bool map_file(const char *path, struct image *image)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat facts;
    void *data = MAP_FAILED;

    if (file < 0)
        return false;
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
        facts.st_size > (off_t)sizeof(ElfW(Ehdr)) &&
        file_fits(facts.st_size)) {
        image->size = (size_t)facts.st_size;
        data = mmap(NULL, image->size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
    image->data = data;
    return data != MAP_FAILED;
}

static bool find_segments(struct image *image)
{
    const ElfW(Ehdr) *header = (const void *)image->data;
    unsigned char class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;

    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != class ||
        header->e_phentsize != sizeof(ElfW(Phdr)))
        return false;
    image->segment_count = header->e_phnum;
    image->segments =
        at_offset(image, header->e_phoff,
                  (uint64_t)header->e_phnum * sizeof(ElfW(Phdr)));
    return image->segments != NULL;
}

static const ElfW(Phdr) *
    find_segment(const struct image *image, uint32_t type)
{
    for (size_t i = 0; i < image->segment_count; i++)
        if (image->segments[i].p_type == type)
            return &image->segments[i];
    return NULL;
}

/* Where an address of the loaded program is in the file; 0: nowhere. */
static uint64_t offset_of(const struct image *image, uint64_t address)
{
    for (size_t i = 0; i < image->segment_count; i++) {
        const ElfW(Phdr) *segment = &image->segments[i];

        if (segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
            address - segment->p_vaddr < segment->p_filesz)
            return address - segment->p_vaddr + segment->p_offset;
    }
    return 0;
}

struct dynamic {
    const ElfW(Dyn) * entries;
    size_t count;
    uint64_t strings; /* offset in the file */
};

static bool find_dynamic(const struct image *image, struct dynamic *dynamic)
{
    const ElfW(Phdr) *segment = find_segment(image, PT_DYNAMIC);

    if (segment == NULL)
        return false;
    dynamic->entries = at_offset(image, segment->p_offset, segment->p_filesz);
    if (dynamic->entries == NULL)
        return false;
    dynamic->count = segment->p_filesz / sizeof(ElfW(Dyn));
    for (size_t i = 0; i < dynamic->count; i++)
        if (dynamic->entries[i].d_tag == DT_STRTAB)
            dynamic->strings =
                offset_of(image, dynamic->entries[i].d_un.d_ptr);
    return dynamic->strings != 0;
}

/* The text at that offset, if it ends within the file. */
static const char *text_at(const struct image *image, uint64_t offset)
{
    if (offset >= image->size ||
        memchr(image->data + offset, '\0', image->size - offset) == NULL)
        return NULL;
    return (const char *)image->data + offset;
}

static bool visit_needed(const struct image *image,
                         bool (*visit)(const char *name, void *context),
                         void *context)
{
    struct dynamic dynamic = { 0 };

    if (!find_dynamic(image, &dynamic))
        return false;
    for (size_t i = 0; i < dynamic.count; i++) {
        const ElfW(Dyn) *entry = &dynamic.entries[i];
        const char *name;

        if (entry->d_tag != DT_NEEDED || entry->d_un.d_val > image->size)
            continue;
        name = text_at(image, dynamic.strings + entry->d_un.d_val);
        if (name != NULL && visit(name, context))
            return true;
    }
    return false;
}

bool elf_needed(const char *path,
                bool (*visit)(const char *name, void *context), void *context)
{
    struct image image = { 0 };
    bool stopped;

    if (!map_file(path, &image))
        return false;
    stopped = find_segments(&image) && visit_needed(&image, visit, context);
    munmap((void *)(uintptr_t)image.data, image.size);
    return stopped;
}

static const ElfW(Shdr) *
    find_sections(const struct image *image, size_t *count)
{
    const ElfW(Ehdr) *header = (const void *)image->data;
    const ElfW(Shdr) * sections;

    if (header->e_shentsize != sizeof(ElfW(Shdr)))
        return NULL;
    sections = at_offset(image, header->e_shoff,
                         (uint64_t)header->e_shnum * sizeof(ElfW(Shdr)));
    *count = header->e_shnum;
    return sections;
}

static bool table_defines(const struct image *image, const ElfW(Shdr) * table,
                          uint64_t strings, const char *symbol)
{
    const ElfW(Sym) *list = at_offset(image, table->sh_offset, table->sh_size);
    size_t count = table->sh_size / sizeof(*list);

    for (size_t i = 0; list != NULL && i < count; i++) {
        const char *name;

        if (list[i].st_shndx == SHN_UNDEF)
            continue;
        name = text_at(image, strings + list[i].st_name);
        if (name != NULL && strcmp(name, symbol) == 0)
            return true;
    }
    return false;
}

static bool image_defines(const struct image *image, const char *symbol)
{
    size_t count = 0;
    const ElfW(Shdr) *sections = find_sections(image, &count);

    for (size_t i = 0; sections != NULL && i < count; i++)
        if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < count &&
            table_defines(image, &sections[i],
                          sections[sections[i].sh_link].sh_offset, symbol))
            return true;
    return false;
}

bool elf_defines(const char *path, const char *symbol)
{
    struct image image = { 0 };
    bool defines;

    if (!map_file(path, &image))
        return false;
    defines = find_segments(&image) && image_defines(&image, symbol);
    munmap((void *)(uintptr_t)image.data, image.size);
    return defines;
}

/* The dynamic linker has no linker either, but a name as a library. */
static bool has_name(const struct image *image)
{
    struct dynamic dynamic = { 0 };

    if (!find_dynamic(image, &dynamic))
        return false;
    for (size_t i = 0; i < dynamic.count; i++)
        if (dynamic.entries[i].d_tag == DT_SONAME)
            return true;
    return false;
}

bool elf_is_static(const char *path)
{
    struct image image = { 0 };
    bool is;

    if (!map_file(path, &image))
        return false;
    is = find_segments(&image) && find_segment(&image, PT_LOAD) != NULL &&
         find_segment(&image, PT_INTERP) == NULL && !has_name(&image);
    munmap((void *)(uintptr_t)image.data, image.size);
    return is;
}
