/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of source come from files that hostile runs may name. */
#include "report/source_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/table.h"
#include "unit.h"

static char folder[] = "source_text.XXXXXX";
static const struct column columns[] = {
    { "file", NULL, CELL_TEXT, "" },
    { "line", NULL, CELL_INTEGER, "" },
};
static struct report *report;
static struct source_text *text;

static const char *path_of(const char *name)
{
    static char path[256];

    if (strstr(folder, "XXXXXX") != NULL)
        CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *content, size_t size)
{
    FILE *file = fopen(path_of(name), "w");

    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(content, 1, size, file), size);
    fclose(file);
}

static void begin(void)
{
    struct table *table;

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        table_create("lines", "Lines", 1, columns, 2, &table), STATUS_OK);
    report_add(report, table);
}

static void add(const char *file, int64_t line)
{
    table_text(report->tables[0], file);
    table_integer(report->tables[0], line);
}

/* The files that were named, read with what is in `where' (or NULL). */
static struct source_file *read_all(const char *where, int64_t began)
{
    const char *folders[] = { where };

    CU_ASSERT_EQUAL_FATAL(
        source_text_read(report, folders, where != NULL ? 1 : 0, began, &text),
        STATUS_OK);
    return text->files;
}

static void end(void)
{
    source_text_destroy(text);
    report_destroy(report);
    text = NULL;
}

static const struct source_line *line_at(const struct source_file *file,
                                         uint32_t number)
{
    for (uint32_t i = 0; i < file->line_count; i++)
        if (file->lines[i].number == number)
            return &file->lines[i];
    return NULL;
}

UNIT_TEST(some_lines_around_each_row_are_read)
{
    char content[400] = "";
    const struct source_file *file;

    for (int i = 1; i <= 30; i++)
        sprintf(content + strlen(content), "\tline %d\r\n", i);
    write_file("a.c", content, strlen(content));
    begin();
    add(path_of("a.c"), 20);
    add(path_of("a.c"), 2);
    add(path_of("a.c"), 29);
    file = read_all(NULL, 0);
    CU_ASSERT_EQUAL(text->file_count, 1);
    CU_ASSERT_PTR_NULL(file->problem);
    CU_ASSERT_FALSE(file->newer);
    CU_ASSERT_EQUAL(file->lines[0].number, 1);
    CU_ASSERT_STRING_EQUAL(line_at(file, 20)->text, "        line 20");
    CU_ASSERT_STRING_EQUAL(line_at(file, 24)->text, "        line 24");
    CU_ASSERT_PTR_NULL(line_at(file, 15));
    CU_ASSERT_PTR_NULL(line_at(file, 7));
    CU_ASSERT_STRING_EQUAL(line_at(file, 30)->text, "        line 30");
    CU_ASSERT_PTR_NULL(line_at(file, 31)->text); /* behind the end */
    end();
}

UNIT_TEST(files_that_moved_are_looked_for_in_folders)
{
    CU_ASSERT_EQUAL(mkdir(path_of("src"), 0777), 0);
    write_file("src/b.f90", "one\n", 4);
    begin();
    add("/gone/project/src/b.f90", 1);
    add("/gone/project/c.c", 1);
    CU_ASSERT_STRING_EQUAL(read_all(NULL, 0)[0].problem, "was not found");
    source_text_destroy(text);
    read_all(folder, 1);
    CU_ASSERT_PTR_NULL(text->files[0].problem);
    CU_ASSERT_STRING_EQUAL(text->files[0].read, path_of("src/b.f90"));
    CU_ASSERT_STRING_EQUAL(text->files[0].lines[0].text, "one");
    CU_ASSERT(text->files[0].newer);
    CU_ASSERT_STRING_EQUAL(text->files[1].problem, "was not found");
    end();
}

/* Other files of the user stay unread, however a run names them. */
UNIT_TEST(only_files_of_source_code_are_read)
{
    begin();
    write_file("id_rsa", "secret\n", 7);
    write_file("zero.c", "a\0b\n", 4);
    CU_ASSERT_EQUAL(mkfifo(path_of("pipe.py"), 0600), 0);
    CU_ASSERT_EQUAL(mkdir(path_of("folder.c"), 0700), 0);
    add(path_of("id_rsa"), 1);
    add(path_of("zero.c"), 1);
    add(path_of("pipe.py"), 1);
    add(path_of("folder.c"), 1);
    add("/dev/zero", 1);
    read_all(NULL, 0);
    CU_ASSERT_STRING_EQUAL(text->files[0].problem,
                           "does not have the name of a source file");
    CU_ASSERT_STRING_EQUAL(text->files[1].problem, "is not text");
    CU_ASSERT_STRING_EQUAL(text->files[2].problem, "is not a regular file");
    CU_ASSERT_STRING_EQUAL(text->files[3].problem, "is not a regular file");
    for (uint32_t i = 0; i < text->file_count; i++)
        for (uint32_t k = 0; k < text->files[i].line_count; k++)
            CU_ASSERT_PTR_NULL(text->files[i].lines[k].text);
    end();
}

UNIT_TEST(what_is_large_is_bounded)
{
    size_t size = SOURCE_TEXT_MOST + 1;
    char *large = malloc(size), name[32];

    CU_ASSERT_PTR_NOT_NULL_FATAL(large);
    memset(large, 'x', size);
    write_file("large.c", large, size);
    write_file("long.c", large, 100000);
    free(large);
    begin();
    add(path_of("large.c"), 1);
    add(path_of("long.c"), 1);
    for (int i = 0; i < SOURCE_TEXT_ROWS; i++)
        add(path_of("long.c"), INT32_MAX - i * 100);
    read_all(NULL, 0);
    CU_ASSERT_STRING_EQUAL(text->files[0].problem, "has more than 8 MiB");
    CU_ASSERT_EQUAL(strlen(text->files[1].lines[0].text),
                    SOURCE_TEXT_LONGEST + 4);
    CU_ASSERT(text->files[1].line_count <=
              SOURCE_TEXT_ROWS * (2 * SOURCE_TEXT_AROUND + 1));
    end();
    for (int table = 0; table < 3; table++) {
        if (table == 0)
            begin();
        for (int i = 0; i < SOURCE_TEXT_ROWS; i++) {
            snprintf(name, sizeof(name), "/none/%d.c",
                     table * SOURCE_TEXT_ROWS + i);
            add(name, 1);
        }
        if (table < 2) {
            struct table *more;

            CU_ASSERT_EQUAL_FATAL(
                table_create("more", "More", 1, columns, 2, &more), STATUS_OK);
            report_add(report, report->tables[0]);
            report->tables[0] = more;
        }
    }
    read_all(NULL, 0);
    CU_ASSERT_EQUAL(text->file_count, SOURCE_TEXT_FILES);
    CU_ASSERT(text->more);
    end();
}

/* Rows without a file or line, and tables without these columns. */
UNIT_TEST(rows_without_a_line_name_nothing)
{
    begin();
    add("/a.c", 0);
    add("/a.c", -1);
    add("/a.c", INT64_MAX);
    add("", 7);
    table_empty(report->tables[0]);
    table_empty(report->tables[0]);
    read_all(NULL, 0);
    CU_ASSERT_EQUAL(text->file_count, 0);
    end();
}
