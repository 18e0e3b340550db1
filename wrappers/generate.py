#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the wrappers of all MPI procedures and the call table.

    generate.py --mpicc "mpicc" --out gen

reads calls.tsv (what is known of each procedure), templates/ (the code of
each kind of wrapper) and what the installed mpi.h declares, and writes

    call_ids.h  call_table.c     the rows of src/model/call.h
    next_ids.h  next_names.c     the names that by_hand/next.c looks up
    handles.h                    Fortran handles and MPI_COMM_WORLD
    wrappers_<language>_<group>.c

In a template, @words@ are replaced.  @prototype@, @locals@, @enter@, @call@ and
@leave@ are the frame that all wrappers share; every other word stands for the C
expression of an argument, which the column `arguments` of calls.tsv names.
`@word?text?@` becomes text if calls.tsv gives that argument, else nothing.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

# Which templates share a file: a few files, so that make -j helps.
GROUPS = {
    'p2p': ['send', 'isend', 'recv', 'irecv', 'sendrecv', 'isendrecv',
            'mprobe', 'mrecv', 'imrecv', 'start', 'startall', 'cancel',
            'request_free'],
    'completion': ['wait_one', 'wait_all', 'wait_any', 'wait_some'],
    'collective': ['collective'],
    'one_sided': ['rma', 'on_window', 'window_created', 'window_freed',
                  'window_named', 'window_synced'],
    'io': ['io', 'io_started', 'io_begun', 'on_file', 'file_opened',
           'file_closed', 'file_deleted', 'file_sought'],
    'other': ['init', 'finalize', 'session_init', 'session_finalize',
              'abort', 'pcontrol', 'comm_created', 'comm_freed',
              'comm_named', 'type_freed'],
    'plain': ['plain'],
}
WIDTH = 72  # of a line before it is indented
LANGUAGES = ('c', 'fortran', 'f08')
NOT_WRAPPED = 'untimed'

# Functions of MPI that mpiprof itself calls; looked up like next definitions.
HELPERS = ['PMPI_' + name for name in
           ['Comm_f2c', 'Type_f2c', 'Request_f2c', 'Message_f2c',
            'Win_f2c', 'File_f2c', 'Op_f2c', 'Group_f2c', 'Status_f2c',
            'Comm_size', 'Comm_remote_size', 'Comm_test_inter',
            'Comm_rank', 'Topo_test', 'Cartdim_get', 'Graph_neighbors_count',
            'Dist_graph_neighbors_count', 'Initialized', 'Finalized',
            'Get_library_version', 'Allreduce', 'Request_c2f',
            'Session_init', 'Session_finalize', 'Group_from_session_pset',
            'Group_size', 'Group_free', 'Comm_create_from_group',
            'Grequest_start', 'Grequest_complete']]

# Handles that the C code of mpiprof needs, by what mpi.h makes of them.
HANDLE_TYPES = {'comm': 'MPI_Comm', 'type': 'MPI_Datatype',
                'request': 'MPI_Request', 'message': 'MPI_Message',
                'win': 'MPI_Win', 'file': 'MPI_File', 'op': 'MPI_Op',
                'group': 'MPI_Group'}
CONSTANTS = {'world_comm': ('MPI_Comm', 'MPI_COMM_WORLD'),
             'world_int': ('MPI_Datatype', 'MPI_INT'),
             'world_min': ('MPI_Op', 'MPI_MIN'),
             'request_null': ('MPI_Request', 'MPI_REQUEST_NULL'),
             'comm_null': ('MPI_Comm', 'MPI_COMM_NULL'),
             'info_null': ('MPI_Info', 'MPI_INFO_NULL'),
             'errors_return': ('MPI_Errhandler', 'MPI_ERRORS_RETURN')}

# By-value MPI_ types that are plain integers, not handles.
INTEGERS = {'MPI_Aint', 'MPI_Count', 'MPI_Offset', 'MPI_Fint'}
LARGE = {'MPI_Aint', 'MPI_Count', 'MPI_Offset'}

FIELDS = ('name', 'class', 'role', 'coll', 'template', 'large', 'arguments',
          'fortran')


class Row:
    """A line of calls.tsv, or what stands for one that is not there."""

    def __init__(self, **fields):
        self.name = fields['name']
        self.call_class = fields['class']
        self.role = fields['role'].replace('-', 'FUNCTION')
        self.coll = fields['coll'].replace('-', 'NONE')
        self.template = fields['template']
        self.has_large = fields['large'] == 'c'
        self.arguments, self.flags = parse_arguments(fields['arguments'])
        self.fortran = fields['fortran'].split()
        self.columns = fields

    def renamed(self, name):
        return Row(**dict(self.columns, name=name, large='-'))


class Parameter:
    """A parameter of a C prototype."""

    def __init__(self, text, position):
        text = ' '.join(text.split())
        self.array = ''.join(re.findall(r'\[[^]]*\]', text))
        text = re.sub(r'\[[^]]*\]', '', text).strip()
        if '(' in text:  # a pointer to a function: passed on as a word
            text = 'MPI_function'
        match = re.match(r'^(.*[\s*])(\w+)$', text)
        named = match and match.group(1).strip() not in ('', 'const') and (
            match.group(2) not in ('int', 'char', 'void', 'long'))
        self.type = match.group(1).strip() if named else text
        self.name = match.group(2) if named else 'a%d' % position
        self.base = re.sub(r'\bconst\b|\*', '', self.type).strip()
        self.stars = self.type.count('*') + self.array.count('[')

    @property
    def is_buffer(self):
        return self.base == 'void' and self.stars == 1

    @property
    def is_string(self):
        return self.base == 'char'

    @property
    def is_handle(self):
        return (self.stars == 0 and self.base.startswith('MPI')
                and self.base not in INTEGERS)

    def declaration(self):
        if self.is_handle:
            return 'word ' + self.name
        space = '' if self.type.endswith('*') else ' '
        return self.type + space + self.name + self.array


class Prototype:
    """A procedure as mpi.h declares it."""

    def __init__(self, result, name, parameters):
        self.result, self.name = result, name
        self.variadic = '...' in parameters
        texts = [p.strip() for p in split_parameters(parameters)]
        self.parameters = [Parameter(text, i + 1)
                           for i, text in enumerate(texts)
                           if text not in ('', 'void', '...')]


# ---------------------------------------------------------------- reading

def parse_arguments(text):
    arguments, flags = {}, set()
    for word in text.replace('-', ' ').split():
        if '=' in word:
            role, position = word.split('=')
            arguments[role] = int(position)
        else:
            flags.add(word)
    return arguments, flags


def read_table(path):
    """The rows of calls.tsv; a large-count form follows its row."""
    rows = []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if line.strip() == '' or line.startswith('#'):
                continue
            fields = line.rstrip('\n').split('\t')
            if len(fields) != len(FIELDS):
                sys.exit('%s:%d: %d columns, not %d' %
                         (path, number, len(fields), len(FIELDS)))
            row = Row(**dict(zip(FIELDS, fields)))
            rows.append(row)
            if row.has_large:
                rows.append(row.renamed(row.name + '_c'))
    return rows


def split_parameters(text):
    """Splits at commas that are in no parentheses."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char == '(') - (char == ')')
        if char == ',' and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return parts + [text[start:]]


def remove_attributes(text):
    text = re.sub(r'^#.*$', '', text, flags=re.M)
    pattern = re.compile(r'__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)')
    return pattern.sub('', text)


def read_prototypes(text):
    """The MPI_ and MPIX_ procedures of preprocessed text, by name."""
    pattern = re.compile(r'(?:^|[;}])\s*(?:extern\s+)?([A-Za-z_]\w*[\s*]+)'
                         r'(MPIX?_\w+)\s*\(([^;{}]*)\)\s*;', re.M)
    found = {}
    text = remove_attributes(text)
    for match in pattern.finditer(text.replace(';', ';\n')):
        result, name, parameters = (part.strip() for part in match.groups())
        if result not in ('return', 'typedef'):
            found.setdefault(name, Prototype(result, name, parameters))
    return found


def preprocess(mpicc):
    """mpi.h and its extensions after the preprocessor, constants at the end."""
    lines = ['#include <mpi.h>', '#if __has_include(<mpi-ext.h>)',
             '#include <mpi-ext.h>', '#endif']
    lines += ['mpiprof_%s = %s ;' % (name, value)
              for name, (_, value) in CONSTANTS.items()]
    done = subprocess.run(shlex.split(mpicc) + ['-E', '-x', 'c', '-'],
                          input='\n'.join(lines) + '\n', text=True,
                          stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit('generate.py: %s cannot preprocess mpi.h' % mpicc)
    return done.stdout


def read_constants(text):
    """What the constants above are, as text."""
    return dict(re.findall(r'^mpiprof_(\w+) = (.*) ;$', text, re.M))


def complete_rows(rows, prototypes):
    """Adds rows for what only mpi.h knows."""
    known = {row.name: row for row in rows}
    for name in sorted(set(prototypes) - set(known)):
        twin = known.get(name.replace('MPIX_', 'MPI_', 1))
        if twin is not None:
            rows.append(twin.renamed(name))
        else:
            rows.append(Row(**dict(dict.fromkeys(FIELDS, '-'), name=name,
                                   template='plain', **{'class': 'OTHER'})))
    return rows


# ---------------------------------------------------------------- wrapping

def wrap_text(text):
    """Breaks a long line after commas."""
    lines, line = [], ''
    for part in re.split(r'(?<=,) ', text):
        if line and len(line) + len(part) > WIDTH:
            lines.append(line)
            line = '    '
        line += part + ' '
    return '\n'.join(line.rstrip() for line in lines + [line])


class Wrapper:
    """One wrapper: a procedure in one language, under one symbol."""

    def __init__(self, language, row, prototype, symbol, aliases=(),
                 described=False):
        self.language, self.row, self.prototype = language, row, prototype
        self.symbol, self.aliases = symbol, list(aliases)
        self.described = described
        self.parameters = prototype.parameters

    # -- differs between C and Fortran

    def value(self, role):
        """A C expression for the argument that plays this role."""
        raise NotImplementedError

    # -- the same in both

    def parameter(self, role):
        position = self.row.arguments[role]
        if position > len(self.parameters):
            sys.exit('generate.py: %s has no argument %d' %
                     (self.row.name, position))
        return self.parameters[position - 1]

    def has(self, role):
        return role in self.row.arguments

    def words(self):
        """All that @words@ of a template may stand for."""
        words = {
            'prototype': self.text_of_prototype(),
            'locals': self.text_of_locals(),
            'enter': self.text_of_enter(),
            'call': self.text_of_call(),
            'leave': self.text_of_leave(),
            'forward': self.text_of_forward(),
            'return': self.text_of_return(),
            'pass': self.text_of_pass(),
            'row': 'CALL_' + self.row.name,
            'interface': self.interface,
            'language': self.prefix,
            'index_language': self.index_prefix,
            'persistent': ('true' if 'persistent' in self.row.flags
                           else 'false'),
            'collective': ',\n'.join(self.collective_fields()),
            'rma': ',\n'.join(self.rma_fields()),
            'io': ',\n'.join(self.io_fields()),
            'sync': ',\n'.join(self.sync_fields()),
        }
        for role in self.row.arguments:
            words[role] = self.value(role)
            words[role + '.name'] = self.parameter(role).name
        words.setdefault('flag', 'true')
        words['parent_or_none'] = words.get('parent', '(MPI_Comm)0')
        words['request_or_none'] = ('&request_made' if self.has('request')
                                    else 'NULL')
        words['name_room'] = self.name_room
        words['path_room'] = self.path_room
        return words

    def collective_fields(self):
        plain = ['root', 'comm', 'send_count', 'recv_count', 'send_type',
                 'recv_type', 'send_counts', 'recv_counts', 'in_place']
        fields = [] if self.has('root') else ['.root = -1']
        fields += ['.%s = %s' % (role, self.value(role))
                   for role in plain if self.has(role)]
        fields += ['.%s = %s' % (role, self.value(role))
                   for role in ('send_types', 'recv_types')
                   if self.has(role)]
        if self.row.name.endswith('_c'):
            fields.append('.large = true')
        if self.has('request'):
            fields.append('.request = ' + self.request_address())
        if 'persistent' in self.row.flags:
            fields.append('.persistent = true')
        return fields

    def fields(self, roles):
        return ['.%s = %s' % (role, self.value(role))
                for role in roles if self.has(role)]

    def rma_fields(self):
        fields = self.fields(['win', 'target', 'op', 'out_count', 'out_type',
                              'in_count', 'in_type'])
        for way in ('out', 'in'):
            if self.has(way + '_type') and not self.has(way + '_count'):
                fields.append('.%s_count = 1' % way)
        if self.has('request'):
            fields.append('.request = ' + self.request_address())
        return fields

    def sync_fields(self):
        if self.row.template != 'window_synced':
            return []
        kind = self.row.name.split('_Win_')[1].upper()
        done = self.value('flag') + ' != 0' if self.has('flag') else 'true'
        return (['.kind = HOOK_SYNC_' + kind] +
                self.fields(['win', 'target', 'lock_type', 'group']) +
                ['.done = ' + done])

    def io_fields(self):
        fields = self.fields(['file', 'count', 'type'])
        if 'writes' in self.row.flags:
            fields.append('.writes = true')
        if self.has('status'):
            fields.append('.status = %s_status(%s, &own_status)' %
                          (self.prefix, self.parameter('status').name))
        if self.has('request'):
            fields.append('.request = ' + self.request_address())
        return fields

    def text_of_enter(self):
        text = self.text_of_pass().replace('\n', '\n    ')
        return 'if (!hook_enter(&call, CALL_%s, %s, CALLER))%s%s' % (
            self.row.name, self.interface,
            self.block(text), ''.join('\n' + line for line in
                                      self.lines_of_partners()))

    def lines_of_partners(self):
        """Whom the call may wait for: told before it."""
        lines = []
        for call, peer, tags in (('sends', 'dest', ('tag', 'send_tag')),
                                 ('receives', 'source', ('tag', 'recv_tag'))):
            tag = [role for role in tags if self.has(role)]
            if self.has(peer) and tag:
                lines.append('hook_%s(&call, %s, %s);' % (
                    call, self.value(peer), self.value(tag[0])))
        for role in ('comm', 'parent'):
            if self.has(role) and self.parameter(role).is_handle:
                lines.append('hook_works_on(&call, %s);' %
                             self.handle(role))
        if self.has('win') and not self.has('comm'):
            lines.append('hook_works_on_window(&call, %s);' %
                         self.handle('win'))
        return lines

    def handle(self, role):
        """As the program gave it, an integer."""
        raise NotImplementedError


class CWrapper(Wrapper):
    interface, prefix, index_prefix = 'HOOK_C', 'c', 'c'
    name_room = path_room = ''

    def function(self):
        return 'c_' + self.symbol

    def value(self, role):
        parameter = self.parameter(role)
        name = parameter.name
        if role == 'in_place':
            return name + ' == MPI_IN_PLACE'
        if parameter.is_handle:
            return '(%s)%s' % (parameter.base, name)
        if parameter.stars == 1 and not parameter.array and role in (
                'request', 'message', 'comm', 'newcomm', 'type', 'flag',
                'index', 'outcount', 'win', 'file'):
            return '*' + name
        return name

    def request_address(self):
        return self.parameter('request').name

    def handle(self, role):
        return '(intptr_t)' + self.value(role)

    def arguments(self):
        return ', '.join(p.name for p in self.parameters)

    def next_call(self):
        return 'NEXT_C(%s)(%s)' % (self.symbol, self.arguments())

    def text_of_prototype(self):
        declarations = ', '.join(p.declaration() for p in self.parameters)
        head = '%s %s(%s)' % (self.prototype.result, self.function(),
                              declarations or 'void')
        return '%s\n    EXPORTED_AS("%s");\n%s' % (
            wrap_text(head), self.symbol, wrap_text(head))

    def text_of_locals(self):
        return 'struct hook_call call;'

    def text_of_pass(self):
        return wrap_text('return %s;' % self.next_call())

    def block(self, text):
        return '\n    ' + text

    def text_of_forward(self):
        return wrap_text('call.result = %s;' % self.next_call())

    def text_of_call(self):
        return 'hook_begin(&call);\n%s\nhook_end(&call);' % (
            self.text_of_forward())

    def text_of_leave(self):
        return 'hook_leave(&call);\nreturn call.result;'

    def text_of_return(self):
        return 'return call.result;'


class FortranWrapper(Wrapper):
    """A Fortran procedure: pointers, ierror, lengths of strings."""
    interface, prefix, index_prefix = 'HOOK_FORTRAN', 'f', 'f'
    name_room = 'char name_room[MPI_MAX_OBJECT_NAME];'
    path_room = 'char name_room[PATH_ROOM];'

    def __init__(self, *args, **named):
        super().__init__(*args, **named)
        self.given = self.given_parameters()
        self.has_error = 'no_ierror' not in self.row.fortran

    def given_parameters(self):
        """The C parameters that the Fortran procedure has, too."""
        for word in self.row.fortran:
            if word.startswith('args:'):
                return [self.parameters[int(i) - 1]
                        for i in word[5:].split(',') if i]
        return self.parameters

    def function(self):
        return self.symbol

    def value(self, role):
        """A C expression made of what the pointer points to."""
        parameter = self.parameter(role)
        name = parameter.name
        kinds = {'comm': 'f_comm', 'parent': 'f_comm', 'newcomm': 'f_comm',
                 'type': 'f_type', 'send_type': 'f_type',
                 'recv_type': 'f_type', 'request': 'f_request',
                 'out_type': 'f_type', 'in_type': 'f_type',
                 'message': 'f_message', 'win': 'f_win', 'file': 'f_file',
                 'op': 'f_op', 'group': 'f_group',
                 'index': self.index_prefix + '_index'}
        if role in kinds:
            return '%s(%s)' % (kinds[role], name)
        if role == 'in_place':
            return ('f_in_place_described(%s)' if self.described
                    else 'f_in_place(%s)') % name
        if role in ('send_types', 'recv_types'):
            return self.types_value(role)
        if role == 'name':
            return ('f_string(%s, %s_length,\n'
                    '    name_room, sizeof name_room)' % (name, name))
        if parameter.stars and role not in ('flag', 'outcount'):
            return name
        if parameter.base in LARGE:
            return 'f_count(%s)' % name
        return 'f_integer(%s)' % name

    def types_value(self, role):
        name = self.parameter(role).name
        neighbor = 'NEIGHBOR' in self.row.coll
        value = 'f_types(%s, %s, %s, %d)' % (
            name, self.value('comm'), str(neighbor).lower(),
            role == 'recv_types')
        if role == 'send_types' and self.has('in_place'):
            value = '%s ? NULL\n    : %s' % (self.value('in_place'), value)
        return value

    def request_address(self):
        return '&(MPI_Request){ %s }' % self.value('request')

    def handle(self, role):
        return 'f_integer(%s)' % self.parameter(role).name

    def names(self):
        names = [p.name for p in self.given]
        names += ['ierror'] if self.has_error else []
        return names, [p.name + '_length' for p in self.given if p.is_string]

    def next_call(self):
        names, lengths = self.names()
        if not self.has_error:  # MPICH's mpi_f08 stores one all the same
            return 'NEXT_NO_ERROR(%s)(%s, &(int){ 0 })' % (self.symbol,
                                                           names[0])
        return 'NEXT_F(%s)(%s)' % (self.symbol,
                                   ', '.join(names + lengths))

    def text_of_prototype(self):
        names, lengths = self.names()
        parameters = (['void *' + name for name in names] +
                      ['size_t ' + name for name in lengths])
        head = 'void %s(%s)' % (self.symbol, ', '.join(parameters) or 'void')
        lines = [wrap_text('EXPORTED ' + head + ';')]
        lines += ['ALIAS(%s, %s);' % (self.symbol, alias)
                  for alias in self.aliases]
        return '\n'.join(lines + [wrap_text(head)])

    def optional_error(self):
        return self.has_error and self.interface == 'HOOK_F08'

    def text_of_locals(self):
        lines = ['struct hook_call call;']
        if self.optional_error():
            lines.append('MPI_Fint own_error;')
        return '\n'.join(lines)

    def text_of_pass(self):
        return wrap_text(self.next_call() + ';')

    def block(self, text):
        return ' {\n    %s\n    return;\n}' % text

    def text_of_forward(self):
        lines = [wrap_text(self.next_call() + ';')]
        if self.optional_error():
            lines.insert(0, 'if (ierror == NULL)\n    ierror = &own_error;')
        lines.append('call.result = f_integer(ierror);' if self.has_error
                     else 'call.result = MPI_SUCCESS;')
        return '\n'.join(lines)

    def text_of_call(self):
        before, after = self.text_of_forward().rsplit('\n', 1)
        return 'hook_begin(&call);\n%s\nhook_end(&call);\n%s' % (
            before, after)

    def text_of_leave(self):
        return 'hook_leave(&call);'

    def text_of_return(self):
        return ''


class F08Wrapper(FortranWrapper):
    interface, index_prefix = 'HOOK_F08', 'f08'


def c_wrappers(row, prototype, _large):
    if not prototype.variadic:
        yield CWrapper('c', row, prototype, prototype.name)


def fortran_symbols(stem):
    return stem + '_', [stem, stem + '__', stem.upper()]


def has_buffers(prototype):
    return any(p.is_buffer for p in prototype.parameters)


def fortran_wrappers(row, prototype, _large):
    """mpif.h and `use mpi'."""
    if 'none' in row.fortran or prototype.name.endswith('_c'):
        return
    stem = prototype.name.lower()
    symbol, aliases = fortran_symbols(stem)
    yield FortranWrapper('fortran', row, prototype, symbol, aliases)
    if 'cptr' in row.fortran:
        symbol, aliases = fortran_symbols(stem + '_cptr')
        yield FortranWrapper('fortran', row, prototype, symbol, aliases)
    if has_buffers(prototype):
        yield FortranWrapper('fortran', row, prototype, stem + '_fts_',
                             described=True)


def f08_wrappers(row, prototype, large):
    """`use mpi_f08'; large: (row, prototype) of the MPI_Count form."""
    if 'none' in row.fortran or prototype.name.endswith('_c'):
        return
    stem = prototype.name.lower()
    forms = [(row, prototype, stem + '_f08', '_')]
    if large:
        forms += [(*large, stem + '_c_f08', '_'),
                  (*large, stem + '_f08', '_large_')]
    for form_row, form, name, end in forms:
        yield F08Wrapper('f08', form_row, form, name + end)
        if has_buffers(form):
            yield F08Wrapper('f08', form_row, form, name + 'ts' + end,
                             described=True)


MAKERS = {'c': c_wrappers, 'fortran': fortran_wrappers, 'f08': f08_wrappers}


def all_wrappers(rows, prototypes):
    """{language: [Wrapper]} of every procedure that mpi.h declares."""
    by_name = {row.name: row for row in rows}
    wrappers = {language: [] for language in LANGUAGES}
    for row in rows:
        prototype = prototypes.get(row.name)
        if prototype is None or row.template == NOT_WRAPPED:
            continue
        large = row.name + '_c'
        pair = ((by_name[large], prototypes[large])
                if large in prototypes and large in by_name else None)
        for language in LANGUAGES:
            wrappers[language] += MAKERS[language](row, prototype, pair)
    return wrappers


# ---------------------------------------------------------------- writing

def expand(template, words, where):
    """Replaces the @words@ of a template, keeping its indentation."""
    def optional(match):
        return match.group(2) if match.group(1) in words else ''

    def word(match):
        indent, name = match.group(1), match.group(2)
        if name not in words:
            sys.exit('generate.py: no argument %s in %s' % (name, where))
        return indent + words[name].replace('\n', '\n' + indent)

    template = re.sub(r'@(\w+)\?(.*?)\?@', optional, template, flags=re.S)
    text = re.sub(r'(?m)^([ ]*)@([\w.]+)@', word, template)
    text = re.sub(r'()@([\w.]+)@', word, text)
    return re.sub(r'\n[ ]*\n+([ ]*[}\n])', r'\n\1', text)


def banner(inputs):
    return ('/* GENERATED by wrappers/generate.py from %s.\n'
            ' * Change those and run make; edits here are lost. */\n' % inputs)


def read_templates(folder):
    templates = {}
    for names in GROUPS.values():
        for name in names:
            with open(os.path.join(folder, name + '.c.in')) as file:
                text = re.sub(r'^(/\*.*?\*/\n)+', '', file.read(),
                              flags=re.S)
            templates[name] = text
    return templates


def text_of_group(group, language, wrappers, templates):
    chosen = [w for w in wrappers[language]
              if w.row.template in GROUPS[group]]
    parts = [banner('wrappers/calls.tsv,\n * wrappers/templates and mpi.h'),
             '#include "by_hand/wrap.h"\n#include "by_hand/completion.h"\n'
             '#include "by_hand/lifecycle.h"\n']
    if language != 'c':
        parts.append('#include "by_hand/fortran.h"\n')
    for wrapper in chosen:
        template = templates[wrapper.row.template]
        parts.append('\n' + expand(template, wrapper.words(),
                                   wrapper.row.name))
    return ''.join(parts)


def text_of_call_ids(rows):
    lines = ['    CALL_%s,' % row.name for row in rows]
    return (banner('wrappers/calls.tsv and mpi.h') +
            '#ifndef GEN_CALL_IDS_H\n#define GEN_CALL_IDS_H\n\n'
            'enum call_id {\n%s\n    CALL_ID_COUNT\n};\n\n#endif\n' %
            '\n'.join(lines))


def text_of_call_table(rows):
    lines = ['    { "%s", CALL_CLASS_%s, CALL_ROLE_%s, CALL_COLL_%s, %d },' %
             (row.name, row.call_class, row.role, row.coll,
              row.template == NOT_WRAPPED) for row in rows]
    return (banner('wrappers/calls.tsv and mpi.h') +
            '#include "model/call.h"\n\n'
            'const struct call_info call_table[] = {\n%s\n};\n\n'
            'const uint32_t call_count = %d;\n' %
            ('\n'.join(lines), len(rows)))


def text_of_next(names):
    size = max(len(name) for name in names) + 1
    ids = (banner('wrappers/calls.tsv and mpi.h') +
           '#ifndef GEN_NEXT_IDS_H\n#define GEN_NEXT_IDS_H\n\n'
           'enum next_id {\n%s\n    NEXT_COUNT\n};\n\n'
           'enum { NEXT_NAME_SIZE = %d };\n\n#endif\n' %
           ('\n'.join('    NEXT_%s,' % name for name in names), size))
    texts = (banner('wrappers/calls.tsv and mpi.h') +
             '#include "by_hand/next.h"\n\n'
             'const char next_names[NEXT_COUNT][NEXT_NAME_SIZE] = {\n%s\n};\n'
             % '\n'.join('    "%s",' % name for name in names))
    return ids, texts


def text_of_conversion(word, c_type, prototypes):
    """A Fortran handle in C: a function of MPI, or the integer itself."""
    function = 'MPI_%s_f2c' % c_type[4:].replace('Datatype', 'Type')
    value = '(%s)handle' % c_type
    if function in prototypes:
        value = ('((%s (*)(MPI_Fint))next_function(\n'
                 '        NEXT_P%s))(handle)' %
                 (c_type, function))
    return ('static inline %s handle_%s(MPI_Fint handle)\n{\n    return %s;'
            '\n}\n' % (c_type, word, value))


def text_of_request(prototypes):
    """The other way, of requests only."""
    value = '(MPI_Fint)request'
    if 'MPI_Request_c2f' in prototypes:
        value = ('((MPI_Fint (*)(MPI_Request))next_function(\n'
                 '        NEXT_PMPI_Request_c2f))(request)')
    return ('static inline MPI_Fint fortran_request(MPI_Request request)\n'
            '{\n    return %s;\n}\n' % value)


def text_of_constant(word, c_type, name, constants):
    """A handle that is a variable of the library is looked up by name."""
    variable = re.search(r'&\s*\(?\s*(\w+)', constants.get(word, name))
    value = ('(%s)next_anywhere("%s")' % (c_type, variable.group(1))
             if variable else name)
    return ('static inline %s %s(void)\n{\n    return %s;\n}\n' %
            (c_type, word, value))


def text_of_handles(prototypes, constants):
    parts = [banner('mpi.h'),
             '#ifndef GEN_HANDLES_H\n#define GEN_HANDLES_H\n\n'
             '#include "by_hand/wrap.h"\n']
    parts += ['\n' + text_of_conversion(word, c_type, prototypes)
              for word, c_type in HANDLE_TYPES.items()]
    parts.append('\n' + text_of_request(prototypes))
    parts += ['\n' + text_of_constant(word, c_type, name, constants)
              for word, (c_type, name) in CONSTANTS.items()]
    return ''.join(parts) + '\n#endif\n'


def write_if_changed(folder, name, text):
    path = os.path.join(folder, name)
    if os.path.exists(path):
        with open(path) as file:
            if file.read() == text:
                return
    with open(path, 'w') as file:
        file.write(text)


def generate(rows, header_text, templates):
    """{file name: text}"""
    prototypes = read_prototypes(header_text)
    with open(os.path.join(HERE, 'removed.h')) as file:
        for name, prototype in read_prototypes(file.read()).items():
            prototypes.setdefault(name, prototype)
    rows = complete_rows(rows, prototypes)
    wrappers = all_wrappers(rows, prototypes)
    names = [w.symbol for language in LANGUAGES for w in wrappers[language]]
    names += ['MPI_Pcontrol'] + HELPERS
    files = {'call_ids.h': text_of_call_ids(rows),
             'call_table.c': text_of_call_table(rows),
             'handles.h': text_of_handles(prototypes,
                                          read_constants(header_text))}
    files['next_ids.h'], files['next_names.c'] = text_of_next(names)
    for language in LANGUAGES:
        for group in GROUPS:
            files['wrappers_%s_%s.c' % (language, group)] = text_of_group(
                group, language, wrappers, templates)
    return files


def parse_options():
    options = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    options.add_argument('--mpicc', default='mpicc')
    options.add_argument('--header', help='mpi.h, preprocessed already')
    options.add_argument('--calls', default=os.path.join(HERE, 'calls.tsv'))
    options.add_argument('--templates',
                         default=os.path.join(HERE, 'templates'))
    options.add_argument('--out', required=True)
    return options.parse_args()


def main():
    options = parse_options()
    if options.header:
        with open(options.header) as file:
            header_text = file.read()
    else:
        header_text = preprocess(options.mpicc)
    files = generate(read_table(options.calls), header_text,
                     read_templates(options.templates))
    os.makedirs(options.out, exist_ok=True)
    for name, text in files.items():
        write_if_changed(options.out, name, text)


if __name__ == '__main__':
    main()
