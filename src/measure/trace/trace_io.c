/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_io.c - records of file operations.
 */
#include "measure/trace/trace_io.h"

#include "measure/trace/trace_internal.h"

static OTF2_IoAccessMode access_of(int mode)
{
    if (mode & MPI_MODE_RDONLY)
        return OTF2_IO_ACCESS_MODE_READ_ONLY;
    return mode & MPI_MODE_WRONLY ? OTF2_IO_ACCESS_MODE_WRITE_ONLY
                                  : OTF2_IO_ACCESS_MODE_READ_WRITE;
}

static OTF2_IoCreationFlag creation_of(int mode)
{
    OTF2_IoCreationFlag flags = OTF2_IO_CREATION_FLAG_NONE;

    if (mode & MPI_MODE_CREATE)
        flags |= OTF2_IO_CREATION_FLAG_CREATE;
    if (mode & MPI_MODE_EXCL)
        flags |= OTF2_IO_CREATION_FLAG_EXCLUSIVE;
    if (mode & MPI_MODE_UNIQUE_OPEN)
        flags |= OTF2_IO_CREATION_FLAG_UNIQUE;
    if (mode & MPI_MODE_SEQUENTIAL)
        flags |= OTF2_IO_CREATION_FLAG_NO_SEEK;
    return flags;
}

static OTF2_IoStatusFlag status_of(int mode)
{
    OTF2_IoStatusFlag flags = OTF2_IO_STATUS_FLAG_NONE;

    if (mode & MPI_MODE_APPEND)
        flags |= OTF2_IO_STATUS_FLAG_APPEND;
    if (mode & MPI_MODE_DELETE_ON_CLOSE)
        flags |= OTF2_IO_STATUS_FLAG_DELETE_ON_CLOSE;
    return flags;
}

void trace_file_open(struct trace_writer *writer, uint64_t ticks,
                     uint32_t handle, int mode)
{
    if (writer_is_on(writer))
        WRITE(IoCreateHandle, handle, access_of(mode), creation_of(mode),
              status_of(mode));
}

void trace_file_close(struct trace_writer *writer, uint64_t ticks,
                      uint32_t handle)
{
    if (writer_is_on(writer))
        WRITE(IoDestroyHandle, handle);
}

void trace_file_delete(struct trace_writer *writer, uint64_t ticks,
                       uint32_t file)
{
    if (writer_is_on(writer))
        WRITE(IoDeleteFile, ARCHIVE_IO_PARADIGM, file);
}

static OTF2_IoSeekOption option_of(int whence)
{
    if (whence == MPI_SEEK_SET)
        return OTF2_IO_SEEK_FROM_START;
    return whence == MPI_SEEK_CUR ? OTF2_IO_SEEK_FROM_CURRENT
                                  : OTF2_IO_SEEK_FROM_END;
}

void trace_file_seek(struct trace_writer *writer, uint64_t ticks,
                     const struct trace_seek *what)
{
    if (writer_is_on(writer))
        WRITE(IoSeek, what->handle, what->offset, option_of(what->whence),
              what->place);
}

void trace_io_begin(struct trace_writer *writer, uint64_t ticks,
                    const struct trace_io *what)
{
    static const uint8_t modes[] = {
        [TRACE_IO_READ] = OTF2_IO_OPERATION_MODE_READ,
        [TRACE_IO_WRITE] = OTF2_IO_OPERATION_MODE_WRITE,
        [TRACE_IO_FLUSH] = OTF2_IO_OPERATION_MODE_FLUSH,
    };
    OTF2_IoOperationFlag flags = OTF2_IO_OPERATION_FLAG_NONE;

    if (!writer_is_on(writer))
        return;
    if (what->nonblocking)
        flags |= OTF2_IO_OPERATION_FLAG_NON_BLOCKING;
    if (what->collective)
        flags |= OTF2_IO_OPERATION_FLAG_COLLECTIVE;
    WRITE(IoOperationBegin, what->handle, modes[what->mode], flags,
          what->bytes, what->id);
}

void trace_io_complete(struct trace_writer *writer, uint64_t ticks,
                       uint32_t handle, uint64_t bytes, uint64_t id)
{
    if (writer_must(writer))
        WRITE(IoOperationComplete, handle, bytes, id);
}

void trace_io_note(struct trace_writer *writer, uint64_t ticks,
                   enum trace_io_step step, uint32_t handle, uint64_t id)
{
    if (step == TRACE_IO_CANCELLED ? !writer_must(writer)
                                   : !writer_is_on(writer))
        return;
    if (step == TRACE_IO_ISSUED)
        WRITE(IoOperationIssued, handle, id);
    else if (step == TRACE_IO_TESTED)
        WRITE(IoOperationTest, handle, id);
    else
        WRITE(IoOperationCancelled, handle, id);
}
