# SPDX-License-Identifier: BSD-3-Clause
# src/model/local.mk - part of libcommon.a.  A line per module, and its test.
# gen/call_table.c is added by wrappers/local.mk.

libcommon_a_SOURCES += src/model/call.c src/model/call.h
libcommon_a_SOURCES += src/model/call_graph.c src/model/call_graph.h
libcommon_a_SOURCES += src/model/call_tree.c src/model/call_tree.h
libcommon_a_SOURCES += src/model/clock_line.c src/model/clock_line.h
libcommon_a_SOURCES += src/model/definitions.c src/model/definitions.h
libcommon_a_SOURCES += src/model/ending.c src/model/ending.h
libcommon_a_SOURCES += src/model/outside_wait.c src/model/outside_wait.h
libcommon_a_SOURCES += src/model/overhead.c src/model/overhead.h
libcommon_a_SOURCES += src/model/pauses.c src/model/pauses.h
libcommon_a_SOURCES += src/model/profile.c src/model/profile.h
libcommon_a_SOURCES += src/model/samples.c src/model/samples.h
libcommon_a_SOURCES += src/model/time_window.h
libcommon_a_SOURCES += src/model/timebins.c src/model/timebins.h

libcommon_a_SOURCES += src/model/notes/comm_note.c src/model/notes/comm_note.h
libcommon_a_SOURCES += src/model/notes/counter_refusal.c \
	src/model/notes/counter_refusal.h
libcommon_a_SOURCES += src/model/notes/host_note.c src/model/notes/host_note.h
libcommon_a_SOURCES += src/model/notes/remark.c src/model/notes/remark.h
libcommon_a_SOURCES += src/model/notes/sample_note.h
libcommon_a_SOURCES += src/model/notes/trace_note.h

libcommon_a_SOURCES += src/model/resources/core_set.c \
	src/model/resources/core_set.h
libcommon_a_SOURCES += src/model/resources/device_use.c \
	src/model/resources/device_use.h
libcommon_a_SOURCES += src/model/resources/memory_uses.c \
	src/model/resources/memory_uses.h
libcommon_a_SOURCES += src/model/resources/resource_bins.c \
	src/model/resources/resource_bins.h
libcommon_a_SOURCES += src/model/resources/resources.c \
	src/model/resources/resources.h

libcommon_a_SOURCES += src/model/python/python_memory.c \
	src/model/python/python_memory.h
libcommon_a_SOURCES += src/model/python/python_files.c \
	src/model/python/python_files.h
libcommon_a_SOURCES += src/model/python/python_times.c \
	src/model/python/python_times.h

unit_tests += tests/unit/model/test_call tests/unit/model/test_call_roles
unit_tests += tests/unit/model/test_call_tree
unit_tests += tests/unit/model/test_clock_line
unit_tests += tests/unit/model/test_comm_note
unit_tests += tests/unit/model/test_device_use
unit_tests += tests/unit/model/test_host_note
unit_tests += tests/unit/model/test_definitions
unit_tests += tests/unit/model/test_memory_uses
unit_tests += tests/unit/model/test_pauses
unit_tests += tests/unit/model/test_resources
unit_tests += tests/unit/model/test_timebins
unit_tests += tests/unit/model/test_profile
