/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * reload.c - loads each library that its arguments name, calls its part(), which
 * calls MPI_Barrier, 10 times from the first, 20 from the second and so on, and
 * unloads it; prints where part() was.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

int main(int count, char **words)
{
    MPI_Init(&count, &words);
    for (int i = 1; i < count; i++) {
        void *library = dlopen(words[i], RTLD_NOW);
        void (*part)(void) =
            library == NULL ? NULL : (void (*)(void))dlsym(library, "part");

        if (part == NULL) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        printf("%p\n", (void *)part);
        for (int call = 0; call < 10 * i; call++)
            part();
        dlclose(library);
    }
    return MPI_Finalize();
}
