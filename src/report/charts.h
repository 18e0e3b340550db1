/*
 * charts.h - the arrays behind the pictures of a report.
 *
 * Lines: one for each rank that is shown, or for each `each' neighbouring ranks
 * where more than PICTURE_LINES are; then a second set has one for each host,
 * or for each `host_each' of more than PICTURE_LINES hosts.  A line adds up
 * what its ranks did: time by class, time by class in equal bins of the run,
 * time and calls of columns (useful time of a region, an MPI procedure,
 * processor time of a sampled function).  The matrix has all ranks, as they
 * may be sent something: `matrix_each' share a row of it.
 * Units: ns, bytes; times count from the run's start.
 * Threads: one owner.  Memory: pictures_destroy(); texts are copies; windows
 * are somebody else's.
 */
#ifndef REPORT_CHARTS_H
#define REPORT_CHARTS_H

#include "base/status.h"
#include "model/profile.h"
#include "report/detail_windows.h"

#define PICTURE_LINES 1024
#define PICTURE_BINS 512
#define PICTURE_CHOSEN 64   /* regions with a column, and sampled functions */
#define PICTURE_TIMES (CALL_CLASS_COUNT + 3)
#define PICTURE_WHOLE 256   /* up to so many ranks places have times by rank */
#define PICTURE_PLACES 4096 /* the longest are kept */
#define PICTURE_NO_LINE UINT32_MAX

/* The indices of a line's times: enum call_class, and these. */
enum {
    PICTURE_USEFUL = CALL_CLASS_COUNT,
    PICTURE_LENGTH,
    PICTURE_RANKS /* that were read; a number */
};

struct picture_span {
    uint32_t first, last; /* world ranks */
};

struct picture_line {
    struct picture_span *spans; /* its ranks, ascending */
    uint32_t span_count;
    uint32_t host;              /* DEFINITION_HOST */
    bool mixed;                 /* ranks on several hosts */
    uint64_t times[PICTURE_TIMES];
    uint64_t *bins;    /* [bins][PROFILE_TIMELINE_CLASSES] */
    uint64_t *columns; /* time and calls of each column */
};

struct picture_lines {
    uint32_t count;
    struct picture_line *items; /* those of no rank have no arrays */
};

#define PICTURE_FUNCTION (PICTURE_USEFUL + 1)

struct picture_column {
    char *name;
    uint8_t class; /* enum call_class; PICTURE_USEFUL: a region;
                    * PICTURE_FUNCTION: a function, which has no calls */
    bool used;
};

/* What one rank sends another, or one host. */
struct picture_pair {
    uint64_t messages, bytes, time;
};

struct picture_matrix {
    uint32_t side;              /* 0: there is none */
    struct picture_pair *pairs; /* [side][side], from and to */
};

/* Where time was spent: a call path below a region, and the procedure it
 * calls; or the useful time of a region; or a call path that was sampled, with
 * processor time and samples. */
struct picture_place {
    uint32_t region, path, call; /* call: of the profile, or one of these */
    uint64_t time, calls;
    uint64_t *by_rank; /* time, calls of each rank; NULL: too many ranks */
};
#define PICTURE_CALL_USEFUL UINT32_MAX
#define PICTURE_CALL_SAMPLED (UINT32_MAX - 1)

/* A node of the tree of regions or of call paths; 0 is the root of both. */
struct picture_node {
    uint32_t parent;
    char *name, *where; /* where: "file.c:12", or NULL */
};

struct picture_nodes {
    uint32_t count;
    struct picture_node *items;
};

/* Where a single call was made. */
struct picture_site {
    char *name, *region, *where; /* name NULL: its calls are not shown */
    uint8_t class;               /* enum call_class */
};

struct picture_term {
    const char *name, *title, *definition; /* static */
};

struct pictures {
    uint32_t rank_count, each, host_each; /* ranks, hosts of a line */
    uint32_t *line_of; /* by rank, of by_rank; PICTURE_NO_LINE */
    uint32_t next_line;
    uint64_t bin_width;
    uint32_t bins;      /* of each line */
    uint32_t call_count, column_count; /* columns: procedures, regions, and
                                        * sampled functions */
    struct picture_column *columns;
    uint64_t (*sizes)[PROFILE_BINS]; /* messages of a procedure by size */
    uint32_t region_total, function_total; /* also those without a column */
    struct picture_lines by_rank, by_host;
    uint32_t matrix_each;
    struct picture_matrix matrix, host_matrix; /* of these, `host_each' */
    struct picture_nodes regions, paths;
    uint32_t place_count;
    struct picture_place *places;
    uint64_t other_places; /* time of those that were not kept */
    char **hosts;
    uint32_t host_count;
    size_t term_count;
    struct picture_term *terms;
    const struct closeups *closeups; /* NULL: see no_closeups */
    char *no_closeups;             /* why there are none; or NULL */
    uint32_t site_count;
    struct picture_site *sites;    /* as windows have them */
    bool no_messages;              /* they are not shown */
};

/* shown: how many of the ranks. */
enum status pictures_create(uint32_t ranks, uint32_t shown, uint32_t calls,
                            uint32_t hosts, struct pictures **out);
void pictures_destroy(struct pictures *pictures); /* NULL does nothing */
/* Gives a rank that is shown its line of by_rank, an index; in ascending
 * order.  PICTURE_NO_LINE where there is none for it. */
uint32_t pictures_place(struct pictures *pictures, uint32_t rank);
bool pictures_show(const struct pictures *pictures, uint32_t rank);
/* The line with its arrays; NULL without memory. */
struct picture_line *pictures_line(struct pictures *pictures,
                                   struct picture_lines *lines,
                                   uint32_t index);
/* Ranks are added in ascending order; false: no memory. */
bool picture_line_add(struct picture_line *line, uint32_t rank);
/* Adds the time of one rank, whose bins start at `begin' and may have another
 * width; all lines get wider bins when the run is longer than theirs. */
void pictures_add_bins(struct pictures *pictures, struct picture_line *line,
                       const struct timeline *from, uint64_t begin);
/* false: no memory.  Texts are copied and may be NULL. */
bool picture_nodes_add(struct picture_nodes *nodes, uint32_t parent,
                       const char *name, const char *where);

#endif
