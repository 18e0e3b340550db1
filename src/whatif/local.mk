# SPDX-License-Identifier: BSD-3-Clause
# src/whatif/local.mk - how long a run would take with changes; part of
# libreplay.a.
libreplay_a_SOURCES += \
	src/whatif/changes.c src/whatif/changes.h \
	src/whatif/sharing.c \
	src/whatif/whatif.c src/whatif/whatif.h

unit_tests += tests/unit/whatif/test_whatif
tests_unit_whatif_test_whatif_CPPFLAGS = $(synthetic_cppflags)
tests_unit_whatif_test_whatif_SOURCES = tests/unit/whatif/test_whatif.c \
	$(synthetic)
tests_unit_whatif_test_whatif_LDADD = libreplay.a $(LDADD)
