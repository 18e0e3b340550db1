#include "analyze/say.h"

#include <stdio.h>

struct said say_seconds(uint64_t ns)
{
    double seconds = (double)ns / 1e9;
    struct said said;

    if (seconds >= 99.95)
        snprintf(said.text, sizeof(said.text), "%.0f s", seconds);
    else if (seconds >= 9.995)
        snprintf(said.text, sizeof(said.text), "%.1f s", seconds);
    else if (seconds >= 0.09995)
        snprintf(said.text, sizeof(said.text), "%.2f s", seconds);
    else if (seconds >= 0.0009995)
        snprintf(said.text, sizeof(said.text), "%.1f ms", seconds * 1e3);
    else
        snprintf(said.text, sizeof(said.text), "%.1f us", seconds * 1e6);
    return said;
}

struct said say_percent(double ratio)
{
    double percent = 100 * ratio;
    struct said said;

    if (percent >= 9.95 || percent == 0)
        snprintf(said.text, sizeof(said.text), "%.0f %%", percent);
    else
        snprintf(said.text, sizeof(said.text), "%.1f %%", percent);
    return said;
}
