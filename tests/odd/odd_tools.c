/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_tools.c - the tool information interface: what a library lets others
 * see and set, also before MPI_Init. */
#include "odd.h"

#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define TEXT 4096
#define FEW 40 /* of the hundreds of variables */

static char name[TEXT], text[TEXT];
static int name_size, text_size;

/* What MPI shall write into name and text. */
#define NAME (name_size = TEXT, name), &name_size
#define TEXT_TOO (text_size = TEXT, text), &text_size

/* MPICH 4.0 crashes when it is initialised anew after the last finalize: one
 * that is never undone keeps it away from there. */
static void begin(void)
{
    static bool held;
    int level = -1;

    if (!held)
        PMPI_T_init_thread(MPI_THREAD_SINGLE, &level);
    held = true;
    CALL(MPI_T_init_thread, MPI_THREAD_SINGLE, &level);
}

static void end(void)
{
    CALL(MPI_T_finalize);
}

CASE(numbers)
{
    int count = -1;

    begin();
    CALL(MPI_T_cvar_get_num, &count);
    CHECK(count >= 0);
    CALL(MPI_T_pvar_get_num, &count);
    CHECK(count >= 0);
    CALL(MPI_T_category_get_num, &count);
    CALL(MPI_T_category_changed, &count);
    end();
}

CASE(initialised_twice)
{
    begin();
    begin();
    end();
    numbers();
    end();
}

/* ---- control variables ---- */

struct control {
    int verbosity, binding, scope;
    MPI_Datatype type;
    MPI_T_enum choices;
};

static bool look_at_control(int i, struct control *found)
{
    return CALL(MPI_T_cvar_get_info, i, NAME, &found->verbosity,
                &found->type, &found->choices, TEXT_TOO, &found->binding,
                &found->scope) == MPI_SUCCESS;
}

CASE(control_variables)
{
    struct control found;
    int count = 0, index;

    begin();
    CALL(MPI_T_cvar_get_num, &count);
    for (int i = 0; i < count && i < FEW; i++) {
        if (!look_at_control(i, &found))
            continue;
        index = -1;
        CALL(MPI_T_cvar_get_index, name, &index);
        CHECK(index == i);
    }
    CHECK(CALL(MPI_T_cvar_get_index, "no such variable", &index) !=
          MPI_SUCCESS);
    end();
}

/* Written back as it was read; most may not be written any more. */
static void use_control(int i)
{
    MPI_T_cvar_handle handle = NULL;
    char value[TEXT];
    int count = 0, code;

    if (CALL(MPI_T_cvar_handle_alloc, i, NULL, &handle, &count) !=
        MPI_SUCCESS)
        return;
    CHECK(CALL(MPI_T_cvar_read, handle, value) == MPI_SUCCESS);
    code = CALL(MPI_T_cvar_write, handle, value);
    CHECK(code == MPI_SUCCESS || code == MPI_T_ERR_CVAR_SET_NOT_NOW ||
          code == MPI_T_ERR_CVAR_SET_NEVER);
    CHECK(CALL(MPI_T_cvar_handle_free, &handle) == MPI_SUCCESS);
}

CASE(values_of_controls)
{
    struct control found;
    int count = 0;

    begin();
    CALL(MPI_T_cvar_get_num, &count);
    for (int i = 0; i < count && i < FEW; i++)
        if (look_at_control(i, &found) && found.type == MPI_INT &&
            found.binding == MPI_T_BIND_NO_OBJECT)
            use_control(i);
    end();
}

/* Where there is no choice at all, MPI refuses the question. */
CASE(choices_of_controls)
{
    struct control found = { .choices = MPI_T_ENUM_NULL };
    int count = 0, items = 0, value = -1;

    begin();
    CALL(MPI_T_cvar_get_num, &count);
    for (int i = 0; i < count && i < FEW; i++)
        if (look_at_control(i, &found) && found.choices != MPI_T_ENUM_NULL)
            break;
#ifdef OPEN_MPI
    CHECK(found.choices != MPI_T_ENUM_NULL);
    CALL(MPI_T_enum_get_info, found.choices, &items, NAME);
    CHECK(items > 0);
    for (int i = 0; i < items; i++)
        CALL(MPI_T_enum_get_item, found.choices, i, &value, NAME);
#else
    CHECK(CALL(MPI_T_enum_get_info, found.choices, &items, NAME) !=
          MPI_SUCCESS || found.choices != MPI_T_ENUM_NULL);
    CHECK(CALL(MPI_T_enum_get_item, found.choices, 0, &value, NAME) !=
          MPI_SUCCESS || found.choices != MPI_T_ENUM_NULL);
#endif
    end();
}

/* ---- performance variables ---- */

struct counter {
    int verbosity, class, binding, readonly, continuous, atomic;
    MPI_Datatype type;
    MPI_T_enum choices;
};

static bool look_at_counter(int i, struct counter *found)
{
    return CALL(MPI_T_pvar_get_info, i, NAME, &found->verbosity,
                &found->class, &found->type, &found->choices, TEXT_TOO,
                &found->binding, &found->readonly, &found->continuous,
                &found->atomic) == MPI_SUCCESS;
}

/* All that can be done with a handle; what a variable is not made for, MPI
 * refuses with an error. */
static void use_counter(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    static double value[512];

    CALL(MPI_T_pvar_start, session, handle);
    CALL(MPI_T_pvar_read, session, handle, value);
    CALL(MPI_T_pvar_write, session, handle, value);
    CALL(MPI_T_pvar_readreset, session, handle, value);
    CALL(MPI_T_pvar_reset, session, handle);
    CALL(MPI_T_pvar_stop, session, handle);
}

static void use_counter_number(MPI_T_pvar_session session, int i, int binding)
{
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    MPI_Comm world = WORLD;
    int count = 0;

    if (binding != MPI_T_BIND_NO_OBJECT && binding != MPI_T_BIND_MPI_COMM)
        return;
    if (strncmp(name, "mtl_", 4) == 0 || strncmp(name, "osc_", 4) == 0)
        return; /* Open MPI 4.1 crashes where these parts are not in use */
    if (CALL(MPI_T_pvar_handle_alloc, session, i,
             binding == MPI_T_BIND_NO_OBJECT ? NULL : &world, &handle,
             &count) != MPI_SUCCESS)
        return;
    use_counter(session, handle);
    CHECK(CALL(MPI_T_pvar_handle_free, session, &handle) == MPI_SUCCESS);
}

CASE(counters)
{
    MPI_T_pvar_session session;
    struct counter found;
    int count = 0, index;

    begin();
    CALL(MPI_T_pvar_get_num, &count);
    CALL(MPI_T_pvar_session_create, &session);
    for (int i = 0; i < count && i < FEW; i++) {
        if (!look_at_counter(i, &found))
            continue;
        CALL(MPI_T_pvar_get_index, name, found.class, &index);
        CHECK(index == i);
        use_counter_number(session, i, found.binding);
    }
    CHECK(CALL(MPI_T_pvar_get_index, "no such variable",
               MPI_T_PVAR_CLASS_COUNTER, &index) != MPI_SUCCESS);
    CALL(MPI_T_pvar_session_free, &session);
    end();
}

/* What is not there is refused without harm. */
CASE(no_counter)
{
    MPI_T_pvar_session session;
    struct counter found;

    begin();
    CALL(MPI_T_pvar_session_create, &session);
    CHECK(!look_at_counter(1 << 30, &found));
#ifndef OPEN_MPI /* MPICH 4.0 has no such variable at all */
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;

    use_counter(session, handle);
    CHECK(CALL(MPI_T_pvar_handle_free, session, &handle) != MPI_SUCCESS);
#endif
    CALL(MPI_T_pvar_session_free, &session);
    CHECK(session == MPI_T_PVAR_SESSION_NULL);
    end();
}

/* ---- categories ---- */

struct category {
    int controls, counters, categories;
};

static void list_category(int i, const struct category *found)
{
    int *list = calloc((size_t)(found->controls + found->counters +
                                found->categories) + 1, sizeof(*list));

    CALL(MPI_T_category_get_cvars, i, found->controls, list);
    CALL(MPI_T_category_get_pvars, i, found->counters, list);
    CALL(MPI_T_category_get_categories, i, found->categories, list);
    free(list);
}

CASE(categories)
{
    struct category found;
    int count = 0, index;

    begin();
    CALL(MPI_T_category_get_num, &count);
    for (int i = 0; i < count && i < FEW; i++) {
        if (CALL(MPI_T_category_get_info, i, NAME, TEXT_TOO, &found.controls,
                 &found.counters, &found.categories) != MPI_SUCCESS)
            continue;
        CALL(MPI_T_category_get_index, name, &index);
        CHECK(index == i);
        list_category(i, &found);
    }
    end();
}

/* ---- events ---- */

#if MPI_VERSION >= 4
CASE(events)
{
    int count = -1, verbosity, elements = 0, binding, sources = -1;
    MPI_Count ticks = 0, most = 0;
    MPI_T_event_registration registration;
    MPI_T_source_order order;
    MPI_T_enum choices;
    MPI_Info info;

    begin();
    CALL(MPI_T_event_get_num, &count);
    CALL(MPI_T_source_get_num, &sources);
    CHECK(count >= 0 && sources >= 0);
    CHECK(CALL(MPI_T_event_get_info, 1 << 30, NAME, &verbosity, NULL, NULL,
               &elements, &choices, &info, TEXT_TOO, &binding) !=
          MPI_SUCCESS);
    CHECK(CALL(MPI_T_event_get_index, "no such event", &count) !=
          MPI_SUCCESS);
    CHECK(CALL(MPI_T_event_handle_alloc, 1 << 30, NULL, MPI_INFO_NULL,
               &registration) != MPI_SUCCESS);
    CHECK(CALL(MPI_T_source_get_info, 1 << 30, NAME, TEXT_TOO, &order,
               &ticks, &most, &info) != MPI_SUCCESS);
    CHECK(CALL(MPI_T_source_get_timestamp, 1 << 30, &ticks) != MPI_SUCCESS);
    end();
}

CASE(events_of_categories)
{
    int count = 0, found = -1, list[100];

    begin();
    CALL(MPI_T_category_get_num, &count);
    for (int i = 0; i < count && i < FEW; i++) {
        CALL(MPI_T_category_get_num_events, i, &found);
        CALL(MPI_T_category_get_events, i, 100, list);
    }
    end();
}
#else
ABSENT(events, "MPI_T_event_get_num is not in mpi.h")
#endif

JOB(before_mpi, 2, 0)
{
    int level = 0, count = 0;

    UNSEEN(MPI_T_init_thread, MPI_THREAD_SINGLE, &level);
    UNSEEN(MPI_T_cvar_get_num, &count);
    CHECK(count >= 0);
    odd_init();
    CALL(MPI_T_pvar_get_num, &count);
    CALL(MPI_T_finalize);
    odd_finalize();
}
