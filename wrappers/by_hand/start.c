/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "start.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/flavours.h"
#include "before_end.h"
#include "handles.h"
#include "regions.h"
#include "missing_ranks.h"

/* ---- memory and files that mpiprof needs ---- */

/* Under limits (ulimit -v, -d, -n) the program would lack what mpiprof takes,
 * and MPI ends a program that runs out.  A process with little room is left
 * alone; unknown limits count as enough room. */

/* Room that the core, its libraries and tables and the symbols need, twice. */
#define LEAST_MIB 96
/* A few at the begin and the end, and one for each thread that is traced. */
#define LEAST_FILES 16

/* Pages of address space and of data in use; without stdio, which needs
 * memory. */
static int read_pages(uint64_t *space, uint64_t *data)
{
    char text[256];
    unsigned long long words[6];
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t length;

    if (file < 0)
        return 0;
    length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0)
        return 0;
    text[length] = '\0';
    if (sscanf(text, "%llu %llu %llu %llu %llu %llu", &words[0], &words[1],
               &words[2], &words[3], &words[4], &words[5]) != 6)
        return 0;
    *space = words[0];
    *data = words[5];
    return 1;
}

static const char *check_limit(int resource, const char *option,
                               uint64_t pages, char *text, size_t size)
{
    uint64_t used = pages * (uint64_t)sysconf(_SC_PAGESIZE), left = 0;
    struct rlimit limit;

    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return NULL;
    if (used < limit.rlim_cur)
        left = (limit.rlim_cur - used) >> 20;
    if (left >= LEAST_MIB)
        return NULL;
    snprintf(text, size,
             "ulimit %s leaves %llu MiB of memory, mpiprof needs "
             "%d; nothing is recorded",
             option, (unsigned long long)left, LEAST_MIB);
    return text;
}

static const char *check_memory(char *text, size_t size)
{
    uint64_t space, data;
    const char *why;

    if (!read_pages(&space, &data))
        return NULL;
    why = check_limit(RLIMIT_AS, "-v", space, text, size);
    return why != NULL ? why
                       : check_limit(RLIMIT_DATA, "-d", data, text, size);
}

static const char *check_files(char *text, size_t size)
{
    struct rlimit limit;
    int left = 0;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return NULL;
    for (rlim_t file = 0; file < limit.rlim_cur && left < LEAST_FILES; file++)
        left += fcntl((int)file, F_GETFD) < 0;
    if (left >= LEAST_FILES)
        return NULL;
    snprintf(text, size,
             "ulimit -n leaves %d files, mpiprof needs %d; nothing "
             "is recorded",
             left, LEAST_FILES);
    return text;
}

/* Returns NULL, or the reason in text, of size bytes. */
static const char *room_lacks(char *text, size_t size)
{
    const char *why = check_memory(text, size);

    return why != NULL ? why : check_files(text, size);
}

/* ---- the start ---- */

#define CORE "libmpiprof-core.so"
#define ERROR_BYTES 512
#define ADVICE_BYTES 128

struct hook_state hook_state;
__thread struct hook_thread hook_thread
    __attribute__((tls_model("initial-exec")));

#if !(defined(__x86_64__) && defined(__LP64__))
const struct hook_thread *hook_thread_now(void)
{
    return &hook_thread;
}
#endif

struct hook_thread hook_nobody = { .now = &hook_nobody.own, .nobody = true };

/* The first in the process tells which copy of this library that is. */
EXPORTED extern const char mpiprof_library[];
const char mpiprof_library[] = MPIPROF_FLAVOUR;

static char started_in[PATH_MAX];

static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

bool start_is_wanted(void)
{
    static const char *const no[] = { "off", "0", "no", "false" };
    const char *value = getenv("MPIPROF_ENABLE");

    for (size_t i = 0; value != NULL && i < sizeof no / sizeof *no; i++)
        if (strcasecmp(value, no[i]) == 0)
            return false;
    return true;
}

static bool leads_to_us(const char *name, Dl_info *where)
{
    void *first = dlsym(RTLD_DEFAULT, name);
    Dl_info ours;

    return first == NULL || dladdr(first, where) == 0 ||
           dladdr(&hook_state, &ours) == 0 ||
           where->dli_fbase == ours.dli_fbase;
}

static bool was_preloaded(void)
{
    const char *preloaded = getenv("LD_PRELOAD");

    return preloaded != NULL && strstr(preloaded, "libmpiprof.so") != NULL;
}

static void advice_fill(char advice[ADVICE_BYTES], const char *flavour)
{
    if (flavour == NULL)
        snprintf(advice, ADVICE_BYTES, "mpiprof must be built for it");
    else if (was_preloaded())
        snprintf(advice, ADVICE_BYTES,
                 "start it with the mpiexec and the mpiprof of %s", flavour);
    else
        snprintf(advice, ADVICE_BYTES,
                 "link it with the output of `pkg-config --libs mpiprof-%s'",
                 flavour);
}

/* MPICH's version has lines and tabs. */
static void tell_wrong_mpi(char *version)
{
    char advice[ADVICE_BYTES];

    advice_fill(advice, flavours_of_version(version));
    version[strcspn(version, "\n,")] = '\0';
    for (char *tab = version; (tab = strchr(tab, '\t')) != NULL;)
        *tab = ' ';
    fprintf(stderr,
            "mpiprof: this libmpiprof is built for %s, but the "
            "program uses %s: not measuring; %s\n",
            MPIPROF_FLAVOUR, version, advice);
}

static bool is_our_mpi(void)
{
    static char version[16384]; /* MPICH's limit is 8192, Open MPI's 256 */
    int (*get)(char *, int *) = next_function(NEXT_PMPI_Get_library_version);
    const char *flavour;
    int length = 0;

    if (get(version, &length) != MPI_SUCCESS)
        return false;
    version[sizeof version - 1] = '\0';
    flavour = flavours_of_version(version);
    if (flavour != NULL && strcmp(flavour, MPIPROF_FLAVOUR) == 0)
        return true;
    if (flavours_first_rank() && start_is_wanted())
        tell_wrong_mpi(version);
    return false;
}

/* The first of two copies of this library measures. */
bool start_is_our_mpi(void)
{
    Dl_info where;

    return leads_to_us("mpiprof_library", &where) && is_our_mpi();
}

/* The core lies next to this library.  NULL and the reason in error, which
 * calls of other functions would overwrite. */
static session_start_function *load_core(char error[ERROR_BYTES])
{
    char path[2 * PATH_MAX + sizeof CORE];
    Dl_info ours;
    const char *slash;
    bool relative;
    void *core;

    if (dladdr(&hook_state, &ours) == 0 || ours.dli_fname == NULL)
        ours.dli_fname = "";
    slash = strrchr(ours.dli_fname, '/');
    relative =
        started_in[0] != '\0' && slash != NULL && ours.dli_fname[0] != '/';
    snprintf(path, sizeof path, "%s%s%.*s" CORE, relative ? started_in : "",
             relative ? "/" : "",
             slash == NULL ? 0 : (int)(slash - ours.dli_fname) + 1,
             ours.dli_fname);
    core = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (core != NULL) {
        void *start = dlsym(core, SESSION_START_SYMBOL);

        if (start != NULL)
            return start;
    }
    snprintf(error, ERROR_BYTES, "%s: not measuring", dlerror());
    return NULL;
}

static int rank_in(MPI_Comm comm)
{
    int (*comm_rank)(MPI_Comm, int *) = next_function(NEXT_PMPI_Comm_rank);
    int rank = 0;

    comm_rank(comm, &rank);
    return rank;
}

/* All ranks measure or none: the lowest rank that cannot, or INT_MAX. */
static int first_unable(MPI_Comm comm, bool able)
{
    int (*allreduce)(const void *, void *, int, MPI_Datatype, MPI_Op,
                     MPI_Comm) = next_function(NEXT_PMPI_Allreduce);
    int mine = able ? INT_MAX : rank_in(comm);
    int lowest = 0;

    if (allreduce(&mine, &lowest, 1, world_int(), world_min(), comm) !=
        MPI_SUCCESS)
        return 0;
    return lowest;
}

static session_start_function *agree_on_core(MPI_Comm comm)
{
    char error[ERROR_BYTES] = "";
    session_start_function *start = NULL;
    int unable;

    if (start_is_wanted() && room_lacks(error, sizeof error) == NULL)
        start = load_core(error);
    missing_ranks_watch_begin();
    unable = first_unable(comm, start != NULL);
    missing_ranks_watch_end();

    if (unable == INT_MAX)
        return start;
    if (error[0] != '\0' && unable == rank_in(comm))
        fprintf(stderr, "mpiprof: %s\n", error);
    return NULL;
}

/* Before handlers that the program has set: in the child those may call what
 * is measured. */
static void forget_in_child(void)
{
    hook_state.directory = NULL;
    if (hook_state.mode == HOOK_ON)
        hook_state.mode = HOOK_OFF;
}

static __attribute__((constructor)) void look_around(void)
{
    int before = errno;

    pthread_atfork(NULL, NULL, forget_in_child);
    if (getcwd(started_in, sizeof started_in) == NULL)
        started_in[0] = '\0';
    hook_state.started_in = started_in;
    errno = before;
}

bool start_with(const struct hook_start *start)
{
    session_start_function *core =
        agree_on_core(start->of_sessions ? start->comm : world_comm());

    if (core == NULL || !core(&hook_state, start)) {
        hook_state.mode = HOOK_OFF;
        return false;
    }
    __atomic_store_n(&hook_state.mode, HOOK_ON, __ATOMIC_RELEASE);
    regions_replay();
    return true;
}

static struct {
    bool known;
    struct sigaction action;
} usr1;

void start_note_usr1(void)
{
    if (!usr1.known)
        usr1.known = sigaction(SIGUSR1, NULL, &usr1.action) == 0;
}

const struct sigaction *start_usr1(void)
{
    return usr1.known ? &usr1.action : NULL;
}

/* A thread that meets another one here does not wait: that one may be in a
 * collective that this one's call must first let happen. */
bool start_take(void)
{
    return pthread_mutex_trylock(&starting) == 0;
}

void start_give(void)
{
    pthread_mutex_unlock(&starting);
}

/* A tool before us that calls PMPI takes calls past us.  That some came here
 * all the same is because it does not know them. */
bool start_is_first(void)
{
    Dl_info theirs;

    if (leads_to_us("MPI_Init", &theirs) ||
        flavours_have_module(theirs.dli_fname))
        return true;
    if (flavours_first_rank() && start_is_wanted())
        fprintf(stderr,
                "mpiprof: %s comes before libmpiprof and takes MPI "
                "calls past it: preload or link libmpiprof first; not "
                "measuring\n",
                theirs.dli_fname);
    return false;
}

void unfinished(enum hook_unfinished how, int code)
{
    before_end_call(code);
    if (hook_state.mode == HOOK_ON && hook_state.ops->unfinished != NULL)
        hook_state.ops->unfinished(how, code);
}
