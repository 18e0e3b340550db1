/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hostile_names.h - names that break what is careless with them.
 *
 * Each is a legal name of something: of a region, a file, a program.
 */
#ifndef TESTS_TOOLS_HOSTILE_NAMES_H
#define TESTS_TOOLS_HOSTILE_NAMES_H

#define REPEAT_4(x) x x x x
#define REPEAT_64(x) REPEAT_4(REPEAT_4(REPEAT_4(x)))
#define TEMPLATE "sim::map<sim::pair<int, char>, sim::vector<double>>::at"

static const char *const hostile_names[] = {
    "\033]0;title\a\033[2J\033[31mred\b\b",
    "two\nlines\r\nand a third",
    "\ttab\vand\fform\x01\x1f\x7f",
    "say \"hi\", it's; `id` $(id) $HOME",
    "<script>alert(1)</script>&amp;<!-- ]]>",
    "a,b;c|d\t",
    REPEAT_64(TEMPLATE "1, ") "end",
    REPEAT_64(TEMPLATE "2, ") "end",
    TEMPLATE TEMPLATE TEMPLATE "one" TEMPLATE TEMPLATE TEMPLATE,
    TEMPLATE TEMPLATE TEMPLATE "two" TEMPLATE TEMPLATE TEMPLATE,
    REPEAT_64("nothing_to_cut_at_"),
    "\xff\xfe\xc3(\xe2\x82",
    "\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80",
    "\xef\xbf\xbd(\xef\xbf\xbd",
    "\xe2\x80\xaegnp.exe\xe2\x80\xac\xe2\x81\xa6x\xe2\x81\xa9",
    "so\xe2\x80\x8blve",
    "solve",
    "solve\xc2\xa0",
    "solve ",
    " solve",
    "  ",
    "\xc2\x9b" "31m\xc2\x85next\xe2\x80\xa8line",
    "\xef\xbb\xbf" "bom",
    "\xe4\xb8\xad\xe6\x96\x87\xe5\x90\x8d\xe5\xad\x97",
    REPEAT_64("\xed\x95\x9c\xea\xb8\x80"),
    "e\xcc\x81\xcc\x82\xcc\x83\xcc\x84 \xf0\x9f\x8c\x8a",
    "C:\\new\\x41\\u0041\\",
    "\\n",
    "\n",
    "# procedures",
    "=1+1",
    "*",
    "[!a]?{x}",
    "%s%n%1000000d",
    "-",
    "null",
    "a/b",
    "../../etc/passwd",
    "\x1b",
    "\x80",
    "\xc2\x80",
};

#define HOSTILE_COUNT (sizeof(hostile_names) / sizeof(*hostile_names))

#endif
