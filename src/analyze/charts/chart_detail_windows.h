/*
 * chart_detail_windows.h - the single calls of a page: how they are called.
 *
 * Threads: one owner.  Memory: that of the pictures.  Errors: logged.
 */
#ifndef ANALYZE_CHARTS_CHART_DETAIL_WINDOWS_H
#define ANALYZE_CHARTS_CHART_DETAIL_WINDOWS_H

#include "analyze/facts/scope.h"
#include "report/charts.h"

enum status picture_closeups_add(struct pictures *pictures,
                                 const struct scope *scope);

#endif
