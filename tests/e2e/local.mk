# tests/e2e/local.mk - programs that are run with mpiexec and checked.

