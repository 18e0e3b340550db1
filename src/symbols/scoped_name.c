/* SPDX-License-Identifier: BSD-3-Clause */
#include "symbols/scoped_name.h"

#include <dwarf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "symbols/demangle.h"

#define REFERENCES_MOST 8
#define DEEPEST 8 /* functions in each other */

#define LAMBDA "<lambda"

const char *linkage_name_of(Dwarf_Die *function)
{
    Dwarf_Attribute memory;
    Dwarf_Attribute *found =
        dwarf_attr_integrate(function, DW_AT_linkage_name, &memory);

    return found == NULL ? NULL : dwarf_formstring(found);
}

static bool is_cplusplus(Dwarf_Die *die)
{
    Dwarf_Die unit;

    if (dwarf_diecu(die, &unit, NULL, NULL) == NULL)
        return false;
    switch (dwarf_srclang(&unit)) {
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14: return true;
    default: /* not in all versions of dwarf.h: C++ 17 and 20 */
        return dwarf_srclang(&unit) == 0x2b || dwarf_srclang(&unit) == 0x2c;
    }
}

/* Where it is declared: of an inlined copy the function, of that the member of
 * its class. */
static Dwarf_Die declaration_of(const Dwarf_Die *function)
{
    Dwarf_Die die = *function, next;
    Dwarf_Attribute memory, *found;

    for (int i = 0; i < REFERENCES_MOST; i++) {
        found = dwarf_attr(&die, DW_AT_abstract_origin, &memory);
        if (found == NULL)
            found = dwarf_attr(&die, DW_AT_specification, &memory);
        if (found == NULL || dwarf_formref_die(found, &next) == NULL)
            break;
        die = next;
    }
    return die;
}

/* Only the line tells the lambdas of a function apart. */
static void put_class(struct strbuf *out, Dwarf_Die *class)
{
    const char *name = dwarf_diename(class);
    int line;

    if (name != NULL && !starts_with(name, LAMBDA))
        strbuf_puts(out, name);
    else if (dwarf_decl_line(class, &line) == 0)
        strbuf_printf(out, "{lambda at line %d}", line);
    else
        strbuf_puts(out, "{lambda}");
}

static void put_name(struct strbuf *out, Dwarf_Die *function, int deep);

/* One that another is inside, with its scopes. */
static void put_outer(struct strbuf *out, Dwarf_Die *function, int deep)
{
    const char *mangled = linkage_name_of(function);
    char *readable = mangled == NULL ? NULL : demangle(mangled);

    if (readable != NULL)
        strbuf_puts(out, readable);
    else if (deep < DEEPEST)
        put_name(out, function, deep + 1);
    free(readable);
}

static void put_scope(struct strbuf *out, Dwarf_Die *scope, int deep)
{
    const char *name = dwarf_diename(scope);
    size_t before = out->length;

    switch (dwarf_tag(scope)) {
    case DW_TAG_namespace:
        strbuf_puts(out, name == NULL ? "(anonymous namespace)" : name);
        break;
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type: put_class(out, scope); break;
    case DW_TAG_subprogram: put_outer(out, scope, deep); break;
    default: return;
    }
    if (out->length > before)
        strbuf_puts(out, "::");
}

/* The outermost scope to name, of those that begin with the innermost: if that
 * is a function, it names those around it. */
static int outermost_named(Dwarf_Die *scopes, int count)
{
    int last = count - 2; /* the unit is the last */

    for (int i = 1; i < last; i++)
        if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
            return i;
    return last;
}

static void put_name(struct strbuf *out, Dwarf_Die *function, int deep)
{
    Dwarf_Die declared = declaration_of(function), *scopes = NULL;
    const char *name = dwarf_diename(&declared);
    int count = dwarf_getscopes_die(&declared, &scopes);

    for (int i = outermost_named(scopes, count); i > 0; i--)
        put_scope(out, &scopes[i], deep);
    free(scopes);
    strbuf_puts(out, name == NULL ? "" : name);
}

char *scoped_name(Dwarf_Die *function)
{
    const char *plain = dwarf_diename(function);
    struct strbuf name = { 0 };
    char *text = NULL;

    if (plain == NULL || !is_cplusplus(function))
        return NULL;
    put_name(&name, function, 0);
    if (strcmp(strbuf_text(&name), plain) != 0 || strchr(plain, '<') != NULL) {
        strbuf_puts(&name, "()");
        text = name.failed ? NULL : strdup(name.text);
    }
    strbuf_clear(&name);
    return text;
}
