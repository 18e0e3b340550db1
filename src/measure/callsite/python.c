/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/callsite/python.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/affix.h"

/* Objects, frames and states of threads are the interpreter's. */
static struct {
    int (*initialized)(void);
    int (*finalizing)(void); /* NULL: not told */
    void *(*this_thread)(void);
    void *(*attached)(void); /* 3.5; of the thread that has the lock */
    int (*check)(void);
    int (*ensure)(void);
    void (*release)(int state);
    void *(*first_interpreter)(void);
    void *(*next_interpreter)(void *interpreter);
    void *(*first_thread)(void *interpreter);
    void *(*next_thread)(void *thread);
    void *(*thread_frame)(void *thread); /* 3.9; a new reference */
    void *(*current_frame)(void);        /* before that; a borrowed one */
    void *(*frame_back)(void *frame);    /* 3.9 */
    void *(*frame_code)(void *frame);    /* 3.9 */
    int (*frame_line)(void *frame);
    int (*frame_instruction)(void *frame); /* 3.11 */
    int (*code_line)(void *code, int instruction);
    void *(*attribute)(void *object, const char *name);
    void *(*encode)(void *text, const char *encoding, const char *errors);
    char *(*bytes_text)(void *bytes);
    long (*number)(void *integer);
    void (*hold)(void *object);
    void (*drop)(void *object);
    void (*error_fetch)(void **type, void **value, void **trace);
    void (*error_restore)(void *type, void *value, void *trace);
    void (*error_clear)(void);
    int (*collect_not)(void); /* 3.10; whether the collector was on */
    int (*collect)(void);
    const unsigned long *version; /* 3.11; 0x030b07f0 is 3.11.7 */
    void *none;
} python;

struct entry {
    void *slot;
    const char *name;
    bool needed;
};

void *python_lookup(const char *name)
{
    return dlsym(RTLD_DEFAULT, name);
}

bool python_find(python_lookup_function *lookup)
{
    const struct entry entries[] = {
        { &python.initialized, "Py_IsInitialized", true },
        { &python.finalizing, "_Py_IsFinalizing", false },
        { &python.finalizing, "Py_IsFinalizing", false },
        { &python.this_thread, "PyGILState_GetThisThreadState", true },
        { &python.attached, "_PyThreadState_UncheckedGet", false },
        { &python.attached, "PyThreadState_GetUnchecked", false },
        { &python.check, "PyGILState_Check", true },
        { &python.ensure, "PyGILState_Ensure", true },
        { &python.release, "PyGILState_Release", true },
        { &python.first_interpreter, "PyInterpreterState_Head", true },
        { &python.next_interpreter, "PyInterpreterState_Next", true },
        { &python.first_thread, "PyInterpreterState_ThreadHead", true },
        { &python.next_thread, "PyThreadState_Next", true },
        { &python.thread_frame, "PyThreadState_GetFrame", false },
        { &python.current_frame, "PyEval_GetFrame", true },
        { &python.frame_back, "PyFrame_GetBack", false },
        { &python.frame_code, "PyFrame_GetCode", false },
        { &python.frame_line, "PyFrame_GetLineNumber", true },
        { &python.frame_instruction, "PyFrame_GetLasti", false },
        { &python.code_line, "PyCode_Addr2Line", true },
        { &python.attribute, "PyObject_GetAttrString", true },
        { &python.encode, "PyUnicode_AsEncodedString", true },
        { &python.bytes_text, "PyBytes_AsString", true },
        { &python.number, "PyLong_AsLong", true },
        { &python.hold, "Py_IncRef", true },
        { &python.drop, "Py_DecRef", true },
        { &python.error_fetch, "PyErr_Fetch", true },
        { &python.error_restore, "PyErr_Restore", true },
        { &python.error_clear, "PyErr_Clear", true },
        { &python.collect_not, "PyGC_Disable", false },
        { &python.collect, "PyGC_Enable", false },
        { &python.version, "Py_Version", false },
        { &python.none, "_Py_NoneStruct", true },
    };

    memset(&python, 0, sizeof(python));
    for (size_t i = 0; i < sizeof(entries) / sizeof(*entries); i++) {
        void *found = lookup(entries[i].name);

        if (found == NULL && entries[i].needed)
            return false;
        if (found != NULL)
            memcpy(entries[i].slot, &found, sizeof(found));
    }
    return true;
}

/* Nobody else can have the lock. */
static bool is_only_thread(void *interpreter, void *thread)
{
    return python.first_thread(interpreter) == thread &&
           python.next_thread(thread) == NULL;
}

/* PyGILState_Check() says yes to all once there was a second interpreter. */
static bool thread_has_lock(const void *thread)
{
    return python.attached != NULL ? python.attached() == thread
                                   : python.check();
}

/* Without the lock, whoever asks for it while the interpreter ends waits for
 * ever. */
enum python_lock_state python_lock_state(void)
{
    void *thread = python.initialized() ? python.this_thread() : NULL;
    void *interpreter = thread != NULL ? python.first_interpreter() : NULL;

    if (interpreter == NULL)
        return PYTHON_ELSEWHERE;
    if (python.next_interpreter(interpreter) != NULL)
        return PYTHON_SEVERAL;
    if (thread_has_lock(thread))
        return PYTHON_LOCKED;
    if (python.finalizing != NULL && python.finalizing())
        return PYTHON_ELSEWHERE;
    return is_only_thread(interpreter, thread) ? PYTHON_FREE : PYTHON_UNLOCKED;
}

int python_lock(void)
{
    return python.ensure();
}

void python_unlock(int state)
{
    python.release(state);
}

static void *first_frame(void)
{
    void *frame;

    if (python.thread_frame != NULL)
        return python.thread_frame(python.this_thread());
    frame = python.current_frame();
    if (frame != NULL)
        python.hold(frame);
    return frame;
}

/* NULL: none, or None */
static void *get_attribute(void *object, const char *name)
{
    void *value = python.attribute(object, name);

    if (value == NULL)
        python.error_clear();
    if (value != python.none)
        return value;
    python.drop(value);
    return NULL;
}

static void *frame_back(void *frame)
{
    return python.frame_back != NULL ? python.frame_back(frame)
                                     : get_attribute(frame, "f_back");
}

static void *frame_code(void *frame)
{
    return python.frame_code != NULL ? python.frame_code(frame)
                                     : get_attribute(frame, "f_code");
}

static intptr_t frame_at(void *frame)
{
    return python.frame_instruction != NULL ? python.frame_instruction(frame)
                                            : python.frame_line(frame);
}

static int walk_frames(struct python_place *places, int most)
{
    void *frame = first_frame();
    int count = 0;

    while (frame != NULL && count < most) {
        void *back;

        places[count].code = frame_code(frame);
        places[count].at = frame_at(frame);
        count += places[count].code != NULL;
        back = frame_back(frame);
        python.drop(frame);
        frame = back;
    }
    if (frame != NULL)
        python.drop(frame);
    return count;
}

/* 3.11 makes objects of frames, at which it may collect others: their
 * finalizers are the program's and may call MPI.  Later ones collect between
 * instructions. */
static bool collect_not(void)
{
    return python.version != NULL && *python.version < 0x030c0000 &&
           python.collect_not != NULL && python.collect != NULL &&
           python.collect_not() != 0;
}

int python_stack(struct python_place *places, int most)
{
    bool collects = collect_not();
    int count = walk_frames(places, most);

    if (collects)
        python.collect();
    return count;
}

void python_release(const struct python_place *places, int count)
{
    for (int i = 0; i < count; i++)
        python.drop(places[i].code);
}

/* As UTF-8; an object that has no such attribute gives "". */
static char *text_of(void *code, const char *name)
{
    void *text = get_attribute(code, name), *bytes = NULL;
    char *copy;

    if (text != NULL)
        bytes = python.encode(text, "utf-8", "backslashreplace");
    copy = bytes != NULL ? python.bytes_text(bytes) : NULL;
    copy = strdup(copy != NULL ? copy : "");
    if (bytes != NULL)
        python.drop(bytes);
    if (text != NULL)
        python.drop(text);
    python.error_clear();
    return copy;
}

static int number_of(void *code, const char *name)
{
    void *value = get_attribute(code, name);
    long number = value != NULL ? python.number(value) : 0;

    if (value != NULL)
        python.drop(value);
    python.error_clear();
    return number > 0 ? (int)number : 0;
}

/* Before 3.11 a function's class is unknown. */
static char *function_of(void *code)
{
    char *name = text_of(code, "co_qualname");

    if (name != NULL && name[0] != '\0')
        return name;
    free(name);
    return text_of(code, "co_name");
}

static int line_of(const struct python_place *place)
{
    int line = python.frame_instruction != NULL
                   ? python.code_line(place->code, (int)place->at)
                   : (int)place->at;

    return line > 0 ? line : 0;
}

bool python_name(const struct python_place *place, struct python_names *out)
{
    void *type, *value, *trace;

    python.error_fetch(&type, &value, &trace);
    out->function = function_of(place->code);
    out->file = text_of(place->code, "co_filename");
    out->first_line = number_of(place->code, "co_firstlineno");
    out->line = line_of(place);
    python.error_restore(type, value, trace);
    if (out->function != NULL && out->file != NULL)
        return true;
    python_names_clear(out);
    return false;
}

bool python_file_is_shown(const char *file)
{
    const char *base = last_part(file);

    return !starts_with(file, "<frozen ") &&
           strstr(file, "/mpi4py/") == NULL && strcmp(base, "runpy.py") != 0 &&
           strcmp(base, "threading.py") != 0 &&
           strcmp(base, "cProfile.py") != 0 &&
           !(base - file > 9 && starts_with(base - 9, "/mpiprof/"));
}

void python_names_clear(struct python_names *names)
{
    free(names->function);
    free(names->file);
    memset(names, 0, sizeof(*names));
}
