/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_output.c - the name of the directory for the results.
 */
#include <stdlib.h>
#include <string.h>

#include "measure/session/output.h"
#include "unit.h"

static const struct output_names names = { "sim", 64, "node7" };

static void expands_to(const char *pattern, const char *wanted)
{
    struct strbuf out = { 0 };

    output_expand(&out, pattern, &names);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), wanted);
    strbuf_clear(&out);
}

UNIT_TEST(letters_stand_for_facts_of_the_run)
{
    expands_to("mpiprof-%e-%n", "mpiprof-sim-64");
    expands_to("/scratch/%h/100%%", "/scratch/node7/100%");
    expands_to("plain", "plain");
}

UNIT_TEST(what_is_unknown_stays_as_it_is)
{
    expands_to("a%zb%", "a%zb%");
    CU_ASSERT_STRING_EQUAL(output_unknown_field("a%zb%"), "%zb%");
    CU_ASSERT_STRING_EQUAL(output_unknown_field("%n%%%"), "%");
    CU_ASSERT_PTR_NULL(output_unknown_field("%e%n%t%j%h%p%%e"));
    CU_ASSERT_PTR_NULL(output_unknown_field(""));
}

UNIT_TEST(the_job_comes_from_the_batch_system)
{
    unsetenv("SLURM_JOB_ID");
    unsetenv("PBS_JOBID");
    unsetenv("LSB_JOBID");
    unsetenv("JOB_ID");
    unsetenv("COBALT_JOBID");
    expands_to("%j", "nojob");
    setenv("PBS_JOBID", "17.server", 1);
    expands_to("%j", "17.server");
    setenv("SLURM_JOB_ID", "4711", 1);
    expands_to("%j", "4711");
}

UNIT_TEST(the_time_sorts)
{
    struct strbuf out = { 0 };

    output_expand(&out, "%t", &names);
    CU_ASSERT_EQUAL(strlen(strbuf_text(&out)), 15);
    CU_ASSERT_EQUAL(strbuf_text(&out)[8], '-');
    strbuf_clear(&out);
}
