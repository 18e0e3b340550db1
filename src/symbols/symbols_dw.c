/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * symbols_dw.c - names and lines by libdw: one pass over the files, each
 * opened once, all its frames resolved, and closed.
 */
#include "symbols/symbols.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/map.h"
#include "base/order.h"
#include "base/text/strbuf.h"
#include "symbols/demangle.h"
#include "symbols/scoped_name.h"
#include "symbols/symbols_files.h"
#include "symbols/unwind_ranges.h"
#include "base/array_room.h"

/* ---- functions of a compilation unit, and those inlined there ---- */

/* The functions of a unit are listed once, so that thousands of addresses in
 * it need not search the whole unit each; another unit's replace them.  Without
 * memory or with damaged debug information there are fewer scopes. */

struct scopes_span {
    Dwarf_Addr begin, end; /* range of a function, or of one of its parts */
    Dwarf_Die function;
};

struct scoped {
    uint64_t offset; /* of a function */
    char *name;      /* NULL: the plain name is used */
};

struct scopes {
    MAP_OF(struct scoped, names, name_count);
    bool known; /* unit is valid */
    Dwarf_Off unit;
    struct scopes_span *spans; /* by begin */
    size_t count;
};

#define DEEPEST 32 /* namespaces and classes in each other */

/* ---- the functions of a unit ---- */

static void add_span(struct scopes *scopes, Dwarf_Die *function,
                     Dwarf_Addr begin, Dwarf_Addr end)
{
    if (begin < end)
        (void)ARRAY_ADD(scopes->spans, scopes->count,
                        (struct scopes_span){ begin, end, *function });
}

static void add_function(struct scopes *scopes, Dwarf_Die *function)
{
    Dwarf_Addr base, begin, end;
    ptrdiff_t at = 0;

    while ((at = dwarf_ranges(function, at, &base, &begin, &end)) > 0)
        add_span(scopes, function, begin, end);
}

/* Damaged references could lead in a circle. */
static bool next_sibling(Dwarf_Die *die)
{
    Dwarf_Die next;

    if (dwarf_siblingof(die, &next) != 0 ||
        dwarf_dieoffset(&next) <= dwarf_dieoffset(die))
        return false;
    *die = next;
    return true;
}

static bool holds_functions(int tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_namespace ||
           tag == DW_TAG_module || tag == DW_TAG_structure_type ||
           tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* Functions may be in namespaces, in classes, and in other functions. */
static void list_below(struct scopes *scopes, Dwarf_Die *parent, int depth)
{
    Dwarf_Die die;

    if (depth == DEEPEST || dwarf_child(parent, &die) != 0)
        return;
    do {
        int tag = dwarf_tag(&die);

        if (tag == DW_TAG_subprogram)
            add_function(scopes, &die);
        if (holds_functions(tag))
            list_below(scopes, &die, depth + 1);
    } while (next_sibling(&die));
}

ORDER(by_begin, struct scopes_span, UP(begin));

static void list_unit(struct scopes *scopes, Dwarf_Die *unit)
{
    Dwarf_Off offset = dwarf_dieoffset(unit);

    if (scopes->known && scopes->unit == offset)
        return;
    scopes->known = true;
    scopes->unit = offset;
    scopes->count = 0;
    list_below(scopes, unit, 0);
    if (scopes->count > 0)
        qsort(scopes->spans, scopes->count, sizeof(*scopes->spans), by_begin);
}

/* ---- one address ---- */

/* The last that begins at or before it. */
static struct scopes_span *span_at(const struct scopes *scopes,
                                   Dwarf_Addr address)
{
    size_t low = 0, high = scopes->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (scopes->spans[middle].begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || scopes->spans[low - 1].end <= address)
        return NULL;
    return &scopes->spans[low - 1];
}

static bool is_scope(int tag)
{
    return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

/* The scope directly below that has the address. */
static bool step_in(Dwarf_Die *die, Dwarf_Addr address)
{
    Dwarf_Die child;

    if (dwarf_child(die, &child) != 0)
        return false;
    do
        if (is_scope(dwarf_tag(&child)) && dwarf_haspc(&child, address) > 0) {
            *die = child;
            return true;
        }
    while (next_sibling(&child));
    return false;
}

static void dies_reverse(Dwarf_Die *list, int count)
{
    for (int i = 0; i < count / 2; i++) {
        Dwarf_Die die = list[i];

        list[i] = list[count - 1 - i];
        list[count - 1 - i] = die;
    }
}

/* Stores at most `most' scopes from the innermost outwards, the function with
 * its own code last.  Returns their number, 0: no known function. */
static int scopes_at(struct scopes *scopes, Dwarf_Die *unit,
                     Dwarf_Addr address, Dwarf_Die *out, int most)
{
    const struct scopes_span *span;
    Dwarf_Die die;
    int count = 0;

    list_unit(scopes, unit);
    span = span_at(scopes, address);
    if (span == NULL)
        return 0;
    die = span->function;
    do
        out[count++] = die;
    while (count < most && step_in(&die, address));
    dies_reverse(out, count);
    return count;
}

static void scopes_clear(struct scopes *scopes)
{
    for (uint32_t i = 0; i < scopes->name_count; i++)
        free(scopes->names[i].name);
    map_clear(&scopes->names_map);
    free(scopes->spans);
    *scopes = (struct scopes){ 0 };
}

/* == one address == */

/* ---- frames ---- */

/* A FRAME's note in the making, and where the function at hand was called. */
struct finding {
    struct strbuf note;
    const char *file;
    int line;
};

static void put_symbol(struct finding *finding, const char *function)
{
    strbuf_puts(&finding->note, function == NULL ? "" : function);
    strbuf_putc(&finding->note, '\0');
    strbuf_puts(&finding->note, finding->file == NULL ? "" : finding->file);
    strbuf_putc(&finding->note, '\0');
    strbuf_printf(&finding->note, "%d", finding->line);
    strbuf_putc(&finding->note, '\0');
}

static void put_mangled(struct finding *finding, const char *name,
                        const char *otherwise)
{
    char *readable =
        name != NULL && demangle_needed(name) ? demangle(name) : NULL;

    put_symbol(finding, readable == NULL ? otherwise : readable);
    free(readable);
}

/* Names in scopes are kept: finding one walks through the unit. */
static const char *scoped_name_kept(struct scopes *scopes, Dwarf_Die *die)
{
    uint64_t offset = dwarf_dieoffset(die);
    struct scoped *kept =
        map_find(&scopes->names_map, sizeof(*kept), &offset, sizeof(offset));

    if (kept == NULL) {
        kept = map_get(&scopes->names_map, sizeof(*kept), &offset,
                       sizeof(offset));
        if (kept == NULL)
            return NULL;
        kept->name = scoped_name(die);
    }
    return kept->name;
}

static void put_die(struct finding *finding, struct scopes *scopes,
                    Dwarf_Die *die)
{
    const char *mangled = linkage_name_of(die);
    const char *scoped =
        mangled == NULL ? scoped_name_kept(scopes, die) : NULL;

    put_mangled(finding, mangled,
                scoped == NULL ? dwarf_diename(die) : scoped);
}

static int get_number(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute memory;
    Dwarf_Word value;

    if (dwarf_formudata(dwarf_attr(die, name, &memory), &value) != 0)
        return 0;
    return (int)value;
}

/* From an inlined function to the place in its caller. */
static void go_to_call(struct finding *finding, Dwarf_Die *unit,
                       Dwarf_Die *inlined)
{
    Dwarf_Files *files;
    size_t count;
    int file = get_number(inlined, DW_AT_call_file);

    finding->line = get_number(inlined, DW_AT_call_line);
    finding->file = NULL;
    if (dwarf_getsrcfiles(unit, &files, &count) == 0)
        finding->file = dwarf_filesrc(files, (size_t)file, NULL, NULL);
}

/* Walks outwards to the function that has code of its own. */
static void put_scopes(struct finding *finding, struct scopes *known,
                       Dwarf_Die *unit, Dwarf_Die *scopes, int count)
{
    for (int i = 0; i < count; i++) {
        int tag = dwarf_tag(&scopes[i]);

        if (tag == DW_TAG_inlined_subroutine) {
            put_die(finding, known, &scopes[i]);
            go_to_call(finding, unit, &scopes[i]);
        } else if (tag == DW_TAG_subprogram) {
            put_die(finding, known, &scopes[i]);
            return;
        }
    }
}

/* The compilation unit of an address, also where there is no index. */
static Dwarf_Die *find_unit(Dwfl_Module *module, Dwarf_Addr address,
                            Dwarf_Addr *bias)
{
    Dwarf_Die *unit = dwfl_module_addrdie(module, address, bias);

    if (unit != NULL)
        return unit;
    while ((unit = dwfl_module_nextcu(module, unit, bias)) != NULL)
        if (dwarf_haspc(unit, address - *bias) > 0)
            return unit;
    return NULL;
}

static void find_line(struct finding *finding, Dwarf_Die *unit,
                      Dwarf_Addr address)
{
    Dwarf_Line *line = dwarf_getsrc_die(unit, address);

    if (line == NULL)
        return;
    finding->file = dwarf_linesrc(line, NULL, NULL);
    if (dwarf_lineno(line, &finding->line) != 0)
        finding->line = 0;
}

/* By DWARF: function, file, line and what it is inlined into. */
static void find_in_unit(struct finding *finding, struct scopes *scopes,
                         Dwarf_Die *unit, Dwarf_Addr address)
{
    Dwarf_Die nesting[SYMBOLS_MOST];

    find_line(finding, unit, address);
    put_scopes(finding, scopes, unit, nesting,
               scopes_at(scopes, unit, address, nesting, SYMBOLS_MOST));
}

/* By the symbol table, where DWARF does not know the function. */
static void find_in_symbols(struct finding *finding, Dwfl_Module *module,
                            Dwarf_Addr address)
{
    const char *name = dwfl_module_addrname(module, address);

    if (name != NULL)
        put_mangled(finding, name, name);
    else if (finding->line > 0)
        put_symbol(finding, "");
}

/* A frame without a name. */
struct pending {
    uint32_t module, id;
    uint64_t offset;
};

/* By where the function starts.  That is no name: another file may have one. */
static void find_start(struct finding *finding, struct definitions *table,
                       const struct pending *frame,
                       const struct unwind_ranges *ranges)
{
    struct definition module =
        definitions_get(table, DEFINITION_MODULE, frame->module);
    struct strbuf name = { 0 };
    uint64_t start;

    if (unwind_ranges_find(ranges, frame->offset - 1, &start)) {
        symbols_name_start(&name, &module, start);
        put_symbol(finding, strbuf_text(&name));
    }
    strbuf_clear(&name);
}

/* Facts on the file that the frames are in. */
struct module_facts {
    Dwfl_Module *module;
    Dwarf_Addr bias;
    struct scopes scopes;
    struct unwind_ranges ranges;
};

static bool resolve_frame(struct definitions *table,
                          const struct pending *frame,
                          struct module_facts *facts)
{
    Dwarf_Addr address = frame->offset + facts->bias - 1, unit_bias;
    struct finding finding = { .line = 0 };
    Dwarf_Die *unit = find_unit(facts->module, address, &unit_bias);
    bool found;

    if (unit != NULL)
        find_in_unit(&finding, &facts->scopes, unit, address - unit_bias);
    if (finding.note.length == 0)
        find_in_symbols(&finding, facts->module, address);
    found = finding.note.length > 0 && !finding.note.failed;
    if (!found)
        find_start(&finding, table, frame, &facts->ranges);
    if (finding.note.length > 0 && !finding.note.failed)
        definitions_note(table, DEFINITION_FRAME, frame->id, finding.note.text,
                         finding.note.length, 1);
    strbuf_clear(&finding.note);
    return found;
}

/* == one file == */

static uint32_t resolve_list(struct definitions *table,
                             const struct pending *frames, size_t count,
                             Dwfl_Module *module)
{
    struct module_facts facts = { .module = module };
    Elf *elf = dwfl_module_getelf(module, &facts.bias);
    uint32_t resolved = 0;

    if (elf == NULL)
        return 0;
    unwind_ranges_init(&facts.ranges, elf);
    for (size_t i = 0; i < count; i++)
        if (resolve_frame(table, &frames[i], &facts))
            resolved++;
    scopes_clear(&facts.scopes);
    return resolved;
}

static struct symbols_files files_of(const struct definitions *table,
                                     uint32_t module, const char *folders)
{
    struct definition item = definitions_get(table, DEFINITION_MODULE, module);
    const char *key = (const char *)item.key;

    return (struct symbols_files){ .path = item.note_size > 0
                                               ? (const char *)item.note
                                               : key,
                                   .build_id = *key == '/' ? NULL : key,
                                   .folders = folders };
}

enum symbols_file symbols_file_of(const struct definitions *table,
                                  uint32_t module, const char *folders)
{
    struct symbols_files files = files_of(table, module, folders);
    bool found = symbols_files_open(&files) != NULL;

    symbols_files_close(&files);
    if (found || strchr(files.path, '/') == NULL) /* the kernel's: no file */
        return SYMBOLS_FILE_SAME;
    return access(files.path, R_OK) == 0 ? SYMBOLS_FILE_CHANGED
                                         : SYMBOLS_FILE_MISSING;
}

/* How many frames, all of one module, got a name. */
static uint32_t resolve_module(struct definitions *table,
                               const struct pending *frames, size_t count,
                               const char *folders)
{
    struct symbols_files files = files_of(table, frames[0].module, folders);
    Dwfl_Module *module = symbols_files_open(&files);
    uint32_t resolved = 0;

    if (module != NULL)
        resolved = resolve_list(table, frames, count, module);
    symbols_files_close(&files);
    return resolved;
}

/* == all of them == */

static size_t list_pending(const struct definitions *table,
                           struct pending *list)
{
    uint32_t frames = definitions_count(table, DEFINITION_FRAME);
    size_t count = 0;

    for (uint32_t id = 0; id < frames; id++) {
        struct definition frame = definitions_get(table, DEFINITION_FRAME, id);

        if (!symbols_has_name(table, id))
            list[count++] =
                (struct pending){ frame.refs[0], id, symbols_offset(&frame) };
    }
    return count;
}

/* Frames in one unit of one module come in a row. */
ORDER(by_place, struct pending, UP(module) UP(offset));

bool symbols_available(void)
{
    return true;
}

enum status symbols_resolve(struct definitions *table, const char *folders,
                            uint32_t *unresolved)
{
    size_t frames = definitions_count(table, DEFINITION_FRAME), count;
    struct pending *list = calloc(frames + 1, sizeof(*list));

    if (list == NULL)
        return log_fail(STATUS_NO_MEMORY, "looking up %zu frames", frames);
    count = list_pending(table, list);
    qsort(list, count, sizeof(*list), by_place);
    *unresolved = (uint32_t)count;
    for (size_t at = 0, next; at < count; at = next) {
        for (next = at + 1;
             next < count && list[next].module == list[at].module;)
            next++;
        *unresolved -= resolve_module(table, list + at, next - at, folders);
    }
    free(list);
    return STATUS_OK;
}
