/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_short_names.c - C++ functions are shown by name, and by more of it where
 * two would read alike.
 */
#include "symbols/file_names.h"
#include "symbols/short_names.h"

#include <stdlib.h>
#include <string.h>

#include "symbols/python_frame.h"
#include "symbols/symbols.h"
#include "unit.h"

static void is_short(const char *name, const char *plain, const char *whole)
{
    char *found = short_name(name, false), *more = short_name(name, true);

    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT_PTR_NOT_NULL_FATAL(more);
    CU_ASSERT_STRING_EQUAL(found, plain);
    CU_ASSERT_STRING_EQUAL(more, whole);
    free(found);
    free(more);
}

UNIT_TEST(types_and_parameters_are_left_out)
{
    is_short("heat::solve(int&)", "heat::solve", "heat::solve");
    is_short("app::Grid::size() const", "app::Grid::size", "app::Grid::size");
    is_short("void app::forward<double>(app::Grid<double>&, std::map<int, "
             "std::vector<double> > const&)",
             "app::forward", "app::forward<double>");
    is_short("std::enable_if<(4)>(3), int>::type f<int, 5>(int)", "f",
             "f<int, 5>");
    is_short("f(void (*)(int)) [clone .isra.0]", "f", "f");
}

UNIT_TEST(functions_of_the_library_are_known)
{
    CU_ASSERT(
        is_library_name("std::__invoke_r<void, main::{lambda()#1}&>(main::"
                        "{lambda()#1}&)"));
    CU_ASSERT(is_library_name(
        "std::enable_if<is_invocable_r_v<void, f&>, void>::type "
        "std::__invoke_r<void, f&>(f&)"));
    CU_ASSERT(is_library_name("void std::__introsort_loop<int*>(int*, int*)"));
    CU_ASSERT(is_library_name("std::function<void ()>::operator()() const"));
    CU_ASSERT(
        is_library_name("__gnu_cxx::new_allocator<int>::allocate(long)"));
    CU_ASSERT_FALSE(is_library_name("std::vector<int> heat::rows(int)"));
    CU_ASSERT_FALSE(is_library_name("heat::step(std::vector<int>&)"));
    CU_ASSERT_FALSE(is_library_name("main::{lambda()#1}::operator()() const"));
    CU_ASSERT_FALSE(is_library_name("stdlib"));
    CU_ASSERT_FALSE(is_library_name("mystd::run()"));
}

UNIT_TEST(operators_lambdas_and_namespaces_without_name_are_kept)
{
    is_short("(anonymous namespace)::run(int)", "(anonymous namespace)::run",
             "(anonymous namespace)::run");
    is_short("bool operator< <int>(A<int> const&, A<int> const&)", "operator<",
             "operator< <int>");
    is_short("A<int>::operator()(int) const", "A::operator()",
             "A<int>::operator()");
    is_short("A::operator bool() const", "A::operator bool",
             "A::operator bool");
    is_short("main::{lambda(int)#1}::operator()(int) const",
             "main::{lambda(int)#1}::operator()",
             "main::{lambda(int)#1}::operator()");
    is_short("step(int)::{lambda()#2}::operator()() const",
             "step::{lambda()#2}::operator()",
             "step::{lambda()#2}::operator()");
    is_short("f(unclosed", "f", "f");
    is_short("", "", "");
}

UNIT_TEST(lambdas_of_methods_and_operators_of_templates_have_their_names)
{
    is_short("app::Grid::run(int) const::{lambda(int)#1}::operator()(int) "
             "const",
             "app::Grid::run::{lambda(int)#1}::operator()",
             "app::Grid::run::{lambda(int)#1}::operator()");
    is_short("A::f() const &&::{lambda()#1}::operator()() const::"
             "{lambda()#2}::operator()() const",
             "A::f::{lambda()#1}::operator()::{lambda()#2}::operator()",
             "A::f::{lambda()#1}::operator()::{lambda()#2}::operator()");
    is_short("std::ostream& app::operator<< <int>(std::ostream&, A<int>)",
             "app::operator<<", "app::operator<< <int>");
    is_short("bool operator==<int>(A<int> const&, A<int> const&)",
             "operator==", "operator==<int>");
    is_short("bool operator><int>(A<int> const&, A<int> const&)", "operator>",
             "operator><int>");
    is_short("A<int> operator-<int>(A<int> const&)", "operator-",
             "operator-<int>");
    is_short("void F::operator()<int>(int) const", "F::operator()",
             "F::operator()<int>");
}

UNIT_TEST(pointers_to_functions_are_no_names)
{
    is_short("void apply<int>(void (*)(int), int (&)(double))", "apply",
             "apply<int>");
    is_short("app::each(void (A::*)(int) const)", "app::each", "app::each");
    is_short("void (*get<int>(int))(double)", "get", "get<int>");
    is_short("int (*app::pick(void (*)(int)))(char)", "app::pick",
             "app::pick");
}

static uint32_t add_frame(struct definitions *table, const char *name)
{
    uint32_t module =
        definitions_intern(table, DEFINITION_MODULE, 0, 0, "prog", 4);
    uint8_t key[8] = { (uint8_t)definitions_count(table, DEFINITION_FRAME) };
    uint32_t id = definitions_intern(table, DEFINITION_FRAME, module, 0, key,
                                     sizeof(key));
    char note[128];

    strcpy(note, name);
    memcpy(note + strlen(name) + 1, "a.cc\0007", 7);
    definitions_note(table, DEFINITION_FRAME, id, note, strlen(name) + 8, 0);
    return id;
}

static void shows(const struct definitions *table, uint32_t frame,
                  const char *name)
{
    struct symbol symbol;
    char buffer[64];

    CU_ASSERT_TRUE_FATAL(
        symbols_of_frame(table, frame, 0, buffer, sizeof(buffer), &symbol));
    CU_ASSERT_STRING_EQUAL(symbol.function, name);
    CU_ASSERT_STRING_EQUAL(symbol.file, "a.cc");
    CU_ASSERT_EQUAL(symbol.line, 7);
}

UNIT_TEST(functions_that_would_read_alike_keep_more)
{
    static const char *const names[][2] = {
        { "void alone<int>(A<int>)", "alone" },
        { "void alone<int>(A<int>)", "alone" },
        { "void grid<int>(int)", "grid<int>" },
        { "void grid<float>(float)", "grid<float>" },
        { "put(int)", "put(int)" },
        { "put(float)", "put(float)" },
        { "MAIN__", "MAIN__" },
        { "a::sweep<int>", "a::sweep<int>" },
        { "a::sweep<float>", "a::sweep<float>" },
        { "b::sweep<int>", "b::sweep<int>" },
        { "a::run(int) const::{lambda()#1}::operator()() const",
          "a::run::{lambda()#1}::operator()" },
        { "b::run(int) const::{lambda()#1}::operator()() const",
          "b::run::{lambda()#1}::operator()" },
        { "`id` $(id) $HOME", "`id` $(id) $HOME" },
    };
    const int count = sizeof(names) / sizeof(*names);
    struct definitions *table;
    uint32_t frames[sizeof(names) / sizeof(*names)];

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    for (int i = 0; i < count; i++)
        frames[i] = add_frame(table, names[i][0]);
    CU_ASSERT_EQUAL(short_names_set(table), STATUS_OK);
    for (int i = 0; i < count; i++)
        shows(table, frames[i], names[i][1]);
    definitions_destroy(table);
}

UNIT_TEST(frames_of_python_are_left_alone)
{
    struct python_frame frame = { "f.<locals>.g()", "a.py", 1, 2 }, found;
    struct definitions *table;
    uint32_t id;

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    id = python_frame_define(table, &frame);
    CU_ASSERT_EQUAL(short_names_set(table), STATUS_OK);
    CU_ASSERT_TRUE_FATAL(python_frame_of(table, id, &found));
    CU_ASSERT_STRING_EQUAL(found.function, frame.function);
    definitions_destroy(table);
}

/* What is shown of a path, given all of them. */
static void shows_file(const char *const *paths, size_t count, size_t at,
                       const char *shown)
{
    struct file_names names = { .count = 0 };
    struct strbuf out = { 0 };

    for (size_t i = 0; i < count; i++)
        file_names_add(&names, paths[i]);
    file_names_settle(&names);
    file_names_put(&names, paths[at], &out);
    CU_ASSERT_STRING_EQUAL(file_names_shown(strbuf_text(&out)), shown);
    strbuf_clear(&out);
    file_names_clear(&names);
}

UNIT_TEST(files_of_the_same_name_have_their_folders)
{
    static const char *const paths[] = {
        "/src/gas/flow.c", "/src/ice/flow.c", "/src/main.c",
        "/src/a/x/util.c", "/src/b/x/util.c", "gas/near.c",
        "ice/near.c",      "/usr//lib/odd.c", "/src/gas/flow.c",
    };
    static const char *const shown[] = {
        "gas/flow.c", "ice/flow.c", "main.c", "a/x/util.c", "b/x/util.c",
        "gas/near.c", "ice/near.c", "odd.c",  "gas/flow.c",
    };

    for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++)
        shows_file(paths, sizeof(paths) / sizeof(*paths), i, shown[i]);
    shows_file(paths, 1, 0, "flow.c");
}

UNIT_TEST(files_of_frames_are_marked)
{
    struct definitions *table;
    struct symbol symbol;
    char buffer[64];
    uint32_t ids[2];

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    for (int i = 0; i < 2; i++) {
        const char *note = i == 0 ? "run\0/p/a/x.c\0"
                                    "7"
                                  : "run\0/p/b/x.c\0"
                                    "7";

        ids[i] = add_frame(table, "run");
        definitions_note(table, DEFINITION_FRAME, ids[i], note,
                         strlen("run") + strlen("/p/a/x.c") + 4, 1);
    }
    CU_ASSERT_EQUAL(short_names_set(table), STATUS_OK);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_TRUE_FATAL(symbols_of_frame(table, ids[i], 0, buffer,
                                              sizeof(buffer), &symbol));
        CU_ASSERT_STRING_EQUAL(symbol.file,
                               i == 0 ? "/p//a/x.c" : "/p//b/x.c");
    }
    definitions_destroy(table);
}
