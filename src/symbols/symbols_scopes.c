/* SPDX-License-Identifier: BSD-3-Clause */
#include "symbols/symbols_scopes.h"

#include <dwarf.h>
#include <stdlib.h>

#include "base/array_room.h"
#include "base/order.h"

#define DEEPEST 32 /* namespaces and classes in each other */

/* ---- the functions of a unit ---- */

static void add_span(struct scopes *scopes, Dwarf_Die *function,
                     Dwarf_Addr begin, Dwarf_Addr end)
{
    if (end <= begin)
        return;
    if (!array_more(&scopes->spans, scopes->count, sizeof(*scopes->spans)))
        return;
    scopes->spans[scopes->count++] =
        (struct scopes_span){ begin, end, *function };
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

static void turn_round(Dwarf_Die *list, int count)
{
    for (int i = 0; i < count / 2; i++) {
        Dwarf_Die die = list[i];

        list[i] = list[count - 1 - i];
        list[count - 1 - i] = die;
    }
}

int scopes_at(struct scopes *scopes, Dwarf_Die *unit, Dwarf_Addr address,
              Dwarf_Die *out, int most)
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
    turn_round(out, count);
    return count;
}

void scopes_clear(struct scopes *scopes)
{
    free(scopes->spans);
    *scopes = (struct scopes){ 0 };
}
