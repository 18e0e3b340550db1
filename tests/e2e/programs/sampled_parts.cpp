/* SPDX-License-Identifier: BSD-3-Clause */
// sampled_parts.cpp - two parts of sampled.c, members of a template.
#include "sampled_spin.h"

namespace heat {

static thread_local volatile double sum;

template <typename Real> struct Relax {
    __attribute__((noinline)) static void apply(Real seconds)
    {
        Real end = used() + seconds;

        while (used() < end)
            for (int i = 0; i < 5000; i++)
                sum = sum + i; // LINE heat::Relax::apply
    }
};

__attribute__((noinline)) void settle(double seconds)
{
    double end = used() + seconds;

    while (used() < end)
        for (int i = 0; i < 5000; i++)
            sum = sum + 2 * i; // LINE heat::settle
}

}

extern "C" void part_a(double seconds);
extern "C" void part_b(double seconds);

extern "C" void part_a(double seconds)
{
    heat::Relax<double>::apply(seconds);
    heat::sum = 0;
}

extern "C" void part_b(double seconds)
{
    heat::settle(seconds);
    heat::sum = 0;
}
