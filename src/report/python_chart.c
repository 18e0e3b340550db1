/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/python_chart.h"

#include <stdlib.h>

void python_chart_destroy(struct python_chart *chart)
{
    if (chart == NULL)
        return;
    for (uint32_t i = 0; chart->functions != NULL && i < chart->function_count;
         i++) {
        free(chart->functions[i].name);
        free(chart->functions[i].where);
        free(chart->functions[i].file);
    }
    free(chart->functions);
    free(chart->edges);
    free(chart->ranks);
    free(chart->own);
    free(chart->inclusive);
    free(chart->work);
    free(chart);
}
