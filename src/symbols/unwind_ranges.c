/* SPDX-License-Identifier: BSD-3-Clause */
#include "symbols/unwind_ranges.h"

#include <dwarf.h>
#include <string.h>

#define HEADER_BYTES 12 /* version, three encodings, two words */
#define PAIR_BYTES 8

/* The encodings that linkers write. */
static bool is_usual(const unsigned char *header)
{
    return header[0] == 1 && header[1] == (DW_EH_PE_pcrel | DW_EH_PE_sdata4) &&
           header[2] == DW_EH_PE_udata4 &&
           header[3] == (DW_EH_PE_datarel | DW_EH_PE_sdata4);
}

static uint32_t word_at(const struct unwind_ranges *ranges,
                        const unsigned char *at)
{
    uint32_t word;

    memcpy(&word, at, sizeof(word));
    return ranges->swapped ? __builtin_bswap32(word) : word;
}

static Elf_Scn *find_section(Elf *elf, const char *wanted, GElf_Shdr *header)
{
    Elf_Scn *section = NULL;
    size_t names;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return NULL;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        const char *name = gelf_getshdr(section, header) == NULL
                               ? NULL
                               : elf_strptr(elf, names, header->sh_name);

        if (name != NULL && strcmp(name, wanted) == 0)
            return section;
    }
    return NULL;
}

static bool is_swapped(Elf *elf)
{
    const char *identity = elf_getident(elf, NULL);
    bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

    return identity != NULL && (identity[EI_DATA] == ELFDATA2LSB) != little;
}

void unwind_ranges_init(struct unwind_ranges *ranges, Elf *elf)
{
    GElf_Shdr header;
    Elf_Scn *section = find_section(elf, ".eh_frame_hdr", &header);
    Elf_Data *data = section == NULL ? NULL : elf_rawdata(section, NULL);
    size_t room;

    *ranges = (struct unwind_ranges){ .swapped = is_swapped(elf) };
    if (data == NULL || data->d_buf == NULL || data->d_size < HEADER_BYTES ||
        !is_usual(data->d_buf))
        return;
    room = (data->d_size - HEADER_BYTES) / PAIR_BYTES;
    ranges->base = header.sh_addr;
    ranges->starts = (const unsigned char *)data->d_buf + HEADER_BYTES;
    ranges->count = word_at(ranges, ranges->starts - 4);
    if (ranges->count > room)
        ranges->count = (uint32_t)room;
}

static uint64_t start_of(const struct unwind_ranges *ranges, uint32_t i)
{
    const unsigned char *at = ranges->starts + (size_t)i * PAIR_BYTES;

    return ranges->base + (uint64_t)(int64_t)(int32_t)word_at(ranges, at);
}

bool unwind_ranges_find(const struct unwind_ranges *ranges, uint64_t address,
                        uint64_t *start)
{
    uint32_t low = 0, high = ranges->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (start_of(ranges, middle) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return false;
    *start = start_of(ranges, low - 1);
    return true;
}
