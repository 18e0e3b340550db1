/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * dlopened.c - a program without MPI that loads one which has it.
 *
 *     ./host PLUGIN.so ARGUMENTS    runs its run_program(argc, argv)
 */
#include <dlfcn.h>
#include <stdio.h>

typedef int program(int argc, char **argv);

int main(int argc, char **argv)
{
    void *plugin = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    program *run = NULL;

    if (plugin != NULL)
        *(void **)&run = dlsym(plugin, "run_program");
    if (run == NULL) {
        fprintf(stderr, "host: %s\n", argc > 1 ? dlerror() : "no plug-in");
        return 1;
    }
    return run(argc - 1, argv + 1);
}
