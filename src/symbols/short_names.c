/* SPDX-License-Identifier: BSD-3-Clause */
#include "symbols/short_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"
#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "symbols/file_names.h"
#include "symbols/python_frame.h"
#include "symbols/symbols.h"

#define OPERATOR "operator"
#define ANONYMOUS "(anonymous namespace)"

/* ---- one name ---- */

static bool is_word(char letter)
{
    return letter == '_' || (letter >= '0' && letter <= '9') ||
           (letter >= 'A' && letter <= 'Z') ||
           (letter >= 'a' && letter <= 'z');
}

/* 3 for "<=>", the longest operator.  The next "<" may start a template
 * argument: 2 for "==<int>". */
static size_t sign_length(const char *at)
{
    static const char *const signs[] = {
        "<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "->",
        "++",  "--",  "&&",  "||",  "==", "!=", "<=", ">=", "+=",
        "-=",  "*=",  "/=",  "%=",  "^=", "&=", "|=",
    };

    for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++)
        if (starts_with(at, signs[i]))
            return strlen(signs[i]);
    return *at != '\0' && strchr("<>=-+*/%^&|~!,", *at) != NULL;
}

/* How many characters the name of an operator has at `at', 0: none is there.
 * Those of conversions and of new and delete are words, which end the name. */
static size_t operator_length(const char *name, const char *at)
{
    const char *sign = at + sizeof(OPERATOR) - 1;

    if (!starts_with(at, OPERATOR) || (at > name && is_word(at[-1])) ||
        is_word(*sign))
        return 0;
    if (*sign == ' ')
        return strcspn(at, "(<");
    return sizeof(OPERATOR) - 1 + sign_length(sign);
}

/* Behind the bracket that closes the one at `at'. */
static const char *behind_bracket(const char *at)
{
    int open = 0;

    for (; *at != '\0'; at++) {
        open += *at == '(' || *at == '<' || *at == '{';
        open -= *at == ')' || (*at == '>' && at[-1] != '-') || *at == '}';
        if (open == 0)
            return at + 1;
    }
    return at;
}

/* Behind the qualifiers of a method that something is inside:
 * "run(int) const::{lambda()#1}". */
static const char *behind_qualifiers(const char *at)
{
    const char *end = at;

    for (size_t length = 1; length > 0; end += length)
        length = starts_with(end, " const")      ? strlen(" const")
                 : starts_with(end, " volatile") ? strlen(" volatile")
                 : starts_with(end, " &")        ? strlen(" &")
                                                 : *end == '&';
    return starts_with(end, "::") ? end : at;
}

/* "get(int))(double)" of "void (*get(int))(double)", which returns a pointer to
 * a function. */
static const char *behind_pointer(const char *name)
{
    for (const char *at = name; *at != '\0';) {
        size_t length = operator_length(name, at);

        if (starts_with(at, " (*") && strchr("):", at[3]) == NULL)
            return at + 3;
        if (length > 0)
            at += length;
        else
            at = *at == '(' || *at == '<' || *at == '{' ? behind_bracket(at)
                                                        : at + 1;
    }
    return name;
}

/* Where the name begins in text without brackets: behind the return type. */
static const char *behind_type(const char *text)
{
    const char *begin = text;

    for (const char *at = text; *at != '\0'; at++) {
        size_t length = operator_length(text, at);

        if (length > 0)
            return begin;
        if (starts_with(at, ANONYMOUS))
            at += sizeof(ANONYMOUS) - 2;
        else if (*at == '<' || *at == '{')
            at = behind_bracket(at) - 1;
        else if (*at == ' ' && at[1] != '\0')
            begin = at + 1;
    }
    return begin;
}

/* Copies the name up to what follows its last parameters, " const", "&", or the
 * bracket that behind_pointer() left. */
static void copy_name(struct strbuf *out, const char *name, bool templates)
{
    size_t ended = 0;

    for (const char *at = name; *at != '\0' && *at != ')';) {
        size_t length = operator_length(name, at);
        const char *next = at + 1;

        if (length > 0)
            next = at + length;
        else if (starts_with(at, ANONYMOUS))
            next = at + sizeof(ANONYMOUS) - 1;
        else if (*at == '(' || *at == '<' || *at == '{')
            next = behind_bracket(at);
        if (length > 0 || *at != '(' || starts_with(at, ANONYMOUS)) {
            if (length > 0 || *at != '<' || templates)
                strbuf_add(out, at, (size_t)(next - at));
        } else {
            ended = out->length;
            next = behind_qualifiers(next);
        }
        at = next;
    }
    if (ended > 0 && strstr(strbuf_text(out) + ended, "::") == NULL)
        strbuf_truncate(out, ended);
}

char *short_name(const char *name, bool templates)
{
    struct strbuf kept = { 0 };
    char *text = NULL;

    copy_name(&kept, behind_pointer(name), templates);
    while (kept.length > 0 && kept.text[kept.length - 1] == ' ')
        strbuf_truncate(&kept, kept.length - 1);
    if (!kept.failed)
        text = strdup(behind_type(strbuf_text(&kept)));
    strbuf_clear(&kept);
    return text;
}

bool is_library_name(const char *name)
{
    bool is = false;
    char *brief;

    if (strstr(name, "std::") == NULL && strstr(name, "__gnu_cxx::") == NULL)
        return false;
    brief =
        short_name(name, false); /* the return type may be of the library */
    if (brief != NULL)
        is = starts_with(brief, "std::") || starts_with(brief, "__gnu_cxx::");
    free(brief);
    return is;
}

/* ---- all names of a run ---- */

/* symbols_of_frame()'s text for a function without a name is not used. */
#define NO_NAME_BYTES 8

struct name {
    char *full, *brief; /* brief: as it is tried, then as it is shown */
    bool shown;
};

struct names {
    struct name *list;
    size_t count;
    bool failed;
};

ORDER(by_full, struct name, A_TO_Z(full));

ORDER(by_brief, struct name, A_TO_Z(brief) A_TO_Z(full));

/* Whether it reads like a C++ function: parameters and what may follow them, no
 * characters that no such name has. */
static bool is_function(const char *text)
{
    const char *end = strrchr(text, ')');

    if (end == NULL)
        return false;
    end += 1 + strspn(end + 1, " &constvlaie");
    if (*end != '\0' && !starts_with(end, "[clone "))
        return false;
    for (const char *at = text; *at != '\0'; at++)
        if (*at < ' ' || *at > '~' || strchr("\"`$;\\@?", *at) != NULL)
            return false;
    return true;
}

static void add_name(struct names *names, const char *text)
{
    struct name *name;

    if (!is_function(text))
        return;
    if (!array_more(&names->list, names->count, sizeof(*names->list))) {
        names->failed = true;
        return;
    }
    name = &names->list[names->count];
    *name = (struct name){ .full = strdup(text) };
    names->failed |= name->full == NULL;
    names->count += name->full != NULL;
}

static bool is_native(const struct definitions *table, uint32_t frame)
{
    struct python_frame python;

    return definitions_get(table, DEFINITION_FRAME, frame).note_size > 0 &&
           !python_frame_of(table, frame, &python);
}

static void collect_names(struct names *names, struct file_names *files,
                          const struct definitions *table)
{
    uint32_t frames = definitions_count(table, DEFINITION_FRAME);
    char no_name[NO_NAME_BYTES];
    struct symbol symbol;

    for (uint32_t id = 0; id < frames; id++)
        for (int i = 0;
             is_native(table, id) && i < SYMBOLS_MOST &&
             symbols_of_frame(table, id, i, no_name, sizeof(no_name), &symbol);
             i++) {
            add_name(names, symbol.function);
            file_names_add(files, symbol.file);
        }
}

static void names_remove_duplicates(struct names *names)
{
    size_t kept = 0;

    if (names->count > 0)
        qsort(names->list, names->count, sizeof(*names->list), by_full);
    for (size_t i = 0; i < names->count; i++)
        if (kept > 0 && by_full(&names->list[kept - 1], &names->list[i]) == 0)
            free(names->list[i].full);
        else
            names->list[kept++] = names->list[i];
    names->count = kept;
}

/* Tries a brief name for all that have none yet: those that differ are
 * shown. */
static void try_brief(struct names *names, bool templates)
{
    for (size_t i = 0; i < names->count; i++) {
        struct name *name = &names->list[i];

        if (name->shown)
            continue;
        free(name->brief);
        name->brief = short_name(name->full, templates);
        if (name->brief == NULL)
            names->failed = true;
    }
    if (names->failed || names->count == 0)
        return;
    qsort(names->list, names->count, sizeof(*names->list), by_brief);
    for (size_t i = 0; i < names->count; i++) {
        bool as_before = i > 0 && strcmp(names->list[i - 1].brief,
                                         names->list[i].brief) == 0;
        bool as_next =
            i + 1 < names->count &&
            strcmp(names->list[i].brief, names->list[i + 1].brief) == 0;

        names->list[i].shown |= !as_before && !as_next;
    }
}

static const char *shown_name(const struct names *names, const char *full)
{
    struct name wanted = { .full = (char *)(uintptr_t)full };
    const struct name *found = NULL;

    if (names->count > 0)
        found = bsearch(&wanted, names->list, names->count,
                        sizeof(*names->list), by_full);
    return found != NULL && found->shown ? found->brief : full;
}

static bool replace_note(const struct names *names,
                         const struct file_names *files,
                         struct definitions *table, uint32_t frame)
{
    char no_name[NO_NAME_BYTES];
    struct strbuf note = { 0 };
    struct symbol symbol;
    bool done;

    for (int i = 0;
         i < SYMBOLS_MOST &&
         symbols_of_frame(table, frame, i, no_name, sizeof(no_name), &symbol);
         i++) {
        const char *name = symbol.function == no_name
                               ? ""
                               : shown_name(names, symbol.function);

        strbuf_add(&note, name, strlen(name) + 1);
        file_names_put(files, symbol.file, &note);
        strbuf_putc(&note, '\0');
        strbuf_printf(&note, "%d", symbol.line);
        strbuf_putc(&note, '\0');
    }
    done = !note.failed;
    if (done)
        definitions_note(table, DEFINITION_FRAME, frame, note.text,
                         note.length, 1);
    strbuf_clear(&note);
    return done;
}

static void names_clear(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        FREE_ALL(names->list[i].full, names->list[i].brief);
    free(names->list);
}

enum status short_names_set(struct definitions *table)
{
    uint32_t frames = definitions_count(table, DEFINITION_FRAME);
    struct file_names files = { .count = 0 };
    struct names names = { 0 };
    bool any;

    collect_names(&names, &files, table);
    names_remove_duplicates(&names);
    try_brief(&names, false);
    try_brief(&names, true);
    any = file_names_settle(&files) || names.count > 0;
    names.failed |= files.failed;
    if (!names.failed && names.count > 0)
        qsort(names.list, names.count, sizeof(*names.list), by_full);
    for (uint32_t id = 0; any && !names.failed && id < frames; id++)
        if (is_native(table, id))
            names.failed |= !replace_note(&names, &files, table, id);
    names_clear(&names);
    file_names_clear(&files);
    return names.failed ? log_fail(STATUS_NO_MEMORY, "names of functions")
                        : STATUS_OK;
}
