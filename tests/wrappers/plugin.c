/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * plugin.c - a program without MPI opens a library that uses it, unseen by
 * all others (RTLD_LOCAL), as Python and Julia do.  Compiled twice:
 * -DPLUGIN is the library.
 */
#include <stdio.h>

#ifdef PLUGIN
#include <mpi.h>

int run(void);
int run(void)
{
    int sum = 1;

    MPI_Init(NULL, NULL);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return sum != 2;
}
#else
#include <dlfcn.h>

int main(int argc, char **argv)
{
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int (*run)(void);

    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    run = (int (*)(void))dlsym(library, "run");
    return run == NULL ? 1 : run();
}
#endif
