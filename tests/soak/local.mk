# SPDX-License-Identifier: BSD-3-Clause
# tests/soak/local.mk - `make soak': programs that do one thing over and over.
#
# Prints a table and writes soak-FLAVOUR.json.  A part of it: SOAK_CASES="comms
# files" SOAK_SCALE=0.1.  short.sh is the same in a second or so each.

soak: all
	@$(AM_TESTS_ENVIRONMENT) \
	$(PYTHON) $(top_srcdir)/tests/soak/soak.py soak-$(MPI_FLAVOUR).json

TESTS += tests/soak/short.sh
EXTRA_DIST += tests/soak/short.sh tests/soak/soak.py tests/soak/soak.c \
	tests/soak/soak.h tests/soak/soak_cases.c tests/soak/soak_paths.c
CLEANFILES += soak-$(MPI_FLAVOUR).json

.PHONY: soak
