/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * settings.c - reads and explains the settings of settings.h.
 */
#include "settings/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/order.h"
#include "base/text/fuzzy_match.h"

#define PREFIX "MPIPROF_"
#define PREFIX_LENGTH (sizeof(PREFIX) - 1)
#define NAME_MOST 63 /* longer names resemble nothing */

const struct setting_info setting_table[SETTING_COUNT] = {
#define X(id, type, fallback, values, help) \
    [SETTING_##id] = { PREFIX #id, SETTING_##type, fallback, values, help },
    SETTINGS_LIST(X)
#undef X
};

/* Variables of mpiprof-report, of the Python module and of mpiprof-run. */
static const char *const other_names[] = { PREFIX "BINARIES", PREFIX "REPORT",
                                           PREFIX "LIBDIR" };

bool settings_word(const char *text, bool *on)
{
    static const char *const words[][2] = { { "on", "off" },
                                            { "yes", "no" },
                                            { "true", "false" } };

    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        for (int off = 0; off < 2; off++)
            if (strcasecmp(text, words[i][off]) == 0) {
                *on = !off;
                return true;
            }
    return false;
}

int settings_count(const char *list)
{
    int count = 0;

    for (list += strspn(list, ", "); *list != '\0';
         list += strspn(list, ", ")) {
        list += strcspn(list, ", ");
        count++;
    }
    return count;
}

static bool parse_flag(const char *text, int64_t *number)
{
    bool on = strcmp(text, "1") == 0;

    if (!on && strcmp(text, "0") != 0 && !settings_word(text, &on))
        return false;
    *number = on;
    return true;
}

bool settings_number(const char *text, const char *range, int64_t *number)
{
    char *end;
    long long low = strtoll(range, &end, 10);
    long long high = strtoll(end + 2, NULL, 10);
    long long value;

    errno = 0;
    value = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < low ||
        value > high)
        return false;
    *number = value;
    return true;
}

/* range: "off|lo..hi" */
static bool parse_rate(const char *text, const char *range, int64_t *number)
{
    bool on;

    if (settings_word(text, &on))
        return !on; /* on is no rate */
    return settings_number(text, range + strlen("off|"), number);
}

/* Milliseconds of a number such as 12 or 0.25; what locale the program has does
 * not matter.  end: behind it. */
static int64_t read_ms(const char *text, const char **end)
{
    int64_t ms = 0, digit_ms = 100;

    for (; *text >= '0' && *text <= '9' && ms < INT64_MAX / 100000; text++)
        ms = ms * 10 + (*text - '0') * 1000;
    if (text[0] == '.' && text[1] >= '0' && text[1] <= '9')
        for (text++; *text >= '0' && *text <= '9'; text++, digit_ms /= 10)
            ms += (*text - '0') * digit_ms;
    *end = text;
    return ms;
}

/* range: "off|lo..hi" */
static bool parse_seconds(const struct setting_info *info, const char *text,
                          int64_t *number)
{
    const char *end, *range = info->values + strlen("off|");
    int64_t low = read_ms(range, &end), high = read_ms(end + 2, &end), value;
    bool on;

    if (settings_word(text, &on)) {
        if (on)
            *number = read_ms(info->fallback, &end);
        return true;
    }
    value = read_ms(text, &end);
    if (*end != '\0' || value < low || value > high)
        return false;
    *number = value;
    return true;
}

/* choices: "a|b|c" */
static bool parse_choice(const char *text, const char *choices,
                         int64_t *number)
{
    size_t length = strlen(text);

    for (int64_t position = 0;; position++) {
        size_t width = strcspn(choices, "|");

        if (width == length && strncasecmp(text, choices, width) == 0) {
            *number = position;
            return true;
        }
        if (choices[width] == '\0')
            return false;
        choices += width + 1;
    }
}

static bool parse_value(const struct setting_info *info, const char *text,
                        int64_t *number)
{
    *number = 0;
    switch (info->type) {
    case SETTING_FLAG: return parse_flag(text, number);
    case SETTING_NUMBER: return settings_number(text, info->values, number);
    case SETTING_RATE: return parse_rate(text, info->values, number);
    case SETTING_SECONDS: return parse_seconds(info, text, number);
    case SETTING_CHOICE: return parse_choice(text, info->values, number);
    default: return true;
    }
}

/* The known name that looks most like this one; NULL: none does. */
static const char *closest_name(const char *name)
{
    struct fuzzy_match match = { .typed = name + PREFIX_LENGTH };

    for (int i = 0; i < SETTING_COUNT; i++)
        fuzzy_match_offer(&match, setting_table[i].name + PREFIX_LENGTH,
                          setting_table[i].name);
    return match.name;
}

/* As much as fits a line, without what would break it. */
static void quote_value(struct strbuf *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length && i < 80; i++)
        strbuf_putc(out, (unsigned char)text[i] < ' ' || text[i] == 127
                             ? '?'
                             : text[i]);
    if (length > 80)
        strbuf_puts(out, "...");
}

static void report_unknown(const char *entry, size_t length,
                           struct strbuf *problems)
{
    char name[NAME_MOST + 2];
    const char *closest;

    memcpy(name, entry, order_least(length, NAME_MOST + 1));
    name[order_least(length, NAME_MOST + 1)] = '\0';
    closest = closest_name(name);
    quote_value(problems, entry, length);
    if (closest != NULL)
        strbuf_printf(problems, " is not a setting; did you mean %s?\n",
                      closest);
    else
        strbuf_puts(problems,
                    " is not a setting; mpiprof-run --help lists them\n");
}

static void report_value(const struct setting_info *info, const char *value,
                         struct strbuf *problems)
{
    strbuf_printf(problems, "%s=", info->name);
    quote_value(problems, value, strlen(value));
    strbuf_printf(problems, " is not %s%s; using %s\n",
                  info->type == SETTING_NUMBER ? "a number in " : "one of ",
                  info->values,
                  *info->fallback == '\0' ? "none" : info->fallback);
}

static int find_setting(const char *name, size_t length)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        if (strncmp(setting_table[i].name, name, length) == 0 &&
            setting_table[i].name[length] == '\0')
            return i;
    return -1;
}

static bool is_of_others(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof(other_names) / sizeof(*other_names); i++)
        if (strncmp(other_names[i], name, length) == 0 &&
            other_names[i][length] == '\0')
            return true;
    return false;
}

/* An empty value is as good as none. */
static void setting_take(struct settings *settings, int i, const char *value,
                         struct strbuf *problems)
{
    int64_t number;

    if (settings->given[i] || *value == '\0')
        return;
    if (!parse_value(&setting_table[i], value, &number)) {
        report_value(&setting_table[i], value, problems);
        return;
    }
    settings->text[i] = value;
    settings->number[i] = number;
    settings->given[i] = true;
}

void settings_read(struct settings *settings, char *const *environment,
                   struct strbuf *problems)
{
    *settings = (struct settings){ 0 };
    for (int i = 0; i < SETTING_COUNT; i++) {
        settings->text[i] = setting_table[i].fallback;
        parse_value(&setting_table[i], setting_table[i].fallback,
                    &settings->number[i]);
    }
    for (; environment != NULL && *environment != NULL; environment++) {
        const char *entry = *environment;
        size_t length = strcspn(entry, "=");
        int found;

        if (strncmp(entry, PREFIX, PREFIX_LENGTH) != 0 ||
            entry[length] == '\0' || is_of_others(entry, length))
            continue;
        found = find_setting(entry, length);
        if (found < 0)
            report_unknown(entry, length, problems);
        else
            setting_take(settings, found, entry + length + 1, problems);
    }
}

/* Words of text, indented and broken before the given column. */
static void wrap_text(struct strbuf *out, const char *text, int indent,
                      int columns)
{
    int at = 0;

    while (*text != '\0') {
        int width = (int)strcspn(text, " ");

        if (at == 0 || at + 1 + width > columns) {
            if (at > 0)
                strbuf_putc(out, '\n');
            strbuf_pad(out, ' ', indent);
            at = indent;
        } else {
            strbuf_putc(out, ' ');
            at++;
        }
        strbuf_add(out, text, (size_t)width);
        at += width;
        text += width;
        text += strspn(text, " ");
    }
    strbuf_putc(out, '\n');
}

void settings_help(struct strbuf *out, int columns)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const struct setting_info *info = &setting_table[i];

        strbuf_printf(out, "  %s=%s", info->name, info->values);
        strbuf_printf(out, "  (default: %s)\n",
                      *info->fallback == '\0' ? "none" : info->fallback);
        wrap_text(out, info->help, 6, columns);
    }
}
