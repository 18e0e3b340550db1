# SPDX-License-Identifier: BSD-3-Clause
# tests/html/local.mk - the page of the HTML report in a headless Chromium.
#
# `make screenshots' writes pictures of it to screenshots/ in the build folder.
check_PROGRAMS += tests/html/make_runs
tests_html_make_runs_SOURCES = tests/html/make_runs.c $(synthetic)
tests_html_make_runs_CPPFLAGS = $(synthetic_cppflags)
tests_html_make_runs_LDADD = $(common_libs)
html_tests = tests/html/look.sh tests/html/page.sh tests/html/python.sh \
	tests/html/several.sh tests/html/source.sh tests/html/speedscope.sh \
	tests/html/views.sh tests/html/windows.sh
TESTS += $(html_tests)
EXTRA_DIST += $(html_tests) tests/html/.npmrc tests/html/package.json \
	tests/html/package-lock.json tests/html/browser.mjs \
	tests/html/hybrid.c tests/html/late.c tests/html/look.mjs \
	tests/html/page.mjs tests/html/python.mjs \
	tests/html/screenshots.mjs tests/html/screenshots.sh \
	tests/html/several.mjs tests/html/source.mjs tests/html/speedscope.mjs \
	tests/html/traced_calls.py tests/html/views.mjs tests/html/vision.mjs \
	tests/html/windows.mjs

screenshots: all tests/html/make_runs tests/tools/make_several
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) \
	$(top_srcdir)/tests/html/screenshots.sh screenshots

.PHONY: screenshots
