/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * text_color.h - what terminals show in colour: severity, and titles in bold.
 */
#ifndef RENDER_TEXT_COLOR_H
#define RENDER_TEXT_COLOR_H

#include "report/table.h"

#define TEXT_BOLD "\033[1m"
#define TEXT_RED "\033[31m"
#define TEXT_YELLOW "\033[33m"
#define TEXT_PLAIN "\033[0m"

/* Efficiencies below these are poor, or bad; POP calls 80 % acceptable. */
#define EFFICIENCY_POOR 0.8
#define EFFICIENCY_BAD 0.6

static inline const char *text_color_of(enum severity severity)
{
    switch (severity) {
    case SEVERITY_BAD: return TEXT_RED;
    case SEVERITY_POOR: return TEXT_YELLOW;
    default: return "";
    }
}

static inline enum severity text_rate_efficiency(double value)
{
    return value < EFFICIENCY_BAD    ? SEVERITY_BAD
           : value < EFFICIENCY_POOR ? SEVERITY_POOR
                                     : SEVERITY_NONE;
}

#endif
