# tests/wrappers/local.mk - the generator and what libmpiprof.so exports.

