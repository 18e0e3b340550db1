/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * symbols_sample.h - the source of the program that test_symbols compiles.
 * Labels stand behind calls, as return addresses do; each is named after the
 * line of its call, which the test knows.
 */
#ifndef TESTS_UNIT_SYMBOLS_SAMPLE_H
#define TESTS_UNIT_SYMBOLS_SAMPLE_H

static const char symbols_sample[] =
    "#define LABEL(name) __asm__ volatile(\".globl \" name \"\\n\" name \":\")\n"
    "__attribute__((noinline)) void leaf(void) { __asm__ volatile(\"\"); }\n"
    "static inline __attribute__((always_inline)) void middle(void)\n"
    "{\n"
    "    leaf(); LABEL(\"after_5\");\n"
    "}\n"
    "void outer(void);\n"
    "void outer(void)\n"
    "{\n"
    "    leaf(); LABEL(\"after_10\");\n"
    "    middle();\n"
    "    leaf();\n"
    "}\n"
    "#ifdef PROGRAM\n"
    "int main(void) { outer(); return 0; }\n"
    "#endif\n";

#endif
