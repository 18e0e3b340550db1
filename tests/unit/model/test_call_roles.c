/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_call_roles.c - every procedure has the role that the chapter of the MPI
 * standard gives it, in all of its forms; all that no chapter here names is a
 * plain function.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "model/call.h"
#include "unit.h"

struct chapter {
    enum call_role role;
    bool forms; /* also nonblocking and persistent: Ibcast, Bcast_init */
    const char *names;
};

static const struct chapter chapters[] = {
    /* 3 Point-to-point communication, 4 partitioned */
    { CALL_ROLE_P2P, false,
      "Send Bsend Ssend Rsend Isend Ibsend Issend Irsend Send_init Bsend_init "
      "Ssend_init Rsend_init Recv Irecv Recv_init Probe Iprobe Mprobe Improbe "
      "Mrecv Imrecv Sendrecv Sendrecv_replace Isendrecv Isendrecv_replace "
      "Psend_init Precv_init" },
    /* 6 Collective communication */
    { CALL_ROLE_BARRIER, true, "Barrier" },
    { CALL_ROLE_ONE2ALL, true, "Bcast Scatter Scatterv" },
    { CALL_ROLE_ALL2ONE, true, "Reduce Gather Gatherv" },
    { CALL_ROLE_ALL2ALL, true,
      "Allgather Allgatherv Alltoall Alltoallv Alltoallw Allreduce "
      "Reduce_scatter Reduce_scatter_block" },
    { CALL_ROLE_COLL_OTHER, true, "Scan Exscan" },
    /* 8 Neighborhood collective communication on process topologies */
    { CALL_ROLE_ALL2ALL, true,
      "Neighbor_allgather Neighbor_allgatherv Neighbor_alltoall "
      "Neighbor_alltoallv Neighbor_alltoallw" },
    /* 9 Memory allocation, 12 one-sided: initialisation */
    { CALL_ROLE_ALLOCATE, false,
      "Alloc_mem Win_create Win_allocate Win_allocate_shared "
      "Win_create_dynamic" },
    { CALL_ROLE_DEALLOCATE, false, "Free_mem Win_free" },
    /* 12 One-sided: communication and synchronisation calls */
    { CALL_ROLE_RMA, false,
      "Put Get Rput Rget Win_fence Win_start Win_complete Win_post Win_wait "
      "Win_test Win_lock Win_lock_all Win_unlock Win_unlock_all Win_flush "
      "Win_flush_all Win_flush_local Win_flush_local_all Win_sync" },
    { CALL_ROLE_ATOMIC, false,
      "Accumulate Get_accumulate Fetch_and_op Compare_and_swap Raccumulate "
      "Rget_accumulate" },
    /* 14 I/O: data access */
    { CALL_ROLE_FILE_IO, false,
      "File_read_at File_read_at_all File_iread_at File_iread_at_all "
      "File_read_at_all_begin File_read_at_all_end File_write_at "
      "File_write_at_all File_iwrite_at File_iwrite_at_all "
      "File_write_at_all_begin File_write_at_all_end File_read File_read_all "
      "File_iread File_iread_all File_read_all_begin File_read_all_end "
      "File_write File_write_all File_iwrite File_iwrite_all "
      "File_write_all_begin File_write_all_end File_read_shared "
      "File_read_ordered File_iread_shared File_read_ordered_begin "
      "File_read_ordered_end File_write_shared File_write_ordered "
      "File_iwrite_shared File_write_ordered_begin File_write_ordered_end" },
    /* 14 I/O: manipulation, views, pointers, consistency */
    { CALL_ROLE_FILE_IO_METADATA, false,
      "File_open File_close File_delete File_set_size File_preallocate "
      "File_get_size File_get_group File_get_amode File_set_info "
      "File_get_info File_set_view File_get_view File_seek File_get_position "
      "File_get_byte_offset File_seek_shared File_get_position_shared "
      "File_get_type_extent File_set_atomicity File_get_atomicity "
      "File_sync" },
};

#define CHAPTERS (sizeof(chapters) / sizeof(chapters[0]))

static bool is_word_of(const char *word, const char *words)
{
    size_t length = strlen(word);
    const char *at = words;

    while ((at = strstr(at, word)) != NULL) {
        if ((at == words || at[-1] == ' ') &&
            (at[length] == ' ' || at[length] == '\0'))
            return true;
        at += length;
    }
    return false;
}

static bool ends_in(char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);

    if (length <= tail || strcmp(name + length - tail, suffix) != 0)
        return false;
    name[length - tail] = '\0';
    return true;
}

/* name: without MPI_ and _c. */
static bool is_in(const char *name, const struct chapter *chapter)
{
    char other[64];

    if (is_word_of(name, chapter->names))
        return true;
    snprintf(other, sizeof(other), "%s", name);
    if (!chapter->forms)
        return false;
    if (ends_in(other, "_init"))
        return is_word_of(other, chapter->names);
    if (other[0] != 'I')
        return false;
    other[1] = (char)toupper((unsigned char)other[1]);
    return is_word_of(other + 1, chapter->names);
}

static enum call_role wanted_role(const char *name)
{
    char plain[64];

    snprintf(plain, sizeof(plain), "%s", strchr(name, '_') + 1);
    ends_in(plain, "_c");
    for (size_t i = 0; i < CHAPTERS; i++)
        if (is_in(plain, &chapters[i]))
            return chapters[i].role;
    return CALL_ROLE_FUNCTION;
}

UNIT_TEST(every_procedure_has_the_role_of_its_chapter)
{
    for (uint32_t i = 0; i < call_count; i++) {
        enum call_role wanted = wanted_role(call_table[i].name);

        if (call_table[i].role != wanted)
            printf("%s: role %d, not %d\n", call_table[i].name,
                   call_table[i].role, wanted);
        CU_ASSERT_EQUAL(call_table[i].role, wanted);
    }
}

UNIT_TEST(every_name_of_a_chapter_is_known)
{
    char words[1024], name[80];

    for (size_t i = 0; i < CHAPTERS; i++) {
        snprintf(words, sizeof(words), "%s", chapters[i].names);
        for (char *word = strtok(words, " "); word != NULL;
             word = strtok(NULL, " ")) {
            snprintf(name, sizeof(name), "MPI_%s", word);
            CU_ASSERT(call_find(name) >= 0);
        }
    }
}
