# SPDX-License-Identifier: BSD-3-Clause
"""Profiles for tests: made up, and as other versions of Python write them.

For Python 2.7 and 3.4 on.
"""
import marshal
import random
import struct

NAMES = ["solve", "<module>", "<lambda>", "__init__", "f" * 300, "caf\xe9",
         "x;y", 'quote"back\\slash', "line\nbreak", "\x1b[31mred", "a b"]
FILES = ["/home/u/app.py", "/usr/lib/python3/json/encoder.py", "~",
         "<string>", "rel/mod.py", "/tmp/\xfc/m.py", "C:\\x\\y.py"]


def label(rng):
    name = rng.choice(NAMES) + str(rng.randrange(12))
    where = rng.choice(FILES)
    if where == "~":
        return ("~", 0, "<built-in method m%d>" % rng.randrange(20))
    return (where, rng.randrange(1, 5000), name)


def count(rng):
    return rng.choice([0, 1, 7, rng.randrange(10 ** 6), 2 ** 31 - 1, 2 ** 31,
                       2 ** 40 + rng.randrange(99), 2 ** 55])


def seconds(rng):
    return rng.choice([0.0, 1e-9, rng.random(), rng.random() * 1e5])


def made_up(seed, functions, callers=5):
    """{(file, line, name): (cc, nc, tt, ct, callers)}, from few labels, so
    that those of several seeds overlap"""
    rng = random.Random(seed)
    labels = sorted({label(rng) for _ in range(functions)})
    stats = {}
    for key in labels:
        chosen = rng.sample(labels, min(len(labels), rng.randrange(callers)))
        stats[key] = (count(rng), count(rng), seconds(rng), seconds(rng),
                      {c: (count(rng), count(rng), seconds(rng), seconds(rng))
                       for c in chosen})
    return stats


def write(path, stats, version=4):
    with open(path, "wb") as file:
        file.write(marshal.dumps(stats, version))


class Encoder:
    """marshal by hand, with the codes of a version of Python that is not
    there: python2 (2.7: s t R I f), reals as text (0, 1), or all of 3.4 to
    3.15 with back references to whatever was before."""

    def __init__(self, style):
        self.style = style
        self.seen = {}
        self.slots = 0
        self.interned = {}

    def flagged(self, key, code, body):
        """an object that enters the references the first time"""
        if self.style != "new":
            return code + body
        if key in self.seen:
            return b"r" + struct.pack("<i", self.seen[key])
        self.seen[key] = self.slots
        self.slots += 1
        return bytes(bytearray([ord(code) | 0x80])) + body

    def text(self, text):
        data = text.encode("utf-8", "surrogatepass")
        if self.style == "python2":
            if text in self.interned:
                return b"R" + struct.pack("<i", self.interned[text])
            if len(text) % 2:
                return b"s" + struct.pack("<i", len(data)) + data
            self.interned[text] = len(self.interned)
            return b"t" + struct.pack("<i", len(data)) + data
        if self.style == "new" and ("t", text) in self.seen:
            return b"r" + struct.pack("<i", self.seen["t", text])
        ascii_only = all(ord(c) < 128 for c in text)
        if self.style == "new" and ascii_only and len(data) < 256:
            return self.flagged(("t", text), b"zZ"[len(data) % 2:][:1],
                                bytes(bytearray([len(data)])) + data)
        if self.style == "new" and ascii_only:
            return self.flagged(("t", text), b"aA"[len(data) % 2:][:1],
                                struct.pack("<i", len(data)) + data)
        return self.flagged(("t", text), b"ut"[len(data) % 2:][:1]
                            if self.style == "new" else b"u",
                            struct.pack("<i", len(data)) + data)

    def whole(self, value):
        if -2 ** 31 <= value < 2 ** 31:
            return self.flagged(("i", value), b"i", struct.pack("<i", value))
        if self.style == "python2":
            return b"I" + struct.pack("<q", value)
        digits = []
        rest = abs(value)
        while rest:
            digits.append(rest & 0x7fff)
            rest >>= 15
        length = len(digits) if value > 0 else -len(digits)
        return self.flagged(("i", value), b"l",
                            struct.pack("<i", length) +
                            struct.pack("<%dH" % len(digits), *digits))

    def real(self, value):
        if self.style == "text":
            text = repr(value).encode()
            return b"f" + bytes(bytearray([len(text)])) + text
        return b"g" + struct.pack("<d", value)

    def tuple(self, items):
        if self.style == "new":
            return b")" + bytes(bytearray([len(items)])) + b"".join(items)
        return b"(" + struct.pack("<i", len(items)) + b"".join(items)

    def key(self, key):
        """the slot of a tuple comes before those of its items"""
        if self.style != "new":
            return self.tuple([self.text(key[0]), self.whole(key[1]),
                               self.text(key[2])])
        if ("k", key) in self.seen:
            return b"r" + struct.pack("<i", self.seen["k", key])
        self.seen["k", key] = self.slots
        self.slots += 1
        body = (self.text(key[0]) + self.whole(key[1]) + self.text(key[2]))
        return bytes(bytearray([ord(")") | 0x80, 3])) + body

    def numbers(self, first, second, own, cumulative):
        return [self.whole(first), self.whole(second), self.real(own),
                self.real(cumulative)]

    def encode(self, stats):
        out = [b"{"]
        for key, (cc, nc, tt, ct, callers) in stats.items():
            out.append(self.key(key))
            items = self.numbers(cc, nc, tt, ct)
            table = [b"{"]
            for caller, numbers in callers.items():
                table.append(self.key(caller))
                table.append(self.tuple(self.numbers(*numbers)))
            out.append(self.tuple(items + [b"".join(table) + b"0"]))
        return b"".join(out) + b"0"
