# SPDX-License-Identifier: BSD-3-Clause
"""The examples of share/doc/python-tables.md, as doctest runs them.

    check_python_tables.py DOCUMENT     where heat2d.mpiprof is
"""
import doctest
import re
import sys


def has(module):
    try:
        __import__(module)
    except ImportError:
        return False
    return True


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        blocks = re.findall(r"^```python\n(.*?)^```", file.read(),
                            re.MULTILINE | re.DOTALL)
    blocks = [block for block in blocks if ">>>" in block and
              (has("pandas") or "to_pandas" not in block)]
    if not has("pandas"):
        print("pandas is missing: its example is left out")
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {},
                                               "examples", sys.argv[1], 0)
    result = doctest.DocTestRunner().run(test)
    print("%d examples, %d wrong" % (result.attempted, result.failed))
    sys.exit(result.failed > 0 or result.attempted < 10)


main()
