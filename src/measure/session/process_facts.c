/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* sched_getaffinity */
#include "measure/session/process_facts.h"

#include <mpi.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text/affix.h"
#include "base/text/shell_word.h"
#include "measure/session/cpu_name.h"

static size_t read_file(const char *path, char *data, size_t size)
{
    FILE *file = fopen(path, "re");
    size_t length;

    if (file == NULL)
        return 0;
    length = fread(data, 1, size - 1, file);
    fclose(file);
    data[length] = '\0';
    return length;
}

static bool name_is_python(const char *name)
{
    return starts_with(name, "python");
}

static bool name_is_interpreter(const char *name)
{
    return name_is_python(name) || strcmp(name, "julia") == 0 ||
           strcmp(name, "Rscript") == 0;
}

static bool word_is_one_of(const char *word, const char *const *words)
{
    while (*words != NULL && strcmp(word, *words) != 0)
        words++;
    return *words != NULL;
}

/* python3 -m NAME: it runs another program, which its arguments name. */
static bool module_is_runner(const char *module)
{
    static const char *const runners[] = {
        "mpiprof", "mpi4py", "mpi4py.run", "cProfile", "profile",
        "pdb",     "trace",  "coverage",   NULL
    };

    return word_is_one_of(module, runners);
}

static bool takes_value(const char *word)
{
    static const char *const options[] = { "-o", "--output", "--ranks", NULL };

    return word_is_one_of(word, options);
}

static const char *word_after(const char *word)
{
    return word + strlen(word) + 1;
}

/* The module, or the first argument that is no option and names a file:
 * "heat2d.py" of python3 -u examples/heat2d.py; NULL: none. */
static const char *script_of(const char *arguments, size_t length)
{
    const char *end = arguments + length;
    const char *at = word_after(arguments);

    for (; at < end; at = word_after(at)) {
        bool is_module = strcmp(at, "-m") == 0;

        if ((is_module || takes_value(at)) && word_after(at) < end) {
            at = word_after(at);
            if (is_module && !module_is_runner(at))
                return part_after(at, '.');
        } else if (at[0] != '-' && at[0] != '\0' && access(at, R_OK) == 0) {
            return last_part(at);
        }
    }
    return NULL;
}

/* "-m", or other options of one letter before it: "-um". */
static bool is_module_option(const char *word)
{
    size_t length = strlen(word);

    return length > 1 && word[0] == '-' && word[1] != '-' &&
           word[length - 1] == 'm';
}

static bool has_runner(const char *arguments, size_t length)
{
    const char *end = arguments + length;

    for (const char *at = arguments; at < end; at = word_after(at))
        if (strcmp(at, "-mmpiprof") == 0 ||
            (is_module_option(at) && word_after(at) < end &&
             strcmp(word_after(at), "mpiprof") == 0))
            return true;
    return false;
}

static void name_program(struct process_facts *facts, const char *arguments,
                         size_t length)
{
    const char *name = length > 0 ? last_part(arguments) : "unknown";
    const char *script =
        name_is_interpreter(name) ? script_of(arguments, length) : NULL;
    char *dot;

    snprintf(facts->program, sizeof(facts->program), "%.*s",
             (int)sizeof(facts->program) - 1, script != NULL ? script : name);
    facts->bare_python =
        name_is_python(name) && !has_runner(arguments, length);
    if (script != NULL && (dot = strrchr(facts->program, '.')) != NULL &&
        dot != facts->program)
        *dot = '\0';
}

static void learn_cpu(char *cpu, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "re");

    snprintf(cpu, size, "unknown");
    if (file == NULL)
        return;
    cpu_name_read(cpu, size, file);
    fclose(file);
}

static uint64_t learn_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

    return pages < 0 || size < 0 ? 0 : (uint64_t)pages * (uint64_t)size;
}

static void learn_cores(struct core_set *set)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t allowed;

    memset(set, 0, sizeof(*set));
    if (online <= 0 || sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
        return;
    set->online = (uint32_t)online;
    for (uint32_t i = 0; i < CORE_SET_WORDS * 64; i++)
        if (CPU_ISSET(i, &allowed))
            set->words[i / 64] |= UINT64_C(1) << i % 64;
}

/* As a shell would read it again. */
static void take_command(struct process_facts *facts, const char *arguments,
                         size_t length)
{
    struct strbuf words = { 0 };

    for (size_t at = 0; at < length; at += strlen(arguments + at) + 1) {
        strbuf_puts(&words, at == 0 ? "" : " ");
        shell_word(&words, arguments + at);
    }
    snprintf(facts->command, sizeof(facts->command), "%s",
             strbuf_text(&words));
    strbuf_clear(&words);
}

void process_facts_learn(struct process_facts *facts)
{
    char arguments[sizeof(facts->command)];
    size_t length =
        read_file("/proc/self/cmdline", arguments, sizeof(arguments));

    name_program(facts, arguments, length);
    take_command(facts, arguments, length);
    if (gethostname(facts->host, sizeof(facts->host)) != 0)
        snprintf(facts->host, sizeof(facts->host), "unknown");
    facts->host[sizeof(facts->host) - 1] = '\0';
    learn_cpu(facts->cpu, sizeof(facts->cpu));
    facts->memory_bytes = learn_memory();
    learn_cores(&facts->cores);
}

void process_facts_mpi(char *text, int size)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    char *word;
    int length;

    if (PMPI_Get_library_version(version, &length) != MPI_SUCCESS)
        snprintf(version, sizeof(version), "unknown");
    version[strcspn(version, "\n,")] = '\0';
    word = strstr(version, "Version:"); /* MPICH Version:      4.0.2 */
    if (word == NULL) {
        snprintf(text, (size_t)size, "%s", version);
        return;
    }
    *word = '\0';
    word += strlen("Version:");
    word += strspn(word, " \t");
    snprintf(text, (size_t)size, "%s%s", version, word);
}
