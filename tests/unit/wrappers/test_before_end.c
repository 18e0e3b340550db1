/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_before_end.c - what is called before the end, and the program's own alarm.
 */
#define _GNU_SOURCE
#include "before_end.h"

#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mpiprof.h"
#include "unit.h"

#define TIMES 3000

static int calls;
static volatile sig_atomic_t alarms;

static void count_call(void)
{
    calls++;
}

static void count_alarm(int signal)
{
    (void)signal;
    alarms++;
}

UNIT_TEST(is_called_once)
{
    calls = 0;
    mpiprof_before_end(count_call);
    before_end_call(0);
    before_end_call(0);
    CU_ASSERT_EQUAL(calls, 1);
    mpiprof_before_end(count_call);
    mpiprof_before_end(NULL);
    before_end_call(0);
    CU_ASSERT_EQUAL(calls, 1);
}

UNIT_TEST(a_child_of_fork_does_not_call_it)
{
    int status = -1;
    pid_t child;

    calls = 0;
    mpiprof_before_end(count_call);
    child = fork();
    if (child == 0) {
        before_end_call(0);
        _exit(calls);
    }
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT_EQUAL(status, 0);
    mpiprof_before_end(NULL);
}

static void send_alarm(void)
{
    raise(SIGALRM);
}

UNIT_TEST(an_alarm_meanwhile_comes_afterwards)
{
    struct sigaction action = { .sa_handler = count_alarm }, kept;

    sigaction(SIGALRM, &action, &kept);
    alarms = 0;
    mpiprof_before_end(send_alarm);
    before_end_call(7);
    CU_ASSERT_EQUAL(alarms, 1);
    sigaction(SIGALRM, &kept, NULL);
}

/* Whether the program's timer is over before, in, or after what is called: its
 * one signal is for the program's handler, and does not end the process as that
 * of ours would. */
UNIT_TEST(the_programs_alarm_is_its_own)
{
    struct sigaction action = { .sa_handler = count_alarm }, kept;

    sigaction(SIGALRM, &action, &kept);
    alarms = 0;
    for (int i = 0; i < TIMES; i++) {
        struct itimerval once = { { 0, 0 }, { 0, 1 + i % 20 } };
        int before = alarms;

        mpiprof_before_end(count_call);
        setitimer(ITIMER_REAL, &once, NULL);
        before_end_call(7);
        for (int wait = 0; alarms == before && wait < 100; wait++)
            usleep(100);
        CU_ASSERT_TRUE_FATAL(alarms - before <= 1);
    }
    CU_ASSERT_TRUE(alarms > TIMES * 9 / 10);
    sigaction(SIGALRM, &kept, &action);
    CU_ASSERT_TRUE(action.sa_handler == count_alarm);
}
