/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * open_page.c - opens a page with the first command in BROWSER, a list
 * separated by colons, that succeeds.
 *
 * A browser gets its own session and neither the terminal nor our pipes: it
 * may stay open, and readers of our output need not wait for it.
 */
#include "tools/open_page.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"

#define NOT_STARTED 127
#define STEP_NS 10000000L
#define STEPS 200 /* 2 s: then it is one that stays */
#define BLANKS " \t"

struct opening {
    const char *page;
    struct strbuf words; /* of the command at hand, with a NUL behind each */
    size_t count;
    bool refused; /* one was there, but ended with that status */
    int answer;
    struct strbuf who;
};

void open_page_place(const char *run, struct strbuf *out)
{
    const char *slash = strrchr(run, '/');
    struct stat about;

    if (stat(run, &about) == 0 && S_ISDIR(about.st_mode))
        strbuf_printf(out, "%s/", run);
    else if (slash != NULL)
        strbuf_add(out, run, (size_t)(slash - run) + 1);
    strbuf_puts(out, "report.html");
}

/* ---- the words of a command ---- */

/* %s is the page, %% a percent sign; whether the page is in it. */
static bool put_word(struct opening *opening, const char *word, size_t length)
{
    struct strbuf *out = &opening->words;
    bool named = false;

    for (size_t i = 0; i < length; i++) {
        bool escaped = word[i] == '%' && i + 1 < length &&
                       (word[i + 1] == 's' || word[i + 1] == '%');

        i += escaped;
        if (escaped && word[i] == 's')
            strbuf_puts(out, opening->page);
        else
            strbuf_putc(out, word[i]);
        named |= escaped && word[i] == 's';
    }
    strbuf_putc(out, '\0');
    opening->count++;
    return named;
}

/* A file's name may have blanks in it, where it is the whole command. */
static bool is_file(const char *command)
{
    return strchr(command, '/') != NULL && access(command, X_OK) == 0;
}

/* Without a %s the page is the last one.  A & is said by those who know that
 * their browser stays, as all may here. */
static void split_command(struct opening *opening, const char *command)
{
    bool named = false, whole = is_file(command);

    strbuf_truncate(&opening->words, 0);
    opening->count = 0;
    for (const char *at = command; *at != '\0';) {
        size_t length = whole ? strlen(at) : strcspn(at, BLANKS);

        if (length > 0 && (length > 1 || *at != '&'))
            named |= put_word(opening, at, length);
        at += length;
        at += strspn(at, BLANKS);
    }
    if (opening->count > 0 && !named) {
        strbuf_add(&opening->words, opening->page, strlen(opening->page) + 1);
        opening->count++;
    }
}

/* As execvp() takes them; NULL: no memory. */
static char **arguments_of(const struct opening *opening)
{
    char **list = calloc(opening->count + 1, sizeof(*list));
    char *at = opening->words.text;

    if (list == NULL || opening->words.failed) {
        free(list);
        return NULL;
    }
    for (size_t i = 0; i < opening->count; i++) {
        list[i] = at;
        at += strlen(at) + 1;
    }
    return list;
}

/* ---- a process for it ---- */

static void become_opener(char **arguments, int told)
{
    int nowhere = open("/dev/null", O_RDWR);
    int why;
    ssize_t said;

    setsid();
    for (int i = 0; nowhere >= 0 && i < 3; i++)
        dup2(nowhere, i);
    execvp(arguments[0], arguments);
    why = errno;
    said = write(told, &why, sizeof(why));
    _exit(said < 0 ? NOT_STARTED - 1 : NOT_STARTED);
}

/* The process, once it is that program; -1: it cannot be. */
static pid_t start_opener(char **arguments)
{
    int ends[2], why = 0;
    pid_t child;

    if (pipe(ends) != 0)
        return -1;
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    child = fork();
    if (child == 0)
        become_opener(arguments, ends[1]);
    close(ends[1]);
    while (read(ends[0], &why, sizeof(why)) < 0 && errno == EINTR)
        ;
    close(ends[0]);
    if (child < 0 || why == 0)
        return child;
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return -1;
}

/* Its exit status; 0 for one that stays, or that nobody can ask. */
static int outcome_of(pid_t child)
{
    const struct timespec step = { 0, STEP_NS };
    int how;

    for (int i = 0; i < STEPS; i++) {
        pid_t ended = waitpid(child, &how, WNOHANG);

        if (ended == child)
            return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
        if (ended < 0 && errno != EINTR)
            return 0;
        nanosleep(&step, NULL);
    }
    return 0;
}

/* Whether the page is open. */
static bool try_command(struct opening *opening, const char *command)
{
    char **arguments;
    pid_t child;
    int answer;

    split_command(opening, command);
    if (opening->count == 0)
        return false;
    arguments = arguments_of(opening);
    child = arguments == NULL ? -1 : start_opener(arguments);
    free(arguments);
    if (child < 0)
        return false;
    answer = outcome_of(child);
    if (answer == 0)
        return true;
    opening->refused = true;
    opening->answer = answer;
    strbuf_truncate(&opening->who, 0);
    strbuf_puts(&opening->who, strbuf_text(&opening->words));
    return false;
}

static bool try_list(struct opening *opening, const char *list)
{
    struct strbuf command = { 0 };
    bool opened = false;

    while (!opened && *list != '\0') {
        size_t length = strcspn(list, ":");

        strbuf_truncate(&command, 0);
        strbuf_add(&command, list, length);
        opened = try_command(opening, strbuf_text(&command));
        list += length + (list[length] == ':');
    }
    strbuf_clear(&command);
    return opened;
}

/* Usual browsers are tried if none of those that the user named exists. */
static enum status try_all(struct opening *opening, const char *path)
{
    const char *list = getenv("BROWSER");

    if (list != NULL && try_list(opening, list))
        return STATUS_OK;
    if (!opening->refused && try_list(opening, "xdg-open:open"))
        return STATUS_OK;
    if (opening->refused)
        return log_fail(STATUS_IO,
                        "wrote %s, but the browser %s exited with status %d",
                        path, strbuf_text(&opening->who), opening->answer);
    return log_fail(STATUS_NOT_FOUND,
                    "wrote %s; to open it, set BROWSER to a program or "
                    "install xdg-open",
                    path);
}

enum status open_page(const char *path)
{
    struct opening opening = { .answer = 0 };
    struct strbuf page = { 0 };
    enum status status;

    if (path[0] == '-') /* is no option */
        strbuf_puts(&page, "./");
    strbuf_puts(&page, path);
    opening.page = strbuf_text(&page);
    status = try_all(&opening, path);
    strbuf_clear(&page);
    strbuf_clear(&opening.words);
    strbuf_clear(&opening.who);
    return status;
}
