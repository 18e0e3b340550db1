# src/model/local.mk - part of libcommon.la.  A line per module, and its test.
# gen/call_table.c is added by wrappers/local.mk.

libcommon_la_SOURCES += src/model/call.c src/model/call.h
libcommon_la_SOURCES += src/model/call_graph.c src/model/call_graph.h
libcommon_la_SOURCES += src/model/call_tree.c src/model/call_tree.h
libcommon_la_SOURCES += src/model/clock_line.c src/model/clock_line.h
libcommon_la_SOURCES += src/model/comm_note.c src/model/comm_note.h
libcommon_la_SOURCES += src/model/host_note.c src/model/host_note.h
libcommon_la_SOURCES += src/model/definitions.c src/model/definitions.h
libcommon_la_SOURCES += src/model/ending.c src/model/ending.h
libcommon_la_SOURCES += src/model/sample_note.h
libcommon_la_SOURCES += src/model/samples.c src/model/samples.h
libcommon_la_SOURCES += src/model/function_names.c \
	src/model/function_names.h
libcommon_la_SOURCES += src/model/function_rules.c \
	src/model/function_rules.h
libcommon_la_SOURCES += src/model/own_cost.c src/model/own_cost.h
libcommon_la_SOURCES += src/model/pauses.c src/model/pauses.h
libcommon_la_SOURCES += src/model/replay_log.c src/model/replay_log.h
libcommon_la_SOURCES += src/model/replay_parts.c
libcommon_la_SOURCES += src/model/replay_result.c src/model/replay_result.h
libcommon_la_SOURCES += src/model/resource_bins.c src/model/resource_bins.h
libcommon_la_SOURCES += src/model/resources.c src/model/resources.h
libcommon_la_SOURCES += src/model/timebins.c src/model/timebins.h
libcommon_la_SOURCES += src/model/pictures.c src/model/pictures.h
libcommon_la_SOURCES += src/model/profile.c src/model/profile.h
libcommon_la_SOURCES += src/model/report.c src/model/table.c src/model/table.h
libcommon_la_SOURCES += src/model/table_form.h
libcommon_la_SOURCES += src/model/sections.c src/model/sections.h
libcommon_la_SOURCES += src/model/time_window.h
libcommon_la_SOURCES += src/model/settings.c src/model/settings.h
libcommon_la_SOURCES += src/model/trace_rules.c src/model/trace_rules.h
libcommon_la_SOURCES += src/model/trace_note.h
libcommon_la_SOURCES += src/model/profile_file.h src/model/profile_decode.h
libcommon_la_SOURCES += src/model/profile_decode.c src/model/profile_encode.c
libcommon_la_SOURCES += src/model/profile_open.c src/model/profile_save.c
libcommon_la_SOURCES += src/model/closeups.c src/model/closeups.h
EXTRA_DIST += share/doc/profile-format.md share/doc/trace-format.md
unit_tests += tests/unit/model/test_profile_file

libcommon_la_SOURCES += src/model/demangle.c src/model/demangle.h
libcommon_la_SOURCES += src/model/python_frame.c \
	src/model/python_frame.h
libcommon_la_SOURCES += src/model/python_files.c \
	src/model/python_files.h
libcommon_la_SOURCES += src/model/python_times.c \
	src/model/python_times.h
libcommon_la_SOURCES += src/model/symbols.c src/model/symbols.h
if HAVE_LIBDW
libcommon_la_SOURCES += src/model/symbols_dw.c src/model/symbols_files.c \
	src/model/symbols_files.h src/model/symbols_scopes.c \
	src/model/symbols_scopes.h
unit_tests += tests/unit/model/test_symbols
else
libcommon_la_SOURCES += src/model/symbols_null.c
endif

unit_tests += tests/unit/model/test_call tests/unit/model/test_call_roles
unit_tests += tests/unit/model/test_call_tree
unit_tests += tests/unit/model/test_clock_line
unit_tests += tests/unit/model/test_comm_note
unit_tests += tests/unit/model/test_host_note
unit_tests += tests/unit/model/test_definitions
unit_tests += tests/unit/model/test_function_rules
unit_tests += tests/unit/model/test_demangle
unit_tests += tests/unit/model/test_replay_log
unit_tests += tests/unit/model/test_pauses
unit_tests += tests/unit/model/test_pictures
unit_tests += tests/unit/model/test_resources
unit_tests += tests/unit/model/test_timebins
unit_tests += tests/unit/model/test_profile
unit_tests += tests/unit/model/test_settings
unit_tests += tests/unit/model/test_table
unit_tests += tests/unit/model/test_trace_rules
unit_tests += tests/unit/model/test_closeups
