# src/archive/local.mk - part of libmeasure.la and of libread.la, where there is
# OTF2.
archive_sources = \
	src/archive/archive.h \
	src/archive/archive_definitions.c \
	src/archive/archive_names.c src/archive/archive_names.h \
	src/archive/archive_notes.c \
	src/archive/archive_objects.c \
	src/archive/archive_paths.c \
	src/archive/archive_samples.c \
	src/archive/archive_tables.c
