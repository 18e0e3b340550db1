/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chart_detail_windows.h - names of the single calls in the HTML report.
 *
 * Threads: one owner.  Memory: the charts struct's.  Errors: logged.
 */
#ifndef ANALYZE_CHARTS_CHART_DETAIL_WINDOWS_H
#define ANALYZE_CHARTS_CHART_DETAIL_WINDOWS_H

#include "analyze/facts/scope.h"
#include "report/charts.h"

enum status chart_closeups_add(struct charts *charts,
                               const struct scope *scope);

#endif
