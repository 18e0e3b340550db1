"""Reports in JSON are what share/doc/report-schema.json says, and their cells
what their columns say; the schema refuses what is no such report.

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
    tables = refused = 0
    for path in sys.argv[2:]:
        report = json.load(open(path))
        for error in validator.iter_errors(report):
            sys.exit("%s: %s at %s" % (path, error.message[:300],
                                       list(error.absolute_path)))
        for name, table in report["tables"].items():
            check_rows(name, table)
            tables += 1
        for what, wrong in broken(report):
            if validator.is_valid(wrong):
                sys.exit("%s: the schema accepts it %s" % (path, what))
            refused += 1
    print("%d reports with %d tables are valid, %d broken ones are not" %
          (len(sys.argv) - 2, tables, refused))


if __name__ == "__main__":
    main()
