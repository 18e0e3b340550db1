# SPDX-License-Identifier: BSD-3-Clause
# src/profile_file/local.mk - part of libcommon.a: the file of a run's profile.

libcommon_a_SOURCES += src/profile_file/profile_file.h \
	src/profile_file/profile_decode.h
libcommon_a_SOURCES += src/profile_file/profile_decode.c \
	src/profile_file/profile_encode.c
libcommon_a_SOURCES += src/profile_file/profile_open.c \
	src/profile_file/profile_save.c
unit_tests += tests/unit/profile_file/test_profile_file
