# wrappers/local.mk - libmpiprof.la and the generated call table.

