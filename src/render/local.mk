# src/render/local.mk - part of libcommon.la.  A line per module, and its test.

