# SPDX-License-Identifier: BSD-3-Clause
"""Reports in JSON are what share/doc/report-schema.json says, and their cells
what their columns say; the schema refuses what is no such report, which is tried
once for all reports with the same members.  It lets in members that it does not
know, for readers of a later mpiprof; this one has none of them.

    check_schema.py SCHEMA REPORT.json...
"""
import copy
import json
import sys

import jsonschema

KINDS = {"text": str, "integer": int, "count": int, "bytes": int,
         "seconds": (int, float), "ratio": (int, float),
         "real": (int, float)}


def check_rows(name, table):
    columns = table["columns"]
    for row in table["rows"]:
        if len(row) != len(columns):
            sys.exit("%s: %d cells, %d columns" % (name, len(row),
                                                   len(columns)))
        for cell, column in zip(row, columns):
            kind = KINDS[column["kind"]]
            if cell is not None and (isinstance(cell, bool) or
                                     not isinstance(cell, kind)):
                sys.exit("%s.%s: %r is no %s" % (name, column["name"], cell,
                                                 column["kind"]))
            if column["kind"] in ("count", "bytes") and cell is not None \
                    and cell < 0:
                sys.exit("%s.%s: %r" % (name, column["name"], cell))


def closed(schema):
    """The same without members that it does not know."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(part) for key, part in schema.items()}
    if made.get("type") == "object" and "properties" in made:
        made.setdefault("additionalProperties", False)
    return made


def check_columns(name, table):
    names = [column["name"] for column in table["columns"]]
    if len(set(names)) != len(names):
        sys.exit("%s: a column twice: %s" % (name, names))
    for column in table["columns"]:
        if not column["definition"]:
            sys.exit("%s.%s: not defined" % (name, column["name"]))


def unknown(report):
    """Each has a member that the schema does not name."""
    yield dict(report, more=1)
    for name, table in report["tables"].items():
        wrong = copy.deepcopy(report)
        wrong["tables"][name]["more"] = 1
        yield wrong
        wrong = copy.deepcopy(report)
        wrong["tables"][name]["columns"][0]["more"] = 1
        yield wrong
        return


def broken(report):
    """Each is wrong in one place."""
    for key in report:
        wrong = copy.copy(report)
        del wrong[key]
        yield "without %s" % key, wrong
    yield "another version", dict(report, version=2)
    yield "another schema", dict(report, schema="report")
    yield "a verdict that is a text", dict(report, verdict="good")
    for name, table in report["tables"].items():
        for key in ("title", "section", "note", "columns", "rows"):
            wrong = copy.deepcopy(report)
            del wrong["tables"][name][key]
            yield "%s without %s" % (name, key), wrong
        wrong = copy.deepcopy(report)
        wrong["tables"][name]["columns"][0]["kind"] = "number"
        yield "%s: unknown kind" % name, wrong
        wrong = copy.deepcopy(report)
        wrong["tables"][name]["rows"] = [[{"cell": 1}]]
        yield "%s: a cell that is an object" % name, wrong
        return


def main():
    schema = json.load(open(sys.argv[1]))
    validator = jsonschema.Draft7Validator(schema)
    jsonschema.Draft7Validator.check_schema(schema)
    strict = jsonschema.Draft7Validator(closed(schema))
    tables = refused = 0
    seen = set()
    for path in sys.argv[2:]:
        report = json.load(open(path))
        for error in strict.iter_errors(report):
            sys.exit("%s: %s at %s" % (path, error.message[:300],
                                       list(error.absolute_path)))
        for name, table in report["tables"].items():
            check_columns(name, table)
            check_rows(name, table)
            tables += 1
        part = dict(report, tables=dict(list(report["tables"].items())[:1]))
        if not strict.is_valid(part):
            sys.exit("%s: with one table it is no report" % path)
        members = (*part, *part["tables"])
        if members in seen:
            continue
        seen.add(members)
        for what, wrong in broken(part):
            if validator.is_valid(wrong):
                sys.exit("%s: the schema accepts it %s" % (path, what))
            refused += 1
        for wrong in unknown(part):
            if strict.is_valid(wrong) or not validator.is_valid(wrong):
                sys.exit("%s: a member of a later mpiprof" % path)
    print("%d reports with %d tables are valid, %d broken ones are not" %
          (len(sys.argv) - 2, tables, refused))


if __name__ == "__main__":
    main()
