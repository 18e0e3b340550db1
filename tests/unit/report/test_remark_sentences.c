/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_remark_sentences.c - each code has a sentence of its own values, and
 * comes back from a file.
 */
#include <stdlib.h>

#include "model/notes/counter_refusal.h"
#include "model/samples.h"
#include "report/remark_sentences.h"
#include "unit.h"

/* With values that differ. */
static void make_all(struct remarks *remarks, const char *before)
{
    for (uint32_t code = 0; code < REMARK_CODES; code++) {
        char texts[REMARK_TEXTS][16];
        struct remark remark = { .code = code };

        for (int i = 0; i < REMARK_NUMBERS; i++)
            remark.numbers[i] = 1000 * code + 100 + (uint64_t)i;
        for (int i = 0; i < REMARK_TEXTS; i++) {
            snprintf(texts[i], sizeof(texts[i]), "%s%d", before, i);
            remark.texts[i] = texts[i];
        }
        CU_ASSERT_EQUAL_FATAL(remarks_add(remarks, &remark), STATUS_OK);
    }
}

static bool is_known(const struct remark *remark)
{
    return strcmp(remark_name(remark), "unknown") != 0;
}

static struct strbuf said(const struct remark *remark)
{
    struct strbuf text = { 0 };

    remark_say(remark, &text);
    return text;
}

UNIT_TEST(each_code_comes_back_from_bytes)
{
    struct remarks made = { 0 }, read = { 0 };
    struct bytes_writer out;
    struct bytes_reader in;

    make_all(&made, "name");
    bytes_writer_init(&out);
    remarks_encode(&made, 1, &out);
    bytes_reader_init(&in, out.data, out.size);
    CU_ASSERT_EQUAL(remarks_decode(&in, &read), STATUS_OK);
    CU_ASSERT(!in.failed && in.at == in.size);
    CU_ASSERT_EQUAL_FATAL(read.count, made.count - 1);
    for (size_t i = 0; i < read.count; i++) {
        const struct remark *a = &read.list[i], *b = &made.list[i + 1];

        CU_ASSERT_EQUAL(a->code, b->code);
        CU_ASSERT_EQUAL(memcmp(a->numbers, b->numbers, sizeof(a->numbers)), 0);
        for (int at = 0; at < REMARK_TEXTS; at++)
            CU_ASSERT_STRING_EQUAL(a->texts[at], b->texts[at]);
    }
    bytes_writer_clear(&out);
    remarks_clear(&made);
    remarks_clear(&read);
}

/* As format version 1 had them. */
UNIT_TEST(a_sentence_is_read_and_written_as_it_is)
{
    static const char bytes[] = "\2\4One.\4Two.";
    struct remarks read = { 0 };
    struct bytes_writer out;
    struct bytes_reader in;

    bytes_reader_init(&in, bytes, sizeof(bytes) - 1);
    CU_ASSERT_EQUAL(remarks_decode(&in, &read), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(read.count, 2);
    CU_ASSERT_EQUAL(read.list[1].code, REMARK_TEXT);
    CU_ASSERT_STRING_EQUAL(read.list[1].texts[0], "Two.");
    bytes_writer_init(&out);
    remarks_encode(&read, 0, &out);
    CU_ASSERT_EQUAL_FATAL(out.size, sizeof(bytes) - 1);
    CU_ASSERT_EQUAL(memcmp(out.data, bytes, out.size), 0);
    bytes_writer_clear(&out);
    remarks_clear(&read);
}

UNIT_TEST(bytes_that_end_early_are_refused)
{
    struct remarks made = { 0 }, read = { 0 };
    struct bytes_writer out;
    struct bytes_reader in;

    REMARK(&made, REMARK_ALONE, .numbers = { 4 }, .texts = { "a" });
    bytes_writer_init(&out);
    remarks_encode(&made, 0, &out);
    for (size_t size = 0; size < out.size; size++) {
        bytes_reader_init(&in, out.data, size);
        remarks_decode(&in, &read);
        CU_ASSERT(in.failed);
    }
    CU_ASSERT_EQUAL(read.count, 0);
    bytes_writer_clear(&out);
    remarks_clear(&made);
}

/* A name in a sentence that no value has becomes a "?"; one is a question. */
UNIT_TEST(a_sentence_has_all_values_of_its_code_and_no_others)
{
    struct remarks all = { 0 };
    struct remark_value value;
    size_t known = 0;

    make_all(&all, "name");
    for (size_t i = 0; i < all.count; i++) {
        struct strbuf text = said(&all.list[i]);

        known += is_known(&all.list[i]);
        CU_ASSERT_PTR_NULL(strpbrk(strbuf_text(&text), "{}|"));
        CU_ASSERT(strcspn(strbuf_text(&text), "?") + 1 >= text.length);
        for (int at = 0; remark_value(&all.list[i], at, &value); at++)
            if (value.text != NULL)
                HAS(strbuf_text(&text), value.text);
        strbuf_clear(&text);
    }
    CU_ASSERT_EQUAL(known, REMARKS_COUNTED + REMARK_CODES - REMARK_ALONE);
    remarks_clear(&all);
}

static void says(const struct remark *remark, const char *words)
{
    struct strbuf text = said(remark);

    CU_ASSERT_STRING_EQUAL(strbuf_text(&text), words);
    strbuf_clear(&text);
}

UNIT_TEST(a_sentence_agrees_with_its_numbers)
{
    struct remark open = { .code = REMARK_FILES_OPEN, .numbers = { 1, 3 } };
    struct remark large = { .code = REMARK_WAITS_LARGE,
                            .numbers = { 3u << 20 } };
    struct remark shot = { .code = REMARK_SNAPSHOTS,
                           .numbers = { 2, 1200000000, 1500000000 },
                           .texts = { "0,2" } };

    says(&open, "3 file handles on 1 rank were not closed by MPI_Finalize.");
    open.numbers[0] = 3, open.numbers[1] = 1;
    says(&open, "1 file handle on 3 ranks was not closed by MPI_Finalize.");
    says(&large, "Wait states were not looked for, as the trace has 3.00 "
                 "MiB; use --waits to look for them.");
    says(&shot,
         "Ranks 0 and 2: this is a snapshot, taken 1.20 s to 1.50 s after "
         "the start of the run.");
}

UNIT_TEST(reasons_are_numbers_in_files_and_words_in_reports)
{
    struct remark counter = { .code = REMARK_COUNTER_MISSING,
                              .numbers = { COUNTER_PARANOID, 3, 1 },
                              .texts = { "perf::CYCLES" } };
    struct remark samples = { .code = REMARK_SAMPLES_REFUSED,
                              .numbers = { 5, 100, 1u << REFUSED_FILE, 1 } };

    says(&counter, "Not counted (MPIPROF_COUNTERS): perf::CYCLES "
                   "(perf_event_paranoid is 3: as root, sysctl "
                   "kernel.perf_event_paranoid=1 permits it, or "
                   "CAP_PERFMON).");
    counter.numbers[0] = COUNTER_PAPI_REFUSES;
    counter.numbers[1] = 8;
    says(&counter, "Not counted (MPIPROF_COUNTERS): perf::CYCLES "
                   "(event exists, but cannot be counted due to "
                   "counter resource limitations).");
    counter.numbers[1] = 99;
    says(&counter, "Not counted (MPIPROF_COUNTERS): perf::CYCLES "
                   "(error -99 of PAPI).");
    counter.numbers[0] = COUNTER_REFUSALS; /* of a newer mpiprof */
    says(&counter, "Not counted (MPIPROF_COUNTERS): perf::CYCLES "
                   "(for a reason that only a newer mpiprof "
                   "knows).");
    says(&samples, "No samples of rank 5, though MPIPROF_SAMPLE=100 "
                   "asks for them: no more files may be open, and on "
                   "this processor a signal does not show what it "
                   "interrupted.");
}

UNIT_TEST(an_empty_text_chooses_other_words)
{
    struct remark damaged = { .code = REMARK_RANK_DAMAGED,
                              .numbers = { 1, 2, 3, 4 } };

    says(&damaged, "The trace of rank 1 is damaged after 2 of 3 events; the "
                   "rest of it is left out; copy 4.evt again (it holds fewer "
                   "than it should).");
    damaged.texts[0] = "a wrong record";
    says(&damaged, "The trace of rank 1 is damaged after 2 of 3 events; the "
                   "rest of it is left out; copy 4.evt again (a wrong "
                   "record).");
}

UNIT_TEST(a_code_of_a_newer_version_is_no_error)
{
    struct remark newer = { .code = UINT32_MAX };

    CU_ASSERT_STRING_EQUAL(remark_name(&newer), "unknown");
    says(&newer, "This run has a remark that only a newer mpiprof "
                 "knows.");
}
