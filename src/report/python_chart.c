/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/python_chart.h"

#include <stdlib.h>

#include "base/array_room.h"

void python_chart_destroy(struct python_chart *chart)
{
    if (chart == NULL)
        return;
    for (uint32_t i = 0; chart->functions != NULL && i < chart->function_count;
         i++) {
        FREE_ALL(chart->functions[i].name, chart->functions[i].where,
                 chart->functions[i].file);
    }
    FREE_ALL(chart->functions, chart->edges, chart->ranks, chart->own,
             chart->inclusive, chart->work, chart);
}
