# src/render/local.mk - part of libcommon.la.
libcommon_la_SOURCES += \
	src/render/chrome.c src/render/chrome.h \
	src/render/calls.c src/render/calls.h \
	src/render/calls_callgrind.c \
	src/render/calls_dot.c \
	src/render/calls_stacks.c \
	src/render/calls_tau.c \
	src/render/cell_text.c src/render/cell_text.h \
	src/render/numbers.c src/render/numbers.h \
	src/render/paragraph.c src/render/paragraph.h \
	src/render/render.h \
	src/render/render_csv.c \
	src/render/render_json.c \
	src/render/render_text.c \
	src/render/text_cell.c src/render/text_cell.h \
	src/render/text_facts.c \
	src/render/text_table.c src/render/text_table.h

unit_tests += tests/unit/test_numbers tests/unit/test_render
