/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * kokkos_itself.cpp - a program that uses Kokkos: three steps, in each of which
 * it does one of everything that becomes a region.
 */
#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ProfileSection.hpp>
#include <mpi.h>

#define MANY 1000

typedef Kokkos::View<double *, Kokkos::HostSpace> numbers;

static double kernels(const numbers &from, const numbers &to)
{
    double sum = 0;

    Kokkos::parallel_for("fill", MANY, [=](int i) { from(i) = i; });
    Kokkos::parallel_reduce(
        "add", MANY, [=](int i, double &part) { part += from(i); }, sum);
    Kokkos::parallel_scan("scan", MANY, [=](int i, double &part, bool last) {
        part += from(i);
        if (last)
            to(i) = part;
    });
    return sum;
}

static void step(const numbers &from, const numbers &to,
                 Kokkos::Profiling::ProfilingSection &section)
{
    double sum, all;

    Kokkos::Profiling::pushRegion("step");
    sum = kernels(from, to);
    Kokkos::deep_copy(to, from);
    section.start();
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    section.stop();
    Kokkos::Profiling::markEvent("event");
    Kokkos::Profiling::popRegion();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    Kokkos::initialize(argc, argv);
    {
        Kokkos::Profiling::ProfilingSection section("section");
        numbers from("from", MANY), to("to", MANY);

        for (int i = 0; i < 3; i++)
            step(from, to, section);
    }
    Kokkos::finalize();
    MPI_Finalize();
    return 0;
}
