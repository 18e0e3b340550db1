/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_pyprof.c - profiles of Python: what is read of bytes, and what is made
 * of the ranks.  The command and pstats are asked in tests/pyprof.
 */
#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "log_lines.h"
#include "pyprof/files/py_profile.h"
#include "pyprof/files/py_text.h"
#include "pyprof/merged.h"
#include "pyprof/pyprof.h"
#include "unit.h"

/* ---- a profile, byte by byte ---- */

static void put_text(struct bytes_writer *out, const char *text)
{
    size_t length = strlen(text);

    bytes_put(out, "u", 1);
    bytes_put_fixed32(out, (uint32_t)length);
    bytes_put(out, text, length);
}

static void put_whole(struct bytes_writer *out, uint32_t value)
{
    bytes_put(out, "i", 1);
    bytes_put_fixed32(out, value);
}

static void put_real(struct bytes_writer *out, double value)
{
    bytes_put(out, "g", 1);
    bytes_put_double(out, value);
}

static void put_key(struct bytes_writer *out, const char *file, uint32_t line,
                    const char *name)
{
    bytes_put(out, ")\3", 2);
    put_text(out, file);
    put_whole(out, line);
    put_text(out, name);
}

/* f takes `seconds' itself and 1 s in g, which it calls and which may be in
 * another file. */
static void put_calls(struct bytes_writer *out, const char *file,
                      const char *callee, const char *name, double seconds)
{
    bytes_writer_init(out);
    bytes_put(out, "{", 1);
    put_key(out, file, 3, "f");
    bytes_put(out, ")\5", 2);
    put_whole(out, 2);
    put_whole(out, 5);
    put_real(out, seconds);
    put_real(out, seconds + 1);
    bytes_put(out, "{0", 2);
    put_key(out, callee, 9, name);
    bytes_put(out, ")\5", 2);
    put_whole(out, 7);
    put_whole(out, 7);
    put_real(out, 1);
    put_real(out, 1);
    bytes_put(out, "{", 1);
    put_key(out, file, 3, "f");
    bytes_put(out, ")\4", 2);
    put_whole(out, 7);
    put_whole(out, 7);
    put_real(out, 1);
    put_real(out, 1);
    bytes_put(out, "00", 2);
}

static void put_profile(struct bytes_writer *out, const char *file,
                        double seconds)
{
    put_calls(out, file, file, "g", seconds);
}

static struct pyprof *create(bool as_is)
{
    struct pyprof_options options = { .as_is = as_is, .by_rank = true };
    struct pyprof *merged = NULL;

    CU_ASSERT_EQUAL_FATAL(pyprof_create(&options, &merged), STATUS_OK);
    return merged;
}

static void add_bytes(struct pyprof *merged, int rank,
                      struct bytes_writer *bytes)
{
    CU_ASSERT_EQUAL(
        pyprof_add_bytes(merged, rank, "cpu.prof", bytes->data, bytes->size),
        STATUS_OK);
    bytes_writer_clear(bytes);
}

static void add(struct pyprof *merged, int rank, const char *file,
                double seconds)
{
    struct bytes_writer bytes;

    put_profile(&bytes, file, seconds);
    add_bytes(merged, rank, &bytes);
}

static struct report *report_of(const struct pyprof *merged)
{
    struct pyprof_view view = { .callers = "g\\)$" };
    struct report *report = NULL;

    CU_ASSERT_EQUAL_FATAL(report_create(&report), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(pyprof_report(merged, &view, report), STATUS_OK);
    return report;
}

static const struct cell *cell_of(const struct report *report,
                                  const char *name, size_t row,
                                  const char *column)
{
    const struct table *table = report_table(report, name);

    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    CU_ASSERT_FATAL(row < table->row_count);
    return table_cell(table, row, (size_t)table_column(table, column));
}

/* ---- tests ---- */

UNIT_TEST(ranks_become_tables)
{
    struct pyprof *merged = create(false);
    struct report *report;

    add(merged, 0, "a.py", 2);
    add(merged, 4, "a.py", 6);
    report = report_of(merged);
    CU_ASSERT_EQUAL(cell_of(report, "python_functions", 0, "calls")->as.number,
                    10);
    CU_ASSERT_EQUAL(
        cell_of(report, "python_functions", 0, "primitive_calls")->as.number,
        4);
    CU_ASSERT_EQUAL(cell_of(report, "python_functions", 0, "own_s")->as.number,
                    8000000000u);
    CU_ASSERT_EQUAL(
        cell_of(report, "python_imbalance", 0, "max_rank")->as.integer, 4);
    CU_ASSERT_EQUAL(
        cell_of(report, "python_imbalance", 0, "avoidable_s")->as.number,
        2000000000u);
    CU_ASSERT_EQUAL(cell_of(report, "python_callers", 0, "calls")->as.number,
                    14);
    CU_ASSERT_EQUAL(report->completeness_count, 1); /* no MPI */
    report_destroy(report);
    pyprof_destroy(merged);
}

UNIT_TEST(times_are_those_of_functions_in_python)
{
    struct pyprof *merged = create(false), *built_in = create(false);
    struct python_times times;

    add(merged, 0, "a.py", 2);
    add(merged, 4, "a.py", 6);
    CU_ASSERT_EQUAL_FATAL(pyprof_times(merged, &times), STATUS_OK);
    CU_ASSERT_EQUAL(times.ranks, 2);
    CU_ASSERT_EQUAL_FATAL(times.count, 2);
    CU_ASSERT_STRING_EQUAL(times.items[0].file, "a.py");
    CU_ASSERT_STRING_EQUAL(times.items[0].function, "f");
    CU_ASSERT_EQUAL(times.items[0].first_line, 3);
    CU_ASSERT_EQUAL(times.items[0].own, 8000000000u);
    CU_ASSERT_EQUAL(times.items[0].cumulative, 10000000000u);
    CU_ASSERT_EQUAL(times.items[0].most, 6000000000u);
    CU_ASSERT_EQUAL(times.items[0].most_rank, 4);
    python_times_clear(&times);
    add(built_in, 0, "~", 2);
    CU_ASSERT_EQUAL_FATAL(pyprof_times(built_in, &times), STATUS_OK);
    CU_ASSERT_EQUAL(times.count, 0);
    python_times_clear(&times);
    pyprof_destroy(merged);
    pyprof_destroy(built_in);
}

#define SECONDS(actual, expected) \
    CU_ASSERT_DOUBLE_EQUAL(actual, expected, 1e-9)

/* f() takes 2 s, and 1 s in what it calls. */
static double with_callee(const char *callee, const char *name)
{
    struct pyprof *merged = create(true);
    struct python_times times;
    struct bytes_writer bytes;
    double seconds;

    put_calls(&bytes, "/home/u/a.py", callee, name, 2);
    add_bytes(merged, 0, &bytes);
    CU_ASSERT_EQUAL_FATAL(pyprof_times(merged, &times), STATUS_OK);
    CU_ASSERT_STRING_EQUAL_FATAL(times.items[0].function, "f");
    CU_ASSERT_EQUAL(times.items[0].with_libraries.all,
                    times.items[0].with_libraries.most);
    seconds = (double)times.items[0].with_libraries.all / 1e9;
    python_times_clear(&times);
    pyprof_destroy(merged);
    return seconds;
}

UNIT_TEST(what_libraries_take_is_their_callers_but_not_mpi)
{
    SECONDS(with_callee("/home/u/a.py", "g"), 2);
    SECONDS(with_callee("/home/u/python/b.py", "g"), 2);
    SECONDS(with_callee("~", "<built-in method time.sleep>"), 3);
    SECONDS(
        with_callee("~", "<method 'Barrier' of 'mpi4py.MPI.Comm' objects>"),
        2);
    SECONDS(with_callee("/usr/lib/python3/dist-packages/numpy/l.py", "g"), 3);
    SECONDS(with_callee("/venv/lib64/python3.11/json/x.py", "g"), 3);
    SECONDS(with_callee("<__array_function__ internals>", "g"), 3);
}

static void add_calls(struct pyprof *merged, int rank, const char *file,
                      const char *callee, const char *name, double seconds)
{
    struct bytes_writer bytes;

    put_calls(&bytes, file, callee, name, seconds);
    add_bytes(merged, rank, &bytes);
}

/* f() calls a method of mpi4py for 1 s. */
static void pickles(const char *method, uint64_t ns, bool wanted)
{
    struct pyprof *merged = create(true);
    struct python_times times;

    add_calls(merged, 0, "/home/u/a.py", "~", method, 2);
    CU_ASSERT_EQUAL_FATAL(pyprof_times(merged, &times), STATUS_OK);
    CU_ASSERT_EQUAL(times.items[0].in_mpi4py, ns);
    CU_ASSERT_EQUAL(times.items[0].pickles, wanted);
    python_times_clear(&times);
    pyprof_destroy(merged);
}

UNIT_TEST(lower_case_methods_of_mpi4py_pickle)
{
    pickles("<method 'send' of 'mpi4py.MPI.Comm' objects>", 1000000000, true);
    pickles("<method 'wait' of 'mpi4py.MPI.Request' objects>", 1000000000,
            true);
    pickles("<method 'Send' of 'mpi4py.MPI.Comm' objects>", 1000000000, false);
    pickles("<method 'barrier' of 'mpi4py.MPI.Comm' objects>", 1000000000,
            false);
    pickles("<method 'send' of '_socket.socket' objects>", 0, false);
    pickles("<method 'scatter' of 'petsc4py.PETSc.Scatter' objects>", 0,
            false);
}

#define BARRIER "<method 'Barrier' of 'mpi4py.MPI.Comm' objects>"

/* Whether a line of the verdict has that text. */
static bool says(const struct pyprof *merged, const char *text)
{
    struct report *report = report_of(merged);
    bool found = false;

    for (size_t i = 0; i < report->verdict_count; i++)
        found = found || strstr(report->verdict[i], text) != NULL;
    report_destroy(report);
    return found;
}

/* f() of rank 0 takes longer than that of rank 1, but all of rank 0 does not. */
UNIT_TEST(the_greatest_gain_is_said_first)
{
    struct pyprof *merged = create(false);

    add_calls(merged, 0, "a.py", "~", BARRIER, 10);
    add_calls(merged, 1, "a.py", "a.py", "g", 9.5);
    CU_ASSERT_TRUE(says(merged, "1. Rank 1 works alone "
                                "in g (a.py:9): 1.00 s."));
    CU_ASSERT_TRUE(says(merged, "2. Rank 0 works 1.1 times as long as rank "
                                "1 in f (a.py:3): 10.0 s against 9.50 s."));
    CU_ASSERT_FALSE(says(merged, "idle"));
    pyprof_destroy(merged);
}

UNIT_TEST(ranks_that_only_wait_are_idle)
{
    struct pyprof *merged = create(false);

    add_calls(merged, 0, "a.py", "a.py", "g", 3);
    add_calls(merged, 3, "a.py", "~", BARRIER, 0);
    CU_ASSERT_TRUE(says(merged, "1 of 2 ranks works, 1 is idle: rank 3."));
    add_calls(merged, 5, "a.py", "~", BARRIER, 0);
    CU_ASSERT_TRUE(
        says(merged, "1 of 3 ranks works, 2 are idle: ranks 3 and 5."));
    pyprof_destroy(merged);
}

/* Of files of mpi4py, not of those that are named after it. */
UNIT_TEST(hidden_methods_of_mpi4py_are_said)
{
    static const char *const files[] = { "/lib/mpi4py/run.py",
                                         "/home/u/mpi4py_test/a.py" };

    for (int i = 0; i < 2; i++) {
        struct pyprof *merged = create(false);
        struct report *report;

        add(merged, 0, files[i], 2);
        report = report_of(merged);
        CU_ASSERT_EQUAL(report->completeness_count, i == 0);
        report_destroy(report);
        pyprof_destroy(merged);
    }
}

UNIT_TEST(a_folder_of_another_name_is_the_same_one)
{
    struct pyprof *merged = create(false), *apart = create(true);
    struct report *report;

    for (int rank = 0; rank < 2; rank++) {
        add(merged, rank, rank == 0 ? "/n0/x/a.py" : "/n1/x/a.py", 1);
        add(apart, rank, rank == 0 ? "/n0/x/a.py" : "/n1/x/a.py", 1);
    }
    CU_ASSERT_EQUAL(merged->function_count, 2);
    CU_ASSERT_EQUAL(apart->function_count, 4);
    report = report_of(merged);
    CU_ASSERT_EQUAL(report->completeness_count, 2); /* and no MPI */
    report_destroy(report);
    pyprof_destroy(merged);
    pyprof_destroy(apart);
}

UNIT_TEST(what_is_refused_is_told_and_missing)
{
    struct pyprof *merged = create(false);
    struct bytes_writer bytes;
    struct report *report;
    struct log_lines lines;

    add(merged, 0, "a.py", 1);
    put_profile(&bytes, "a.py", 1);
    log_lines_start(&lines);
    for (size_t size = 0; size < bytes.size; size++)
        CU_ASSERT_EQUAL(
            pyprof_add_bytes(merged, 1, "cpu_1.prof", bytes.data, size),
            STATUS_BAD_FORMAT);
    log_set_sink(NULL, NULL);
    CU_ASSERT_EQUAL(lines.count, (int)bytes.size);
    CU_ASSERT_TRUE(log_lines_say(&lines, "cpu_1.prof: is cut off at byte"));
    CU_ASSERT_EQUAL(pyprof_rank_count(merged), 1);
    CU_ASSERT_EQUAL(merged->function_count, 2);
    report = report_of(merged);
    CU_ASSERT_EQUAL(report->completeness_count,
                    21); /* 20, and how many more */
    HAS(report->completeness[0], "cpu_1.prof");
    report_destroy(report);
    bytes_writer_clear(&bytes);
    pyprof_destroy(merged);
}

UNIT_TEST(what_is_written_is_read_again)
{
    struct pyprof *merged = create(true), *again = create(true);
    struct strbuf first = { 0 }, second = { 0 };

    add(merged, 0, "a.py", 0.1);
    add(merged, 1, "b.py", NAN);
    CU_ASSERT_EQUAL(pyprof_write(merged, &first), STATUS_OK);
    CU_ASSERT_EQUAL(pyprof_add_bytes(again, 0, "m", first.text, first.length),
                    STATUS_OK);
    CU_ASSERT_EQUAL(pyprof_write(again, &second), STATUS_OK);
    CU_ASSERT_EQUAL(first.length, second.length);
    CU_ASSERT_EQUAL(memcmp(first.text, second.text, first.length), 0);
    strbuf_clear(&first);
    strbuf_clear(&second);
    pyprof_destroy(merged);
    pyprof_destroy(again);
}

UNIT_TEST(long_numbers_are_written_as_they_are)
{
    static const char bytes[] =
        "{)\3z\1fl\xfd\xff\xff\xff\0\0\0\0\4\0z\1g"
        ")\5l\3\0\0\0\0\0\0\0\2\0i\1\0\0\0i\0\0\0\0i\0\0\0\0{00";
    struct pyprof *merged = create(true);
    struct py_profile profile;
    struct strbuf out = { 0 }, problem = { 0 };

    CU_ASSERT_EQUAL(pyprof_add_bytes(merged, 0, "m", bytes, sizeof(bytes) - 1),
                    STATUS_OK);
    CU_ASSERT_EQUAL(pyprof_write(merged, &out), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        py_profile_read(out.text, out.length, &profile, &problem), STATUS_OK);
    CU_ASSERT_EQUAL(profile.keys[0].line, -(INT64_C(1) << 32));
    CU_ASSERT_EQUAL(profile.entries[0].numbers.primitive, UINT64_C(1) << 31);
    py_profile_clear(&profile);
    strbuf_clear(&out);
    strbuf_clear(&problem);
    pyprof_destroy(merged);
}

UNIT_TEST(names_go_in_and_out_unchanged)
{
    static const char bytes[] = "a\0b\xff\xc3\xa9\xed\xa0\x80";
    struct strbuf ours = { 0 }, python = { 0 };

    py_text_take(&ours, bytes, sizeof(bytes) - 1);
    CU_ASSERT_STRING_EQUAL(ours.text, "a\xc0\x80"
                                      "b\xed\xb3\xbf\xc3\xa9"
                                      "\xed\xa0\x80");
    py_text_give(&python, ours.text);
    CU_ASSERT_EQUAL(python.length, 11);
    CU_ASSERT_EQUAL(
        memcmp(python.text, "a\0b\xed\xb3\xbf\xc3\xa9\xed\xa0\x80", 11), 0);
    strbuf_clear(&ours);
    strbuf_clear(&python);
}

UNIT_TEST(addresses_are_left_out)
{
    static const char *const names[][2] = {
        { "<built-in method f of type object at 0x7f0a>",
          "<built-in method f of type object>" },
        { "<x at 0x1 in y at 0xF>", "<x in y>" },
        { "<x at 0xyz>", "<x at 0xyz>" },
        { "look at 0x10", "look at 0x10" },
        { "< at 0x", "< at 0x" },
    };
    struct strbuf text = { 0 };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        strbuf_truncate(&text, 0);
        py_text_without_address(&text, names[i][0]);
        CU_ASSERT_STRING_EQUAL(strbuf_text(&text), names[i][1]);
    }
    strbuf_clear(&text);
}

struct sums {
    uint64_t cells, own, calls;
};

static void sum_cell(void *context, const struct by_rank_cell *cell)
{
    struct sums *sums = context;

    sums->cells++;
    sums->own += cell->own;
    sums->calls += cell->calls;
    CU_ASSERT_EQUAL(cell->function + 1, sums->cells);
}

/* The first ranks are in the file, the last one is still in memory. */
UNIT_TEST(what_memory_does_not_hold_is_read_from_a_file)
{
    struct by_rank by_rank = { .ranks = 0 };
    struct sums sums;

    for (uint64_t rank = 0; rank < 9; rank++) {
        for (uint32_t i = 0; i < 9000; i++)
            by_rank_put(&by_rank, &(struct by_rank_cell){ i, rank * 1000000000,
                                                          2, 3, rank, 1 });
        by_rank_end(&by_rank);
    }
    CU_ASSERT_TRUE(by_rank.written > BY_RANK_MEMORY);
    CU_ASSERT_TRUE(by_rank.tail.size > 0);
    CU_ASSERT_TRUE(by_rank.tail.size <= BY_RANK_MEMORY);
    for (uint64_t rank = 9; rank-- > 0;) {
        sums = (struct sums){ 0, 0, 0 };
        CU_ASSERT_TRUE(by_rank_read(&by_rank, rank, sum_cell, &sums));
        CU_ASSERT_EQUAL(sums.cells, 9000);
        CU_ASSERT_EQUAL(sums.own, 9000 * rank * 1000000000);
        CU_ASSERT_EQUAL(sums.calls, 9000 * rank);
    }
    CU_ASSERT_FALSE(by_rank_read(&by_rank, 9, sum_cell, &sums));
    by_rank_clear(&by_rank);
}

UNIT_TEST(functions_that_communicate_are_known)
{
    static const struct {
        const char *file, *name;
        enum mpi_call call;
    } wanted[] = {
        { "~", "<method 'Barrier' of 'mpi4py.MPI.Comm' objects>",
          MPI_CALL_MPI },
        { "~", "<built-in method mpi4py.MPI.Init>", MPI_CALL_MPI },
        { "~", "<built-in method Waitall>", MPI_CALL_CLASS },
        { "~", "<built-in method waitsome>", MPI_CALL_CLASS },
        { "~", "<built-in method Wait>", MPI_CALL_NONE },
        { "~", "<built-in method Open>", MPI_CALL_NONE },
        { "~", "<built-in method Create>", MPI_CALL_NONE },
        { "~", "<built-in method Waitall", MPI_CALL_NONE },
        { "~", "<built-in method all Waitall>", MPI_CALL_NONE },
        { "~", "<built-in method posix.Open>", MPI_CALL_NONE },
        { "~", "<method 'Waitall' of 'wx.Group' objects>", MPI_CALL_NONE },
        { "/v/mpi4py/futures/_lib.py", "recv", MPI_CALL_FUTURES },
        { "/v/mpi4py/util/pkl5.py", "recv", MPI_CALL_NONE },
        { "~", "<method 'scatter' of 'petsc4py.PETSc.Scatter' objects>",
          MPI_CALL_MPI },
        { "~", "<method 'solve' of 'petsc4py.PETSc.KSP' objects>",
          MPI_CALL_MIXED },
        { "~", "<method 'solve' of 'slepc4py.SLEPc.EPS' objects>",
          MPI_CALL_MIXED },
        { "~", "<method 'read' of 'h5py.h5d.DatasetID' objects>",
          MPI_CALL_H5PY },
        { "~", "<method 'set_fapl_mpio' of 'h5py.h5p.PropFAID' objects>",
          MPI_CALL_OPENS_H5PY },
        { "/x/h5py/_hl/files.py", "_set_fapl_mpio", MPI_CALL_OPENS_H5PY },
        { "/x/h5py/_hl/files.py", "close", MPI_CALL_NONE },
        { "/x/app.py", "mpi4py.MPI.Barrier", MPI_CALL_NONE },
        { "~", "<built-in method time.sleep>", MPI_CALL_NONE },
    };

    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
        CU_ASSERT_EQUAL(mpi_call_of(wanted[i].file, wanted[i].name),
                        wanted[i].call);
}

UNIT_TEST(libraries_are_in_python_s_own_folders)
{
    CU_ASSERT_FALSE(py_is_program("/usr/lib/python3.11/json/decoder.py"));
    CU_ASSERT_FALSE(py_is_program("/v/lib64/python3.9/random.py"));
    CU_ASSERT_FALSE(py_is_program("/v/Lib/site-packages/mesh.py"));
    CU_ASSERT_TRUE(py_is_program("/home/u/lib/python/sim.py"));
    CU_ASSERT_TRUE(py_is_program("/home/u/lib/python_models/sim.py"));
    CU_ASSERT_FALSE(py_is_program("~"));
}

#define READ "<method 'read' of 'h5py.h5d.DatasetID' objects>"
#define MPIO "<method 'set_fapl_mpio' of 'h5py.h5p.PropFAID' objects>"

/* A rank calls one function, and the next one another, which tells what the
 * first is: MPI. */
static void is_mpi_by_the_next_rank(const char *first, const char *next)
{
    struct pyprof_options known = { 0 };
    struct pyprof *merged = create(false);

    add_calls(merged, 0, "a.py", "~", first, 2);
    CU_ASSERT_FALSE(pyprof_again(merged, &known));
    CU_ASSERT_EQUAL(merged->ranks[0].mpi_ns, 0);
    add_calls(merged, 1, "a.py", "~", next, 2);
    CU_ASSERT_TRUE(pyprof_again(merged, &known));
    pyprof_destroy(merged);
    CU_ASSERT_EQUAL_FATAL(pyprof_create(&known, &merged), STATUS_OK);
    add_calls(merged, 0, "a.py", "~", first, 2);
    add_calls(merged, 1, "a.py", "~", next, 2);
    CU_ASSERT_FALSE(pyprof_again(merged, &known));
    CU_ASSERT_EQUAL(merged->ranks[0].mpi_ns, 1000000000);
    pyprof_destroy(merged);
}

UNIT_TEST(a_later_rank_may_tell_what_h5py_is)
{
    is_mpi_by_the_next_rank(READ, MPIO);
}

UNIT_TEST(a_later_rank_may_tell_whose_class_methods_are)
{
    is_mpi_by_the_next_rank("<built-in method Waitall>",
                            "<method 'Send' of 'mpi4py.MPI.Comm' objects>");
}

UNIT_TEST(the_first_rank_may_tell_what_h5py_is)
{
    struct pyprof_options known = { 0 };
    struct pyprof *merged = create(false);

    add_calls(merged, 0, "a.py", "~", MPIO, 2);
    add_calls(merged, 1, "a.py", "~", READ, 2);
    CU_ASSERT_FALSE(pyprof_again(merged, &known));
    CU_ASSERT_EQUAL(merged->ranks[1].mpi_ns, 1000000000);
    pyprof_destroy(merged);
}

/* f takes 2 s itself, 1.5 s of which the profile of the run knows as MPI. */
UNIT_TEST(mpi_that_profilers_do_not_see_is_no_work)
{
    struct pyprof_mpi_time times[] = { { "b.py", "f", 3, 7000000000 },
                                       { "a.py", "f", 3, 1000000000 },
                                       { "a.py", "f", 4, 7000000000 },
                                       { "a.py", "f", 3, 500000000 } };
    struct pyprof_mpi mpi = { times, 4 };
    struct pyprof *merged = create(false);

    pyprof_mpi_sort(&mpi);
    CU_ASSERT_EQUAL(mpi.count, 3);
    pyprof_next_mpi(merged, &mpi);
    add(merged, 0, "a.py", 2);
    add(merged, 1, "a.py", 2);
    CU_ASSERT_EQUAL(merged->ranks[0].mpi_ns, 1500000000);
    CU_ASSERT_EQUAL(merged->ranks[1].mpi_ns, 0);
    CU_ASSERT_EQUAL(merged->functions[0].hidden_ns, 1500000000);
    CU_ASSERT_EQUAL(rank_stats_result(&merged->functions[0].own, 2).min,
                    2000000000);
    CU_ASSERT_EQUAL(
        rank_stats_result(&merged->functions[0].with_libraries, 2).min,
        500000000);
    pyprof_destroy(merged);
}

UNIT_TEST(keys_of_pstats_are_known)
{
    CU_ASSERT_TRUE(pyprof_is_sort("time"));
    CU_ASSERT_TRUE(pyprof_is_sort("cum"));
    CU_ASSERT_TRUE(pyprof_is_sort("file,line,name"));
    CU_ASSERT_FALSE(pyprof_is_sort("n"));
    CU_ASSERT_FALSE(pyprof_is_sort(""));
    CU_ASSERT_FALSE(pyprof_is_sort("time,"));
    CU_ASSERT_FALSE(pyprof_is_sort("times"));
}
