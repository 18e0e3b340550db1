/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * peak_memory.c - how many KiB a command takes.
 *
 *     peak_memory OUTPUT COMMAND...
 *
 * Runs it into a file and prints that number; its exit status is the
 * command's.  A small program, since a child has had at least as much as the
 * one that starts it.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(char **arguments)
{
    int output = open(arguments[1], O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (output >= 0 && dup2(output, STDOUT_FILENO) >= 0)
        execv(arguments[2], arguments + 2);
    perror(arguments[output >= 0 ? 2 : 1]);
    _exit(127);
}

int main(int count, char **arguments)
{
    struct rusage usage;
    pid_t child;
    int how;

    if (count < 3) {
        fprintf(stderr, "usage: peak_memory OUTPUT COMMAND...\n");
        return 2;
    }
    child = fork();
    if (child == 0)
        become(arguments);
    if (child < 0 || waitpid(child, &how, 0) != child ||
        getrusage(RUSAGE_CHILDREN, &usage) != 0)
        return 127;
    printf("%ld\n", usage.ru_maxrss);
    return WIFEXITED(how) ? WEXITSTATUS(how) : 127;
}
