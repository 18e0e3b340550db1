# SPDX-License-Identifier: BSD-3-Clause
# tests/unit/local.mk - what unit tests share; the tests themselves are listed
# with their modules.
EXTRA_DIST += tests/unit/log_lines.h tests/unit/sample_profile.h
EXTRA_DIST += tests/unit/symbols_sample.h

# Of the Python module, with the unittest of Python.
python_unit_tests = tests/unit/test_python_module.py
TESTS += $(python_unit_tests)
EXTRA_DIST += $(python_unit_tests)

# The module that share/doc/develop gives to copy.
unit_tests += share/doc/develop/template/test_noun
share_doc_develop_template_test_noun_SOURCES = \
	share/doc/develop/template/test_noun.c \
	share/doc/develop/template/noun.c share/doc/develop/template/noun.h
share_doc_develop_template_test_noun_CPPFLAGS = $(AM_CPPFLAGS) \
	-I$(top_srcdir)/share/doc/develop/template
