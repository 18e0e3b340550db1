/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/log.h"
#include "tools/output.h"

#define ENOUGH ((size_t)1 << 16)
#define GZIP_WINDOW (15 + 16) /* zlib's way to ask for a header of gzip */

struct stream {
    const char *path; /* NULL: standard output */
    char *temporary;  /* NULL: written in place */
    int file;
    bool gzip, ended; /* ended: its reader has enough */
    enum status status;
    z_stream packer;
    unsigned char packed[ENOUGH];
};

/* ---- what ends the program ---- */

static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
static const char *volatile unfinished;

static void on_end(int signal_number)
{
    if (unfinished != NULL)
        unlink(unfinished);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Those that are ignored, as under nohup, stay so. */
static void watch_signals(void (*handler)(int))
{
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++) {
        struct sigaction before;

        if (sigaction(ending[i], NULL, &before) == 0 &&
            before.sa_handler != SIG_IGN)
            signal(ending[i], handler);
    }
}

/* ---- opening ---- */

static const char *name_of(const struct stream *stream)
{
    return stream->path == NULL ? "standard output" : stream->path;
}

static enum status refuse_stream(struct stream *stream)
{
    stream->status =
        log_fail(STATUS_IO, "%s: %s%s", name_of(stream), strerror(errno),
                 errno == ENOENT   ? "; make its directory first"
                 : errno == EISDIR ? "; give the name of a file"
                                   : "");
    return stream->status;
}

static enum status open_temporary(struct stream *stream)
{
    struct strbuf name = { 0 };
    sigset_t before;

    strbuf_printf(&name, "%s.XXXXXX", stream->path);
    if (name.failed)
        return log_fail(STATUS_NO_MEMORY, "%s", stream->path);
    stream->temporary = name.text;
    output_hold_signals(&before);
    stream->file = mkstemp(stream->temporary);
    if (stream->file >= 0) {
        output_usual_mode(stream->file);
        unfinished = stream->temporary;
        watch_signals(on_end);
    }
    output_let_signals(&before);
    return stream->file >= 0 ? STATUS_OK : refuse_stream(stream);
}

static enum status open_file(struct stream *stream)
{
    if (stream->path == NULL) {
        stream->file = STDOUT_FILENO;
        return STATUS_OK;
    }
    if (!output_keeps_its_name(stream->path))
        return open_temporary(stream);
    stream->file =
        open(stream->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return stream->file >= 0 ? STATUS_OK : refuse_stream(stream);
}

static void destroy_stream(struct stream *stream)
{
    if (stream->gzip)
        deflateEnd(&stream->packer);
    free(stream->temporary);
    free(stream);
}

enum status stream_open(const char *path, bool gzip, struct stream **out)
{
    struct stream *stream = calloc(1, sizeof(*stream));

    if (stream == NULL)
        return log_fail(STATUS_NO_MEMORY, "output");
    if (path != NULL && !output_is_standard(path))
        stream->path = path;
    if (gzip &&
        deflateInit2(&stream->packer, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                     GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(stream);
        return log_fail(STATUS_NO_MEMORY, "output");
    }
    stream->gzip = gzip;
    if (open_file(stream) != STATUS_OK) {
        destroy_stream(stream);
        return STATUS_IO;
    }
    *out = stream;
    return STATUS_OK;
}

/* ---- writing ---- */

static void write_bytes(struct stream *stream, const void *data, size_t size)
{
    const char *at = data;

    while (size > 0 && stream->status == STATUS_OK && !stream->ended) {
        ssize_t done = write(stream->file, at, size);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0 && errno == EPIPE) {
            stream->ended = true;
        } else if (done < 0) {
            refuse_stream(stream);
        } else {
            at += done;
            size -= (size_t)done;
        }
    }
}

static void pack_text(struct stream *stream, const struct strbuf *text,
                      int flush)
{
    z_stream *packer = &stream->packer;

    packer->next_in = (unsigned char *)(uintptr_t)strbuf_text(text);
    packer->avail_in = (unsigned)text->length;
    do {
        packer->next_out = stream->packed;
        packer->avail_out = sizeof(stream->packed);
        deflate(packer, flush);
        write_bytes(stream, stream->packed,
                    sizeof(stream->packed) - packer->avail_out);
    } while (packer->avail_out == 0);
}

static void text_put(struct stream *stream, struct strbuf *text, bool last)
{
    if (text->failed && stream->status == STATUS_OK)
        stream->status = log_fail(STATUS_NO_MEMORY, "output");
    if (stream->gzip)
        pack_text(stream, text, last ? Z_FINISH : Z_NO_FLUSH);
    else
        write_bytes(stream, strbuf_text(text), text->length);
    strbuf_truncate(text, 0);
}

enum status stream_take(struct stream *stream, struct strbuf *text)
{
    if (text->length >= ENOUGH || text->failed)
        text_put(stream, text, false);
    return stream->status;
}

void stream_row_done(void *stream, struct strbuf *text)
{
    stream_take(stream, text);
}

static void close_temporary(struct stream *stream)
{
    sigset_t before;

    output_hold_signals(&before);
    if (stream->status == STATUS_OK &&
        rename(stream->temporary, stream->path) != 0)
        refuse_stream(stream);
    if (stream->status != STATUS_OK)
        unlink(stream->temporary);
    unfinished = NULL;
    watch_signals(SIG_DFL);
    output_let_signals(&before);
}

enum status stream_close(struct stream *stream, struct strbuf *text,
                         enum status status)
{
    if (status == STATUS_OK)
        text_put(stream, text, true);
    else
        stream->status = status;
    if (stream->path != NULL && close(stream->file) != 0 &&
        stream->status == STATUS_OK)
        refuse_stream(stream);
    if (stream->temporary != NULL)
        close_temporary(stream);
    status = stream->status;
    destroy_stream(stream);
    return status;
}

enum status stream_write(const char *path, struct strbuf *text)
{
    struct stream *stream;
    enum status status = stream_open(path, false, &stream);

    return status == STATUS_OK ? stream_close(stream, text, STATUS_OK)
                               : status;
}
