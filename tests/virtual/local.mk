# SPDX-License-Identifier: BSD-3-Clause
# tests/virtual/local.mk - one clock for the ranks of a test, see
# virtual_time.h.  Preloaded: `measure_virtually' of the shell library.

virtual_sources = tests/virtual/virtual_clock.c tests/virtual/virtual_mpi.c \
	tests/virtual/virtual_threads.c tests/virtual/virtual_time.c \
	tests/virtual/virtual_usage.c tests/virtual/virtual_time.h
EXTRA_DIST += $(virtual_sources)
CLEANFILES += tests/virtual/calls.inc tests/virtual/libvirtual.so
check_DATA += tests/virtual/libvirtual.so

# What this MPI has; those with a definition by hand, and what is no number.
tests/virtual/calls.inc: libmpiprof.la tests/virtual/local.mk
	$(AM_V_at)$(MKDIR_P) $(@D)
	$(AM_V_GEN)nm -D --defined-only .libs/libmpiprof.so | sed -n \
		-e '/ MPI_Init$$/d' -e '/ MPI_Init_thread$$/d' \
		-e '/ MPI_Finalize$$/d' -e '/ MPI_W\(time\|tick\)$$/d' \
		-e 's/.* [TW] \(MPI_[A-Z][a-z][A-Za-z0-9_]*\)$$/CALL(\1)/p' > $@.tmp
	$(AM_V_at)grep -q 'CALL(MPI_Send)' $@.tmp && mv $@.tmp $@

tests/virtual/libvirtual.so: tests/virtual/calls.inc $(virtual_sources) \
		src/base/flavours.c gen/flavour_table.c
	$(AM_V_GEN)$(CC) -std=gnu11 -O2 -Wall -Wextra -shared -fPIC \
		-I$(@D) -I$(top_srcdir)/src $(filter %.c,$^) -o $@ -ldl -pthread
