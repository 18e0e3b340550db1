# src/whatif/local.mk - how long a run would take with changes; part of
# libreplay.la.
libreplay_la_SOURCES += \
	src/whatif/changes.c src/whatif/changes.h \
	src/whatif/whatif.c src/whatif/whatif.h
