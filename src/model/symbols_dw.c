/*
 * symbols_dw.c - names and lines by libdw: one pass over the files, each
 * opened once, all frames of it resolved, and closed.
 *
 * Separate debug files are looked for here and not by libdwfl's own finder,
 * which would ask the servers of DEBUGINFOD_URLS.
 */
#include "model/symbols.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/log.h"
#include "base/strbuf.h"
#include "model/demangle.h"
#include "model/symbols_scopes.h"

#define DEBUG_ROOT "/usr/lib/debug"
#define MOST_SCOPES 64 /* functions inlined in each other, and blocks */
#define READ_BYTES 65536

/* == separate debug files == */

/* In hex. */
static void print_build_id(struct strbuf *out, const void *bits, int size)
{
    for (int i = 0; i < size; i++)
        strbuf_printf(out, "%02x", ((const unsigned char *)bits)[i]);
}

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

/* Takes the path; *name is a copy for libdwfl, which frees it. */
static int open_debug_file(struct strbuf *path, char **name)
{
    int file = path->failed ? -1 : open_elf(strbuf_text(path));

    if (file >= 0)
        *name = strdup(strbuf_text(path));
    strbuf_clear(path);
    return file;
}

static int find_by_build_id(const unsigned char *bits, int size, char **name)
{
    struct strbuf path;

    if (size < 2)
        return -1;
    strbuf_init(&path);
    strbuf_puts(&path, DEBUG_ROOT "/.build-id/");
    print_build_id(&path, bits, 1);
    strbuf_putc(&path, '/');
    print_build_id(&path, bits + 1, size - 1);
    strbuf_puts(&path, ".debug");
    return open_debug_file(&path, name);
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
    static const char *const places[][2] = { { "", "" }, { "", ".debug/" },
                                             { DEBUG_ROOT, "" } };
    const char *slash = strrchr(module_path, '/');
    int folder = slash == NULL ? 0 : (int)(slash - module_path) + 1;
    int file = -1;

    for (size_t i = 0; i < 3 && file < 0; i++) {
        struct strbuf path;

        strbuf_init(&path);
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
    const unsigned char *bits = NULL;
    GElf_Addr where;
    int size = dwfl_module_build_id(module, &bits, &where);
    int file;

    (void)userdata, (void)module_name, (void)base;
    file = find_by_build_id(bits, size, debug_file_name);
    if (file < 0 && link != NULL && file_name != NULL)
        file = find_by_link(file_name, link, link_crc, debug_file_name);
    return file;
}

/* Modules are opened by dwfl_report_offline(); nothing else is to be found. */
static int find_no_elf(Dwfl_Module *module, void **userdata, const char *name,
                       Dwarf_Addr base, char **file_name, Elf **elf)
{
    (void)module, (void)userdata, (void)name, (void)base, (void)file_name;
    *elf = NULL;
    return -1;
}

/* == one address == */

/* A FRAME's note in the making, and where the function at hand was called. */
struct finding {
    struct strbuf note;
    const char *file;
    int line;
};

static void put_symbol(struct finding *finding, const char *function)
{
    strbuf_puts(&finding->note, function == NULL ? "" : function);
    strbuf_putc(&finding->note, '\0');
    strbuf_puts(&finding->note, finding->file == NULL ? "" : finding->file);
    strbuf_putc(&finding->note, '\0');
    strbuf_printf(&finding->note, "%d", finding->line);
    strbuf_putc(&finding->note, '\0');
}

static const char *linkage_name(Dwarf_Die *die)
{
    Dwarf_Attribute memory;
    Dwarf_Attribute *found =
        dwarf_attr_integrate(die, DW_AT_linkage_name, &memory);

    return found == NULL ? NULL : dwarf_formstring(found);
}

static void put_mangled(struct finding *finding, const char *name,
                        const char *otherwise)
{
    char *readable = name != NULL && demangle_needed(name) ? demangle(name)
                                                           : NULL;

    put_symbol(finding, readable == NULL ? otherwise : readable);
    free(readable);
}

static void put_die(struct finding *finding, Dwarf_Die *die)
{
    put_mangled(finding, linkage_name(die), dwarf_diename(die));
}

static int get_number(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute memory;
    Dwarf_Word value;

    if (dwarf_formudata(dwarf_attr(die, name, &memory), &value) != 0)
        return 0;
    return (int)value;
}

/* From an inlined function to the place in its caller. */
static void go_to_call(struct finding *finding, Dwarf_Die *unit,
                       Dwarf_Die *inlined)
{
    Dwarf_Files *files;
    size_t count;
    int file = get_number(inlined, DW_AT_call_file);

    finding->line = get_number(inlined, DW_AT_call_line);
    finding->file = NULL;
    if (dwarf_getsrcfiles(unit, &files, &count) == 0)
        finding->file = dwarf_filesrc(files, (size_t)file, NULL, NULL);
}

/* Walks outwards to the function that has code of its own. */
static void put_scopes(struct finding *finding, Dwarf_Die *unit,
                       Dwarf_Die *scopes, int count)
{
    for (int i = 0; i < count; i++) {
        int tag = dwarf_tag(&scopes[i]);

        if (tag == DW_TAG_inlined_subroutine) {
            put_die(finding, &scopes[i]);
            go_to_call(finding, unit, &scopes[i]);
        } else if (tag == DW_TAG_subprogram) {
            put_die(finding, &scopes[i]);
            return;
        }
    }
}

/* The compilation unit of an address, also where there is no index. */
static Dwarf_Die *find_unit(Dwfl_Module *module, Dwarf_Addr address,
                            Dwarf_Addr *bias)
{
    Dwarf_Die *unit = dwfl_module_addrdie(module, address, bias);

    if (unit != NULL)
        return unit;
    while ((unit = dwfl_module_nextcu(module, unit, bias)) != NULL)
        if (dwarf_haspc(unit, address - *bias) > 0)
            return unit;
    return NULL;
}

static void find_line(struct finding *finding, Dwarf_Die *unit,
                      Dwarf_Addr address)
{
    Dwarf_Line *line = dwarf_getsrc_die(unit, address);

    if (line == NULL)
        return;
    finding->file = dwarf_linesrc(line, NULL, NULL);
    if (dwarf_lineno(line, &finding->line) != 0)
        finding->line = 0;
}

/* By DWARF: function, file, line and what it is inlined into. */
static void find_in_unit(struct finding *finding, struct scopes *scopes,
                         Dwarf_Die *unit, Dwarf_Addr address)
{
    Dwarf_Die nesting[MOST_SCOPES];

    find_line(finding, unit, address);
    put_scopes(finding, unit, nesting,
               scopes_at(scopes, unit, address, nesting, MOST_SCOPES));
}

/* By the symbol table, where DWARF does not know the function. */
static void find_in_symbols(struct finding *finding, Dwfl_Module *module,
                            Dwarf_Addr address)
{
    const char *name = dwfl_module_addrname(module, address);

    if (name != NULL)
        put_mangled(finding, name, name);
    else if (finding->line > 0)
        put_symbol(finding, "");
}

/* A frame without a note. */
struct pending {
    uint32_t module, id;
    uint64_t offset;
};

static bool resolve_frame(struct definitions *table,
                          const struct pending *frame, Dwfl_Module *module,
                          Dwarf_Addr bias, struct scopes *scopes)
{
    Dwarf_Addr address = frame->offset + bias - 1, unit_bias;
    struct finding finding = { .line = 0 };
    Dwarf_Die *unit = find_unit(module, address, &unit_bias);
    bool found;

    strbuf_init(&finding.note);
    if (unit != NULL)
        find_in_unit(&finding, scopes, unit, address - unit_bias);
    if (finding.note.length == 0)
        find_in_symbols(&finding, module, address);
    found = finding.note.length > 0 && !finding.note.failed;
    if (found)
        definitions_note(table, DEFINITION_FRAME, frame->id, finding.note.text,
                         finding.note.length, 1);
    strbuf_clear(&finding.note);
    return found;
}

/* == one file == */

/* Whether the file is the one that ran: a key is a build-id or a path. */
static bool is_same_build(Dwfl_Module *module, const char *key)
{
    const unsigned char *bits;
    GElf_Addr where;
    struct strbuf found;
    int size = dwfl_module_build_id(module, &bits, &where);
    bool same;

    if (*key == '/')
        return true;
    strbuf_init(&found);
    print_build_id(&found, bits, size);
    same = strcmp(strbuf_text(&found), key) == 0;
    strbuf_clear(&found);
    return same;
}

static uint32_t resolve_list(struct definitions *table,
                             const struct pending *frames, size_t count,
                             Dwfl_Module *module)
{
    struct scopes scopes = { 0 };
    GElf_Addr bias;
    uint32_t resolved = 0;

    if (dwfl_module_getelf(module, &bias) == NULL)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (resolve_frame(table, &frames[i], module, bias, &scopes))
            resolved++;
    scopes_clear(&scopes);
    return resolved;
}

/* The open file, or NULL; what is taken over closes with the session. */
static Dwfl_Module *open_module(Dwfl *session, const char *path)
{
    int file = open_elf(path);
    Dwfl_Module *module;

    if (file < 0)
        return NULL;
    dwfl_report_begin(session);
    module = dwfl_report_offline(session, path, path, file);
    if (module == NULL)
        close(file);
    dwfl_report_end(session, NULL, NULL);
    return module;
}

/* How many frames, all of one module, got a name. */
static uint32_t resolve_module(struct definitions *table,
                               const struct pending *frames, size_t count)
{
    static const Dwfl_Callbacks callbacks = {
        .find_elf = find_no_elf,
        .find_debuginfo = find_debug_file,
        .section_address = dwfl_offline_section_address
    };
    struct definition item = definitions_get(table, DEFINITION_MODULE,
                                             frames[0].module);
    const char *key = (const char *)item.key;
    const char *path = item.note_size > 0 ? (const char *)item.note : key;
    Dwfl *session = dwfl_begin(&callbacks);
    Dwfl_Module *module = session == NULL ? NULL : open_module(session, path);
    uint32_t resolved = 0;

    if (module != NULL && is_same_build(module, key))
        resolved = resolve_list(table, frames, count, module);
    dwfl_end(session);
    return resolved;
}

/* == all of them == */

static size_t list_pending(const struct definitions *table,
                           struct pending *list)
{
    uint32_t frames = definitions_count(table, DEFINITION_FRAME);
    size_t count = 0;

    for (uint32_t id = 0; id < frames; id++) {
        struct definition frame = definitions_get(table, DEFINITION_FRAME, id);

        if (frame.note_size == 0)
            list[count++] = (struct pending){ frame.refs[0], id,
                                              symbols_offset(&frame) };
    }
    return count;
}

/* What is in one unit of one module comes in a row. */
static int by_place(const void *a, const void *b)
{
    const struct pending *left = a, *right = b;

    if (left->module != right->module)
        return left->module < right->module ? -1 : 1;
    return left->offset < right->offset ? -1 : left->offset > right->offset;
}

bool symbols_available(void)
{
    return true;
}

enum status symbols_resolve(struct definitions *table, uint32_t *unresolved)
{
    size_t frames = definitions_count(table, DEFINITION_FRAME), count;
    struct pending *list = calloc(frames + 1, sizeof(*list));

    if (list == NULL)
        return log_fail(STATUS_NO_MEMORY, "looking up %zu frames", frames);
    count = list_pending(table, list);
    qsort(list, count, sizeof(*list), by_place);
    *unresolved = (uint32_t)count;
    for (size_t at = 0, next; at < count; at = next) {
        for (next = at + 1;
             next < count && list[next].module == list[at].module;)
            next++;
        *unresolved -= resolve_module(table, list + at, next - at);
    }
    free(list);
    return STATUS_OK;
}
