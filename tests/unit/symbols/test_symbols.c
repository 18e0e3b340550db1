/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_symbols.c - addresses of programs compiled here get the names and lines
 * of their source.
 */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log_lines.h"
#include "symbols/symbols.h"
#include "symbols_sample.h"
#include "unit.h"

static char folder[64]; /* made by the first build() */

static int run(const char *format, ...)
{
    char command[1024];
    va_list list;

    va_start(list, format);
    vsnprintf(command, sizeof(command), format, list);
    va_end(list);
    return system(command);
}

/* Compiles the sample to folder/name. */
static void build(const char *name, const char *flags)
{
    const char *compiler = getenv("CC");
    char path[128];
    FILE *file;

    if (*folder == '\0') {
        snprintf(folder, sizeof(folder), "test_symbols.%d", (int)getpid());
        CU_ASSERT_EQUAL_FATAL(mkdir(folder, 0700), 0);
    }
    snprintf(path, sizeof(path), "%s/sample.c", folder);
    file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(symbols_sample, file);
    fclose(file);
    CU_ASSERT_EQUAL_FATAL(run("%s -O1 %s -Wl,--build-id=sha1 %s -o %s/%s",
                              compiler == NULL ? "cc" : compiler, flags, path,
                              folder, name),
                          0);
}

static unsigned long long address_of(const char *name, const char *symbol)
{
    unsigned long long address = 0;
    char command[256];
    FILE *pipe;

    snprintf(command, sizeof(command), "nm %s/%s | grep ' %s$'", folder, name,
             symbol);
    pipe = popen(command, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(pipe);
    CU_ASSERT_EQUAL_FATAL(fscanf(pipe, "%llx", &address), 1);
    pclose(pipe);
    return address;
}

static void read_build_id(const char *name, char *id, size_t size)
{
    char command[256];
    FILE *pipe;

    snprintf(command, sizeof(command),
             "readelf -n %s/%s | sed -n 's/.*Build ID: //p'", folder, name);
    pipe = popen(command, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(pipe);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fgets(id, (int)size, pipe));
    id[strcspn(id, "\n")] = '\0';
    pclose(pipe);
}

/* A table with one frame; key: of the module, NULL: the path of the file. */
static struct definitions *one_frame(const char *name, const char *key,
                                     unsigned long long address)
{
    struct definitions *table;
    uint8_t offset[8];
    char path[256], here[128];
    uint32_t module;

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(here, sizeof(here)));
    snprintf(path, sizeof(path), "%s/%s/%s", here, folder, name);
    if (key == NULL)
        key = path;
    module =
        definitions_intern(table, DEFINITION_MODULE, 0, 0, key, strlen(key));
    definitions_note(table, DEFINITION_MODULE, module, path, strlen(path), 0);
    for (int i = 0; i < 8; i++)
        offset[i] = (uint8_t)(address >> 8 * i);
    definitions_intern(table, DEFINITION_FRAME, module, 0, offset, 8);
    return table;
}

static void expect_symbol(const struct definitions *table, int i,
                          const char *function, int line)
{
    char buffer[64];
    struct symbol symbol;

    CU_ASSERT_EQUAL_FATAL(
        symbols_of_frame(table, 0, i, buffer, sizeof(buffer), &symbol), 1);
    CU_ASSERT_STRING_EQUAL(symbol.function, function);
    CU_ASSERT_EQUAL(symbol.line, line);
    if (line > 0)
        CU_ASSERT(strstr(symbol.file, "/sample.c") != NULL);
}

static void expect_end(const struct definitions *table, int i)
{
    char buffer[64];
    struct symbol symbol;

    CU_ASSERT_EQUAL(
        symbols_of_frame(table, 0, i, buffer, sizeof(buffer), &symbol), 0);
}

/* What a frame behind a label resolves to; line 0: the function alone. */
static void expect_frame(const char *name, unsigned long long address,
                         const char *function, int line)
{
    struct definitions *table = one_frame(name, NULL, address);
    uint32_t unresolved;

    CU_ASSERT_EQUAL(symbols_resolve(table, NULL, &unresolved), STATUS_OK);
    CU_ASSERT_EQUAL(unresolved, 0);
    expect_symbol(table, 0, function, line);
    definitions_destroy(table);
}

UNIT_TEST(a_shared_library_gives_function_and_line)
{
    build("library.so", "-g -fPIC -shared");
    expect_frame("library.so", address_of("library.so", "after_10"), "outer",
                 10);
}

/* Functions that have no mangled name: of a file, and with types of a function. */
static const char scoped[] =
    "namespace app {\n"
    "template <typename F> static int apply(F f)\n"
    "{ __asm__ volatile(\"in_apply: nop\"); return f(1); }\n"
    "static int run(int n)\n"
    "{ return apply([n](int x) {\n"
    "auto deep = [x](int y) {\n"
    "__asm__ volatile(\"in_deep: nop\"); return x + y; };\n"
    "__asm__ volatile(\"in_lambda: nop\"); return deep(n); }); }\n"
    "namespace { struct Step { int go() { return run(3); } }; }\n"
    "}\n"
    "int main() { return app::Step().go(); }\n";

static void expect_name(const char *label, const char *name)
{
    struct definitions *table =
        one_frame("scoped", NULL, address_of("scoped", label) + 1);
    uint32_t unresolved;
    struct symbol symbol;
    char buffer[128];

    CU_ASSERT_EQUAL(symbols_resolve(table, NULL, &unresolved), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        symbols_of_frame(table, 0, 0, buffer, sizeof(buffer), &symbol), 1);
    CU_ASSERT_STRING_EQUAL(symbol.function, name);
    definitions_destroy(table);
}

UNIT_TEST(cplusplus_functions_without_a_mangled_name_have_their_scopes)
{
    FILE *file;

    if (run("c++ --version >/dev/null 2>&1") != 0)
        return;
    build("library.so", "-g -fPIC -shared"); /* makes the folder */
    CU_ASSERT_EQUAL_FATAL(chdir(folder), 0);
    file = fopen("scoped.cc", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(scoped, file);
    fclose(file);
    CU_ASSERT_EQUAL(run("c++ -std=c++11 -g -O0 scoped.cc -o scoped"), 0);
    CU_ASSERT_EQUAL_FATAL(chdir(".."), 0);
    expect_name("in_lambda", "app::run::{lambda at line 5}::operator()()");
    expect_name("in_deep", "app::run::{lambda at line 5}::operator()::"
                           "{lambda at line 6}::operator()()");
    expect_name("in_apply", "app::apply<app::run(int)::<lambda(int)> >()");
}

UNIT_TEST(a_position_independent_program_gives_function_and_line)
{
    build("pie", "-g -fPIE -pie -DPROGRAM");
    expect_frame("pie", address_of("pie", "after_10"), "outer", 10);
}

UNIT_TEST(a_program_at_a_fixed_address_gives_function_and_line)
{
    build("fixed", "-g -fno-pie -no-pie -DPROGRAM");
    expect_frame("fixed", address_of("fixed", "after_10"), "outer", 10);
}

UNIT_TEST(inlined_functions_come_innermost_first)
{
    struct definitions *table;
    uint32_t unresolved;

    build("library.so", "-g -fPIC -shared");
    table = one_frame("library.so", NULL, address_of("library.so", "after_5"));
    CU_ASSERT_EQUAL(symbols_resolve(table, NULL, &unresolved), STATUS_OK);
    expect_symbol(table, 0, "middle", 5);
    expect_symbol(table, 1, "outer", 11);
    expect_end(table, 2);
    definitions_destroy(table);
}

UNIT_TEST(without_debug_information_the_function_remains)
{
    build("plain", "-fPIE -pie -DPROGRAM");
    expect_frame("plain", address_of("plain", "after_10") - 1, "outer", 0);
}

UNIT_TEST(a_stripped_library_gives_what_it_exports)
{
    unsigned long long address;

    build("stripped.so", "-g -fPIC -shared");
    address = address_of("stripped.so", "after_10") - 1;
    CU_ASSERT_EQUAL_FATAL(run("strip %s/stripped.so", folder), 0);
    expect_frame("stripped.so", address, "outer", 0);
}

/* Compiled as a program without symbols: where its function starts.  behind:
 * an address in it. */
static unsigned long long build_bare(const char *name,
                                     unsigned long long *behind)
{
    unsigned long long start;

    build(name, "-fPIE -pie -DPROGRAM");
    start = address_of(name, "outer");
    *behind = address_of(name, "after_10");
    CU_ASSERT_EQUAL_FATAL(run("strip %s/%s", folder, name), 0);
    return start;
}

UNIT_TEST(without_symbols_a_function_is_known_by_its_start)
{
    struct definitions *table;
    unsigned long long address, start = build_bare("bare", &address);
    uint32_t unresolved;
    char name[64];

    table = one_frame("bare", NULL, address);
    CU_ASSERT_FALSE(symbols_has_name(table, 0));
    CU_ASSERT_EQUAL(symbols_resolve(table, NULL, &unresolved), STATUS_OK);
    CU_ASSERT_EQUAL(unresolved, 1);
    snprintf(name, sizeof(name), "bare: function at 0x%llx", start);
    expect_symbol(table, 0, name, 0);
    CU_ASSERT_FALSE(symbols_has_name(table, 0));
    definitions_destroy(table);
}

/* As when symbols are looked up again with MPIPROF_BINARIES. */
UNIT_TEST(a_name_takes_the_place_of_a_start)
{
    struct definitions *table;
    unsigned long long address;
    uint32_t unresolved;

    build_bare("later", &address);
    table = one_frame("later", NULL, address);
    CU_ASSERT_EQUAL(symbols_resolve(table, NULL, &unresolved), STATUS_OK);
    build("later", "-fPIE -pie -DPROGRAM");
    CU_ASSERT_EQUAL(symbols_resolve(table, NULL, &unresolved), STATUS_OK);
    CU_ASSERT_EQUAL(unresolved, 0);
    expect_symbol(table, 0, "outer", 0);
    CU_ASSERT_TRUE(symbols_has_name(table, 0));
    definitions_destroy(table);
}

static void split(const char *name, const char *debug)
{
    CU_ASSERT_EQUAL_FATAL(run("cd %s && mkdir -p .debug && "
                              "objcopy --only-keep-debug %s %s && strip %s && "
                              "objcopy --add-gnu-debuglink=%s %s",
                              folder, name, debug, name, debug, name),
                          0);
}

UNIT_TEST(a_linked_debug_file_is_found)
{
    unsigned long long address;

    build("split.so", "-g -fPIC -shared");
    address = address_of("split.so", "after_10");
    split("split.so", ".debug/split.so.debug");
    expect_frame("split.so", address, "outer", 10);
}

UNIT_TEST(a_debug_file_of_another_build_is_not_used)
{
    unsigned long long address;

    build("other.so", "-g -fPIC -shared");
    address = address_of("other.so", "after_10") - 1;
    split("other.so", ".debug/other.so.debug");
    CU_ASSERT_EQUAL_FATAL(run("echo >> %s/.debug/other.so.debug", folder), 0);
    expect_frame("other.so", address, "outer", 0);
}

UNIT_TEST(the_build_id_must_be_that_of_the_run)
{
    static const char other[] = "0123456789abcdef0123456789abcdef01234567";
    struct definitions *table;
    unsigned long long address;
    uint32_t unresolved;
    char id[64], place[64];

    build("library.so", "-g -fPIC -shared");
    read_build_id("library.so", id, sizeof(id));
    address = address_of("library.so", "after_10");
    table = one_frame("library.so", id, address);
    CU_ASSERT_EQUAL(symbols_resolve(table, NULL, &unresolved), STATUS_OK);
    expect_symbol(table, 0, "outer", 10);
    definitions_destroy(table);

    table = one_frame("library.so", other, address);
    CU_ASSERT_EQUAL(symbols_resolve(table, NULL, &unresolved), STATUS_OK);
    CU_ASSERT_EQUAL(unresolved, 1);
    snprintf(place, sizeof(place), "library.so+0x%llx", address);
    expect_symbol(table, 0, place, 0);
    definitions_destroy(table);
}

UNIT_TEST(a_missing_file_leaves_module_and_offset)
{
    struct definitions *table = one_frame("nothing.so", NULL, 0x1234);
    uint32_t unresolved;

    CU_ASSERT_EQUAL(symbols_resolve(table, NULL, &unresolved), STATUS_OK);
    CU_ASSERT_EQUAL(unresolved, 1);
    expect_symbol(table, 0, "nothing.so+0x1234", 0);
    expect_end(table, 1);
    definitions_destroy(table);
}

/* line 0: its file is not found. */
static void expect_moved(const char *folders, const char *name, const char *id,
                         unsigned long long address, int line)
{
    struct definitions *table = one_frame(name, id, address);
    uint32_t unresolved;

    CU_ASSERT_EQUAL(symbols_resolve(table, folders, &unresolved), STATUS_OK);
    CU_ASSERT_EQUAL(unresolved, line == 0);
    if (line > 0)
        expect_symbol(table, 0, "outer", line);
    definitions_destroy(table);
}

UNIT_TEST(a_file_is_found_where_it_was_brought_to)
{
    unsigned long long address;
    char id[64], here[128], folders[512];

    build("away.so", "-g -fPIC -shared");
    read_build_id("away.so", id, sizeof(id));
    address = address_of("away.so", "after_10");
    CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(here, sizeof(here)));
    snprintf(folders, sizeof(folders), "%s/none::%s/%s/brought", here, here,
             folder);

    /* By its name. */
    run("cd %s && mkdir brought && mv away.so brought", folder);
    expect_moved(NULL, "away.so", id, address, 0);
    expect_moved(folders, "away.so", id, address, 10);
    /* A path stands for a file without build-id: any file will do. */
    expect_moved(folders, "away.so", NULL, address, 10);

    /* By its path, another build by its name. */
    build("other.so", "-fPIC -shared");
    run("cd %s/brought && mkdir -p .%s/%s && mv away.so .%s/%s && "
        "mv ../other.so away.so",
        folder, here, folder, here, folder);
    expect_moved(folders, "away.so", id, address, 10);

    /* By its build-id, and as a debug file alone. */
    run("cd %s/brought && mkdir -p .build-id/%.2s && "
        "mv .%s/%s/away.so .build-id/%.2s/%s",
        folder, id, here, folder, id, id + 2);
    expect_moved(folders, "away.so", id, address, 10);
    run("cd %s/brought/.build-id/%.2s && "
        "objcopy --only-keep-debug %s %s.debug && rm %s",
        folder, id, id + 2, id + 2, id + 2);
    expect_moved(folders, "away.so", id, address, 10);
    id[10] = id[10] == '0' ? '1' : '0';
    expect_moved(folders, "away.so", id, address, 0);
}

UNIT_TEST(a_debug_file_is_found_by_build_id_in_a_folder)
{
    unsigned long long address;
    char id[64], folders[128];

    build("split2.so", "-g -fPIC -shared");
    read_build_id("split2.so", id, sizeof(id));
    address = address_of("split2.so", "after_10");
    run("cd %s && mkdir -p ids/.build-id/%.2s && objcopy --only-keep-debug "
        "split2.so ids/.build-id/%.2s/%s.debug && strip split2.so",
        folder, id, id, id + 2);
    snprintf(folders, sizeof(folders), "%s/ids", folder);
    expect_moved(folders, "split2.so", id, address, 10);
}

UNIT_TEST(no_server_is_asked)
{
    unsigned long long address;
    char cache[128];

    build("asked.so", "-g -fPIC -shared");
    address = address_of("asked.so", "after_10") - 1;
    CU_ASSERT_EQUAL_FATAL(run("strip %s/asked.so", folder), 0);
    snprintf(cache, sizeof(cache), "%s/cache", folder);
    setenv("DEBUGINFOD_URLS", "http://127.0.0.1:9/", 1);
    setenv("DEBUGINFOD_CACHE_PATH", cache, 1); /* made when one is asked */
    expect_frame("asked.so", address, "outer", 0);
    CU_ASSERT_NOT_EQUAL(access(cache, F_OK), 0);
    unsetenv("DEBUGINFOD_URLS");
}

static int remove_one(const char *path, const struct stat *facts, int type,
                      struct FTW *where)
{
    (void)facts, (void)type, (void)where;
    return remove(path);
}

UNIT_TEST(what_was_made_is_removed)
{
    CU_ASSERT_EQUAL(nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}
