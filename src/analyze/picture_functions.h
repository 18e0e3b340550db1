/*
 * picture_functions.h - what was sampled, for pictures: a column for each of
 * some functions, and places for the call paths.
 *
 * A column has exclusive processor time, as the table `functions', of those
 * functions that are met first.
 * Units: ns.  Threads: one owner.  Memory: none of its own.  Errors: logged.
 */
#ifndef ANALYZE_PICTURE_FUNCTIONS_H
#define ANALYZE_PICTURE_FUNCTIONS_H

#include "analyze/picture_places.h"

struct picture_functions {
    uint32_t numbers[PICTURE_FUNCTIONS]; /* see sampled_function() */
    uint32_t count;
};

/* Adds the rank that was added to the scope last to a line. */
void picture_functions_add(struct picture_functions *functions,
                           const struct scope *scope,
                           struct pictures *pictures,
                           struct picture_line *line);
/* The same rank's samples outside of MPI, by call path. */
enum status picture_functions_paths(const struct scope *scope,
                                    const struct rank_data *rank,
                                    struct picture_places *places);
/* Names and classes of the columns; false: no memory. */
bool picture_functions_name(const struct picture_functions *functions,
                            const struct scope *scope,
                            struct pictures *pictures);

#endif
