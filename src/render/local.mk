# SPDX-License-Identifier: BSD-3-Clause
# src/render/local.mk - part of libcommon.a.
libcommon_a_SOURCES += \
	src/render/foreign/chrome.c src/render/foreign/chrome.h \
	src/render/foreign/calls.h \
	src/render/foreign/calls_callgrind.c \
	src/render/foreign/calls_dot.c \
	src/render/foreign/calls_stacks.c \
	src/render/foreign/calls_tau.c \
	src/render/html_name.c \
	src/render/html_charts.c \
	src/render/html_python.c \
	src/render/html_source.c \
	src/render/html_parts.h \
	src/render/html_template.h \
	src/render/html_detail_windows.c src/render/html_detail_windows.h \
	src/render/cell_text.c src/render/cell_text.h \
	src/render/paragraph.c src/render/paragraph.h \
	src/render/render.h \
	src/render/render_csv.c \
	src/render/render_html.c \
	src/render/render_json.c \
	src/render/render_text.c \
	src/render/text_cell.c src/render/text_cell.h \
	src/render/text_facts.c \
	src/render/text_color.h \
	src/render/text_table.c src/render/text_table.h

# The page of the HTML report.  The tarball has it, so that only a clone needs
# npm; not cleaned with the rest of gen/, which is made for one MPI.
page_sources = share/html/.npmrc share/html/build.mjs \
	share/html/package.json share/html/package-lock.json \
	share/html/src/main.js share/html/src/page.html \
	share/html/src/style.css \
	share/html/src/base/bytes.js share/html/src/base/colors.js \
	share/html/src/base/dom.js share/html/src/base/format.js \
	share/html/src/data/link.js share/html/src/data/model.js \
	share/html/src/data/pictures.js share/html/src/data/places.js \
	share/html/src/data/python.js share/html/src/data/selection.js \
	share/html/src/data/table.js share/html/src/data/windows.js \
	share/html/src/widgets/axis.js share/html/src/widgets/canvas.js \
	share/html/src/widgets/copy.js share/html/src/widgets/curve.js \
	share/html/src/widgets/distribution.js share/html/src/widgets/svg.js \
	share/html/src/timeline/arrows.js \
	share/html/src/timeline/call_remarks.js \
	share/html/src/timeline/call_table.js \
	share/html/src/timeline/call_words.js \
	share/html/src/timeline/calls.js \
	share/html/src/timeline/efficiency.js share/html/src/timeline/find.js \
	share/html/src/timeline/levels.js share/html/src/timeline/overview.js \
	share/html/src/timeline/query.js share/html/src/timeline/rows.js \
	share/html/src/timeline/timeline.js \
	share/html/src/views/balance.js share/html/src/views/bar.js \
	share/html/src/views/calltree.js share/html/src/views/hang.js \
	share/html/src/views/heat.js share/html/src/views/matrix.js \
	share/html/src/views/overtime.js share/html/src/views/python_views.js \
	share/html/src/views/resources.js share/html/src/views/showme.js \
	share/html/src/views/sizes.js share/html/src/views/source.js \
	share/html/src/views/tables.js share/html/src/views/tree.js \
	share/html/src/views/usage.js share/html/src/views/verdict.js \
	share/html/src/several/compare.js share/html/src/several/history.js \
	share/html/src/several/pages.js share/html/src/several/scaling.js \
	share/html/src/several/several.css share/html/src/several/several.js \
	share/html/src/several/sides.js share/html/src/several/sidetree.js
EXTRA_DIST += share/html/make_template.sh $(page_sources) \
	src/render/html_template_null.c
if HAVE_HTML
html_instead = $$(test '$(with_html)' != auto || \
	echo $(top_srcdir)/src/render/html_template_null.c)
libcommon_a_SOURCES += gen/html_template.c
gen/html_template.c: share/html/make_template.sh $(page_sources)
	@$(MKDIR_P) gen
	$(AM_V_GEN)$(SHELL) $(top_srcdir)/share/html/make_template.sh \
		$(top_srcdir)/share/html gen/html_template.c '$(NPM)' '$(NODE)' \
		$(html_instead)
dist-hook:
	@grep -q 'unsigned char page' '$(distdir)/gen/html_template.c' || { \
	    $(no_page_to_pack); }
else
libcommon_a_SOURCES += src/render/html_template_null.c
gen/html_template.c:
	@$(no_page_to_pack)
endif
no_page_to_pack = echo "make dist needs the page of the HTML report: configure" \
	"with npm and Node.js 18, where npm reaches its packages" >&2; exit 1

unit_tests += tests/unit/render/test_html_detail_windows
unit_tests += tests/unit/render/test_render
