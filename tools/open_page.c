#include "open_page.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"

#define NOT_THERE 127 /* exit status of a child without such a program */

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

/* The exit status of the program, NOT_THERE, or -1. */
static int start(const char *program, const char *path)
{
    int how;
    pid_t child = fork();

    if (child < 0)
        return -1;
    if (child == 0) {
        execlp(program, program, path, (char *)NULL);
        _exit(NOT_THERE);
    }
    if (waitpid(child, &how, 0) != child)
        return -1;
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

enum status open_page(const char *path)
{
    const char *browser = getenv("BROWSER");
    const char *const programs[] = { browser && browser[0] ? browser : NULL,
                                     "xdg-open", "open" };
    struct strbuf option;
    int answer = NOT_THERE;

    strbuf_init(&option);
    if (path[0] == '-') /* is no option */
        strbuf_puts(&option, "./");
    strbuf_puts(&option, path);
    for (int i = 0; i < 3 && answer == NOT_THERE && !option.failed; i++)
        if (programs[i] != NULL)
            answer = start(programs[i], strbuf_text(&option));
    strbuf_clear(&option);
    if (answer == 0)
        return STATUS_OK;
    if (answer == NOT_THERE)
        return log_fail(STATUS_NOT_FOUND, "%s: is written; to open it BROWSER "
                        "has to name a program, or xdg-open has to be there",
                        path);
    return log_fail(STATUS_IO, "%s: is written, but the browser says %d", path,
                    answer);
}
