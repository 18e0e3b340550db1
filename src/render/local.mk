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
	share/html/src/axis.js share/html/src/balance.js share/html/src/bar.js \
	share/html/src/arrows.js share/html/src/bytes.js \
	share/html/src/call_remarks.js share/html/src/call_table.js \
	share/html/src/call_words.js share/html/src/calls.js \
	share/html/src/calltree.js share/html/src/canvas.js \
	share/html/src/colors.js share/html/src/compare.js share/html/src/copy.js \
	share/html/src/curve.js share/html/src/distribution.js \
	share/html/src/dom.js share/html/src/efficiency.js \
	share/html/src/find.js share/html/src/format.js share/html/src/hang.js \
	share/html/src/heat.js share/html/src/history.js \
	share/html/src/levels.js share/html/src/link.js share/html/src/main.js \
	share/html/src/matrix.js share/html/src/model.js share/html/src/overtime.js \
	share/html/src/overview.js share/html/src/page.html \
	share/html/src/pages.js share/html/src/pictures.js \
	share/html/src/places.js share/html/src/python.js \
	share/html/src/python_views.js share/html/src/query.js \
	share/html/src/resources.js share/html/src/source.js \
	share/html/src/rows.js share/html/src/scaling.js \
	share/html/src/selection.js share/html/src/several.css \
	share/html/src/several.js share/html/src/showme.js \
	share/html/src/sides.js share/html/src/sidetree.js \
	share/html/src/sizes.js \
	share/html/src/style.css share/html/src/svg.js \
	share/html/src/tables.js \
	share/html/src/timeline.js share/html/src/tree.js \
	share/html/src/usage.js share/html/src/verdict.js \
	share/html/src/windows.js
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
