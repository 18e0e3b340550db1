# src/model/local.mk - part of libcommon.la.  A line per module, and its test.
# gen/call_table.c is added by wrappers/local.mk.

