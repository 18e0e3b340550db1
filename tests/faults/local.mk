# SPDX-License-Identifier: BSD-3-Clause
# tests/faults/local.mk - what is left of a run when something goes wrong; each
# test injects faults of a kind.  share/doc/faults.md has the table of them.

fault_tests = \
	tests/faults/allocations.sh \
	tests/faults/cut_off.sh \
	tests/faults/descriptors.sh \
	tests/faults/ended.sh \
	tests/faults/file_limit.sh \
	tests/faults/full_disk.sh \
	tests/faults/killed.sh \
	tests/faults/left_trace.sh \
	tests/faults/memory.sh \
	tests/faults/output_names.sh \
	tests/faults/read_only.sh \
	tests/faults/small_disk.sh \
	tests/faults/snapshots.sh \
	tests/faults/system.sh \
	tests/faults/tables.sh

TESTS += $(fault_tests)
EXTRA_DIST += $(fault_tests) \
	tests/faults/check_killed.py \
	tests/faults/check_left_trace.py \
	tests/faults/damage_left.py \
	tests/faults/programs

check-faults:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(fault_tests)'

.PHONY: check-faults
