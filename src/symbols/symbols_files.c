/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * symbols_files.c - opens files here and not by libdwfl's own finders, which
 * would query the servers of DEBUGINFOD_URLS.
 */
#include "symbols/symbols_files.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "symbols/layout_id.h"

#define DEBUG_ROOT "/usr/lib/debug"
#define READ_BYTES 65536

static bool has_crc(int file, GElf_Word wanted)
{
    unsigned char *buffer = malloc(READ_BYTES);
    uLong crc = crc32(0, NULL, 0);
    ssize_t got = -1;

    if (buffer == NULL)
        return false;
    while ((got = read(file, buffer, READ_BYTES)) > 0)
        crc = crc32(crc, buffer, (uInt)got);
    free(buffer);
    return got == 0 && crc == wanted;
}

/* Opens a regular file only: others might block.  And only an ELF file: libdw
 * would unpack one that is compressed, and take what that claims to need. */
static int open_elf(const char *path)
{
    char magic[SELFMAG] = "";
    struct stat facts;
    int file;

    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode))
        return -1;
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && (pread(file, magic, SELFMAG, 0) != SELFMAG ||
                      memcmp(magic, ELFMAG, SELFMAG) != 0)) {
        close(file);
        return -1;
    }
    return file;
}

static void print_build_id(struct strbuf *out, Dwfl_Module *module)
{
    const unsigned char *bits;
    GElf_Addr where;
    int size = dwfl_module_build_id(module, &bits, &where);

    for (int i = 0; i < size; i++)
        strbuf_printf(out, "%02x", bits[i]);
}

/* == folders == */

/* The i-th folder, of which the last is the system's; false: there is none. */
static bool put_folder(struct strbuf *path, const char *folders, int i)
{
    const char *at = folders == NULL ? "" : folders;

    for (;; at += *at == ':') {
        size_t length = strcspn(at, ":");

        if (length > 0 && i-- == 0) {
            strbuf_printf(path, "%.*s", (int)length, at);
            return true;
        }
        at += length;
        if (*at == '\0')
            break;
    }
    if (i == 0)
        strbuf_puts(path, DEBUG_ROOT);
    return i == 0;
}

static void put_by_build_id(struct strbuf *path, const char *id,
                            const char *ending)
{
    strbuf_printf(path, "/.build-id/%.2s/%s%s", id, id + 2, ending);
}

/* == separate debug files == */

/* Takes the path; *name is a copy for libdwfl, which frees it. */
static int open_debug_file(struct strbuf *path, char **name)
{
    int file = path->failed ? -1 : open_elf(strbuf_text(path));

    if (file >= 0)
        *name = strdup(strbuf_text(path));
    strbuf_clear(path);
    return file;
}

static int find_by_build_id(const char *folders, const char *id, char **name)
{
    struct strbuf path = { 0 };
    int file = -1;

    if (strlen(id) < 4)
        return -1;
    for (int i = 0; file < 0 && put_folder(&path, folders, i); i++) {
        put_by_build_id(&path, id, ".debug");
        file = open_debug_file(&path, name);
    }
    strbuf_clear(&path);
    return file;
}

static int open_linked(struct strbuf *path, GElf_Word crc, char **name)
{
    int file = open_debug_file(path, name);

    if (file < 0 || (has_crc(file, crc) && lseek(file, 0, SEEK_SET) == 0))
        return file;
    close(file);
    free(*name);
    *name = NULL;
    return -1;
}

/* Next to the file, in .debug/ there, and below the debug root. */
static int find_by_link(const char *module_path, const char *link,
                        GElf_Word crc, char **name)
{
    static const char *const places[][2] = { { "", "" },
                                             { "", ".debug/" },
                                             { DEBUG_ROOT, "" } };
    const char *slash = strrchr(module_path, '/');
    int folder = slash == NULL ? 0 : (int)(slash - module_path) + 1;
    int file = -1;

    for (size_t i = 0; i < 3 && file < 0; i++) {
        struct strbuf path = { 0 };

        strbuf_printf(&path, "%s%.*s%s%s", places[i][0], folder, module_path,
                      places[i][1], link);
        file = open_linked(&path, crc, name);
    }
    return file;
}

static int find_debug_file(Dwfl_Module *module, void **userdata,
                           const char *module_name, Dwarf_Addr base,
                           const char *file_name, const char *link,
                           GElf_Word link_crc, char **debug_file_name)
{
    const struct symbols_files *files = *userdata;
    struct strbuf id = { 0 };
    int file;

    (void)module_name, (void)base;
    print_build_id(&id, module);
    file = id.failed ? -1
                     : find_by_build_id(files->folders, strbuf_text(&id),
                                        debug_file_name);
    strbuf_clear(&id);
    if (file < 0 && link != NULL && file_name != NULL)
        file = find_by_link(file_name, link, link_crc, debug_file_name);
    return file;
}

/* == files == */

/* Modules are opened by dwfl_report_offline(); nothing else is to be found. */
static int find_no_elf(Dwfl_Module *module, void **userdata, const char *name,
                       Dwarf_Addr base, char **file_name, Elf **elf)
{
    (void)module, (void)userdata, (void)name, (void)base, (void)file_name;
    *elf = NULL;
    return -1;
}

/* Adds the table of functions, of which the headers say where it is. */
static uint64_t add_functions(uint64_t hash, Elf *elf,
                              const GElf_Phdr *segment)
{
    Elf_Data *table = elf_getdata_rawchunk(elf, (int64_t)segment->p_offset,
                                           segment->p_filesz, ELF_T_BYTE);

    return table == NULL
               ? hash
               : layout_id_functions(hash, table->d_buf, table->d_size);
}

static void print_layout(struct strbuf *out, Dwfl_Module *module,
                         const char *path)
{
    char text[LAYOUT_ID_ROOM];
    size_t count = 0;
    uint64_t hash = layout_id_begin(path);
    GElf_Addr bias;
    Elf *elf = dwfl_module_getelf(module, &bias);
    GElf_Phdr segment;

    if (elf == NULL || elf_getphdrnum(elf, &count) != 0)
        return;
    for (int i = 0; i < (int)count; i++) {
        if (gelf_getphdr(elf, i, &segment) == NULL)
            return;
        hash = layout_id_segment(hash, segment.p_type, segment.p_vaddr,
                                 segment.p_filesz);
        if (segment.p_type == PT_GNU_EH_FRAME)
            hash = add_functions(hash, elf, &segment);
    }
    layout_id_print(hash, text);
    strbuf_puts(out, text);
}

static bool is_same_build(const struct symbols_files *files,
                          Dwfl_Module *module)
{
    struct strbuf found = { 0 };
    bool same;

    if (files->build_id == NULL)
        return true;
    print_build_id(&found, module);
    if (found.length == 0)
        print_layout(&found, module, files->path);
    same = strcmp(strbuf_text(&found), files->build_id) == 0;
    strbuf_clear(&found);
    return same;
}

/* Files that are taken over close with the session, or with the next file. */
static Dwfl_Module *open_file(struct symbols_files *files, const char *path)
{
    int file = open_elf(path);
    Dwfl_Module *module;
    void **userdata;

    if (file < 0)
        return NULL;
    dwfl_report_begin(files->session);
    module = dwfl_report_offline(files->session, path, path, file);
    if (module == NULL)
        close(file);
    dwfl_report_end(files->session, NULL, NULL);
    if (module == NULL || !is_same_build(files, module))
        return NULL;
    dwfl_module_info(module, &userdata, NULL, NULL, NULL, NULL, NULL, NULL);
    *userdata = files;
    return module;
}

enum place { BY_BUILD_ID, BY_BUILD_ID_DEBUG, BY_PATH, BY_NAME, NO_PLACE };

static void put_place(struct strbuf *path, const struct symbols_files *files,
                      enum place place)
{
    if (place <= BY_BUILD_ID_DEBUG)
        put_by_build_id(path, files->build_id,
                        place == BY_BUILD_ID ? "" : ".debug");
    else if (place == BY_PATH)
        strbuf_printf(path, "/%s", files->path);
    else
        strbuf_printf(path, "/%s", last_part(files->path));
}

static Dwfl_Module *open_below(struct symbols_files *files, const char *folder)
{
    bool has_id = files->build_id != NULL && strlen(files->build_id) > 3;
    enum place place = has_id ? BY_BUILD_ID : BY_PATH;
    enum place end = strcmp(folder, DEBUG_ROOT) == 0 ? BY_PATH : NO_PLACE;
    Dwfl_Module *module = NULL;

    for (; place < end && module == NULL; place++) {
        struct strbuf path = { 0 };

        strbuf_puts(&path, folder);
        put_place(&path, files, place);
        if (!path.failed)
            module = open_file(files, strbuf_text(&path));
        strbuf_clear(&path);
    }
    return module;
}

Dwfl_Module *symbols_files_open(struct symbols_files *files)
{
    static const Dwfl_Callbacks callbacks = {
        .find_elf = find_no_elf,
        .find_debuginfo = find_debug_file,
        .section_address = dwfl_offline_section_address
    };
    struct strbuf folder = { 0 };
    Dwfl_Module *module;

    files->session = dwfl_begin(&callbacks);
    if (files->session == NULL)
        return NULL;
    module = open_file(files, files->path);
    for (int i = 0; module == NULL && put_folder(&folder, files->folders, i);
         i++) {
        if (!folder.failed)
            module = open_below(files, strbuf_text(&folder));
        strbuf_clear(&folder);
    }
    strbuf_clear(&folder);
    return module;
}

void symbols_files_close(struct symbols_files *files)
{
    dwfl_end(files->session);
}
