/*
 * python_mpi.c - section 8: what functions of a Python program spend in
 * MPI.
 *
 * A call is made directly by the innermost Python frame of its call path; it
 * is also within every other function on that path, as far as MPIPROF_CALLPATH
 * allows.  Two frames are of one function when its name, file and first line
 * are the same.  MPI_Init and MPI_Finalize are outside of T and left out.
 * Where there are profiles of cProfile, their functions are the same ones; a
 * function's own time there has none of MPI, as what is built in, and mpi4py,
 * counts as called.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/analysis.h"
#include "analyze/say.h"
#include "base/log.h"
#include "base/strbuf.h"
#include "base/whole.h"
#include "model/python_frame.h"
#include "model/python_times.h"

#define DEEPEST 64

static const struct column columns[] = {
    { "function", "function", CELL_TEXT,
      "Function of the Python program, with its class where the interpreter "
      "tells it (3.11 and later)." },
    { "location", "defined in", CELL_TEXT, "Its file and first line." },
    { "own_s", "own", CELL_NS,
      "Time in its own code, without what it calls, over all ranks, by "
      "cProfile (python3 -m mpiprof)." },
    { "own_max_rank", "own", CELL_INTEGER,
      "The rank with the most time in its own code." },
    { "own_max_s", NULL, CELL_NS, "That rank's time in its own code." },
    { "calls", "calls", CELL_COUNT,
      "MPI calls that it makes itself, over all ranks." },
    { "mpi_s", "MPI", CELL_NS, "Time of these calls, over all ranks." },
    { "share", NULL, CELL_RATIO,
      "That / the sum of all ranks' total times." },
    { "mean_s", "mean", CELL_NS,
      "MPI time of the calls that it makes itself, mean over ranks." },
    { "max_s", "max", CELL_NS, "The same, greatest of a rank." },
    { "max_rank", "max", CELL_INTEGER, "The rank with the greatest." },
    { "avoidable_s", NULL, CELL_NS,
      "max - mean: what would be gained if it were spread evenly." },
    { "mpi_within_s", "within", CELL_NS,
      "Time in MPI of it and of the functions it calls, over all ranks." },
    { "cumulative_s", "cumulative", CELL_NS,
      "Time of it and of all that it calls, over all ranks, by cProfile." },
    { "mpi_share", "in MPI", CELL_RATIO,
      "Time in MPI within it / its cumulative time." },
    { "waits_s", "waits", CELL_NS,
      "Of these calls: waits for other ranks, over all ranks, by replay of "
      "the trace." },
    { "waits_rank", "waits", CELL_INTEGER, "The rank that waits most there." },
    { "waits_max_s", NULL, CELL_NS, "Time that it waits there." },
    { "file", NULL, CELL_TEXT, "File as the interpreter names it." },
    { "first_line", NULL, CELL_INTEGER, "First line of the function." },
};

static const struct table_form forms[] = {
    TABLE_FORM("python_mpi", "Python functions and MPI", 8, columns),
};

/* Texts are those of the profile's definitions, or of the options. */
struct function {
    const char *name, *file;
    int first_line;
    const struct python_time *time; /* NULL: not known */
};

struct functions {
    uint32_t *direct;  /* by PATH: its innermost Python function + 1, or 0 */
    uint32_t *here;    /* by PATH: that of its own frame + 1; 0: no Python */
    uint32_t paths;
    struct function *list;
    uint32_t count, room;
    struct definitions *names; /* numbers functions */
    struct tallies own, within, waits; /* by function */
};

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "functions of Python");
}

static bool keep(struct functions *functions, uint32_t number,
                 const struct function *function)
{
    struct function *more;

    if (number < functions->count)
        return true;
    if (functions->count == functions->room) {
        functions->room = functions->room == 0 ? 64 : 2 * functions->room;
        more = realloc(functions->list, functions->room * sizeof(*more));
        if (more == NULL)
            return false;
        functions->list = more;
    }
    functions->list[functions->count++] = *function;
    return true;
}

/* "step" of "Heat.step", as cProfile knows it. */
static const char *without_class(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot != NULL ? dot + 1 : name;
}

/* The number of the function + 1; DEFINITION_NONE: no memory. */
static uint32_t number_of(struct functions *functions,
                          const struct function *function)
{
    const char *name = without_class(function->name);
    uint32_t number = DEFINITION_NONE;
    struct strbuf key;

    strbuf_init(&key);
    strbuf_add(&key, name, strlen(name) + 1);
    strbuf_add(&key, function->file, strlen(function->file) + 1);
    strbuf_printf(&key, "%d", function->first_line);
    if (!key.failed)
        number = definitions_intern(functions->names, DEFINITION_HOST, 0, 0,
                                    key.text, key.length);
    strbuf_clear(&key);
    if (number == DEFINITION_NONE || !keep(functions, number, function))
        return DEFINITION_NONE;
    return number + 1;
}

static enum status number_paths(struct functions *functions,
                                const struct definitions *table)
{
    for (uint32_t path = 1; path < functions->paths; path++) {
        struct definition item =
            definitions_get(table, DEFINITION_PATH, path);
        struct python_frame frame;

        if (python_frame_of(table, item.refs[1], &frame))
            functions->here[path] = number_of(
                functions, &(struct function){ frame.function, frame.file,
                                               frame.first_line, NULL });
        if (functions->here[path] == DEFINITION_NONE)
            return no_memory();
        functions->direct[path] = functions->here[path] != 0
                                      ? functions->here[path]
                                      : functions->direct[item.refs[0]];
    }
    return STATUS_OK;
}

static enum status number_times(struct functions *functions,
                                const struct python_times *times)
{
    for (size_t i = 0; times != NULL && i < times->count; i++) {
        const struct python_time *time = &times->items[i];
        uint32_t number = number_of(
            functions, &(struct function){ time->function, time->file,
                                           time->first_line, NULL });

        if (number == DEFINITION_NONE)
            return no_memory();
        functions->list[number - 1].time = time;
    }
    return STATUS_OK;
}

static enum status functions_begin(void *state, const struct scope *scope)
{
    const struct definitions *table = scope->profile->definitions;
    struct functions *functions = state;
    enum status status;

    functions->paths = definitions_count(table, DEFINITION_PATH);
    functions->direct = calloc(functions->paths + 1u,
                               sizeof(*functions->direct));
    functions->here = calloc(functions->paths + 1u, sizeof(*functions->here));
    if (functions->direct == NULL || functions->here == NULL ||
        definitions_create(&functions->names) != STATUS_OK)
        return no_memory();
    status = number_paths(functions, table);
    return status == STATUS_OK ? number_times(functions,
                                              scope->options->python)
                               : status;
}

/* To each function on the path once, however often it calls itself. */
static enum status add_within(struct functions *functions,
                              const struct definitions *table, uint32_t path,
                              uint32_t index, uint64_t ns)
{
    uint32_t seen[DEEPEST];
    size_t count = 0;

    for (; path != 0 && count < DEEPEST;
         path = definitions_get(table, DEFINITION_PATH, path).refs[0]) {
        uint32_t number = functions->here[path];
        struct tally *tally;
        size_t i = 0;

        while (i < count && seen[i] != number)
            i++;
        if (number == 0 || i < count)
            continue;
        seen[count++] = number;
        tally = tallies_get(&functions->within, number - 1);
        if (tally == NULL)
            return no_memory();
        across_add(&tally->time, index, ns);
    }
    return STATUS_OK;
}

static bool counts(const struct functions *functions,
                   const struct scope *scope, const struct row *row)
{
    return row->path < functions->paths && functions->direct[row->path] != 0 &&
           scope_inside(scope, row->region) &&
           scope_call_class(scope, row->call) != CALL_CLASS_SETUP;
}

static enum status functions_add(void *state, const struct scope *scope,
                                 const struct rank_data *rank)
{
    struct functions *functions = state;
    uint32_t index = scope->rank_count - 1;
    enum status status = STATUS_OK;

    if (functions->count == 0)
        return STATUS_OK;
    for (size_t i = 0; i < rank->row_count && status == STATUS_OK; i++) {
        const struct row *row = &rank->rows[i];

        if (!counts(functions, scope, row))
            continue;
        status = tallies_add_row(&functions->own,
                                 functions->direct[row->path] - 1, index,
                                 row);
        if (status == STATUS_OK)
            status = add_within(functions, scope->profile->definitions,
                                row->path, index, row->time.sum);
    }
    return status;
}

static bool waits_count(const struct scope *scope,
                        const struct replay_site *site,
                        const struct wait_row *row)
{
    return wait_kind_counts((enum wait_kind)row->kind) &&
           wait_kind_has_culprit((enum wait_kind)row->kind) &&
           scope_inside(scope, site->region);
}

/* Rows and the ranks of the scope are both in ascending order. */
static enum status add_waits(struct functions *functions,
                             const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;
    uint32_t index = 0;

    for (size_t i = 0; replay != NULL && i < replay->row_count; i++) {
        const struct wait_row *row = &replay->rows[i];
        const struct replay_site *site = &replay->sites[row->site];
        struct tally *tally;

        while (index < scope->rank_count &&
               scope->ranks[index].rank < row->rank)
            index++;
        if (index == scope->rank_count)
            break;
        if (scope->ranks[index].rank != row->rank ||
            !waits_count(scope, site, row) ||
            site->path >= functions->paths ||
            functions->direct[site->path] == 0)
            continue;
        tally = tallies_get(&functions->waits,
                            functions->direct[site->path] - 1);
        if (tally == NULL)
            return no_memory();
        across_add(&tally->time, index, row->ns);
    }
    return STATUS_OK;
}

static void add_location(struct table *table, const struct function *function)
{
    table_text(table, say_location(function->file,
                                   function->first_line).text);
}

static void add_empty(struct table *table, int cells)
{
    while (cells-- > 0)
        table_empty(table);
}

static void add_own(struct table *table, const struct python_time *time)
{
    if (time == NULL) {
        add_empty(table, 3);
        return;
    }
    table_number(table, time->own);
    table_integer(table, time->most_rank);
    table_number(table, time->most);
}

static void add_calls(struct table *table, const struct scope *scope,
                      const struct tally *own)
{
    static const struct tally none;
    struct across_result time =
        scope_across(scope, &(own != NULL ? own : &none)->time);

    table_number(table, own != NULL ? own->calls : 0);
    table_number(table, time.sum);
    table_real(table, scope_share(time.sum, scope->total_ns));
    table_number(table, whole_near(time.mean));
    table_number(table, time.max);
    if (own != NULL)
        table_integer(table, scope_rank_at(scope, time.max_index));
    else
        table_empty(table);
    table_number(table, time.avoidable);
}

static void add_within_cells(struct table *table, const struct scope *scope,
                             const struct tally *within,
                             const struct python_time *time)
{
    uint64_t mpi = within == NULL ? 0
                                  : scope_across(scope, &within->time).sum;

    table_number(table, mpi);
    if (time == NULL) {
        add_empty(table, 2);
        return;
    }
    table_number(table, time->cumulative);
    table_real(table, scope_share(mpi, time->cumulative));
}

static void add_wait_cells(struct table *table, const struct scope *scope,
                           const struct tally *waits)
{
    struct across_result time;

    if (waits == NULL) {
        add_empty(table, 3);
        return;
    }
    time = scope_across(scope, &waits->time);
    table_number(table, time.sum);
    table_integer(table, scope_rank_at(scope, time.max_index));
    table_number(table, time.max);
}

static void add_function(struct table *table, const struct scope *scope,
                         const struct functions *functions, uint32_t number)
{
    const struct function *function = &functions->list[number];

    table_text(table, function->name);
    add_location(table, function);
    add_own(table, function->time);
    add_calls(table, scope, tallies_find(&functions->own, number));
    add_within_cells(table, scope, tallies_find(&functions->within, number),
                     function->time);
    add_wait_cells(table, scope, tallies_find(&functions->waits, number));
    table_text(table, function->file);
    table_integer(table, function->first_line);
}

static uint64_t weight(const struct functions *functions,
                       const struct scope *scope, uint32_t number)
{
    const struct tally *own = tallies_find(&functions->own, number);
    const struct python_time *time = functions->list[number].time;

    return (own != NULL ? scope_across(scope, &own->time).sum : 0) +
           (time != NULL ? time->own : 0);
}

struct weighed {
    uint32_t number;
    uint64_t ns;
};

static int heaviest_first(const void *left, const void *right)
{
    const struct weighed *a = left, *b = right;

    if (a->ns != b->ns)
        return a->ns > b->ns ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static void note_ranks(struct table *table, const struct scope *scope)
{
    const struct python_times *times = scope->options->python;

    if (times != NULL && times->ranks > 0 &&
        times->ranks < scope->profile->rank_count)
        table_set_note(table, "own and cumulative: of the %u of %u ranks "
                       "whose cpu_RANK.prof is there", times->ranks,
                       scope->profile->rank_count);
    else
        scope_note_threads(table, scope);
}

/* By what a function does itself: its own code, and its MPI calls. */
static enum status fill(struct table *table, const struct scope *scope,
                        const void *state)
{
    const struct functions *functions = state;
    struct weighed *order = calloc(functions->count + 1u, sizeof(*order));
    size_t count = 0;

    if (order == NULL)
        return no_memory();
    for (uint32_t i = 0; i < functions->count; i++)
        if (functions->list[i].time != NULL ||
            tallies_find(&functions->within, i) != NULL)
            order[count++] = (struct weighed){ i, weight(functions, scope,
                                                         i) };
    qsort(order, count, sizeof(*order), heaviest_first);
    for (size_t i = 0; i < count; i++)
        add_function(table, scope, functions, order[i].number);
    free(order);
    note_ranks(table, scope);
    return STATUS_OK;
}

static enum status functions_finish(void *state, const struct scope *scope,
                                    struct report *report)
{
    enum status status = add_waits(state, scope);

    return status == STATUS_OK
               ? report_add_filled(report, &forms[0], scope, state, fill)
               : status;
}

static void functions_clear(void *state)
{
    struct functions *functions = state;

    free(functions->direct);
    free(functions->here);
    free(functions->list);
    definitions_destroy(functions->names);
    tallies_clear(&functions->own);
    tallies_clear(&functions->within);
    tallies_clear(&functions->waits);
}

const struct analysis python_mpi_analysis = {
    .state_size = sizeof(struct functions),
    .begin = functions_begin,
    .add = functions_add,
    .finish = functions_finish,
    .clear = functions_clear,
    .forms = forms,
    .form_count = 1,
};
