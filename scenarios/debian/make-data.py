#!/usr/bin/env python3
"""Makes data/ from a Debian Packages index.

usage: make-data.py < Packages

The index is what `apt-get update` fetches; /usr/lib/apt/apt-helper cat-file prints it unpacked.

Each comma-separated part of Depends and Pre-Depends is a group of alternatives. An alternative stands for the
package of its name, if that has a fitting version, then for the packages that provide the name (in a
fitting version, where one is asked for), by name. What fits no package stays in the list as it is written, so
that a group never is empty and the reason can be seen. Architecture qualifiers (`:any`) are dropped.
"""
import csv
import functools
import gzip
import io
import re
import sys

FIELDS = {"Package", "Version", "Essential", "Depends", "Pre-Depends", "Provides"}
DEPENDENCY = re.compile(r"(?P<name>[^\s:(]+)(?::\w+)?\s*(?:\((?P<relation><<|<=|=|>=|>>)\s*(?P<version>[^)]+)\))?$")


def stanzas(lines):
    stanza, field = {}, None
    for line in lines:
        line = line.rstrip("\n")
        if not line:
            if stanza:
                yield stanza
            stanza, field = {}, None
        elif line[0] in " \t":
            if field in FIELDS:
                stanza[field] += line
        else:
            field, _, value = line.partition(":")
            if field in FIELDS:
                stanza[field] = value.strip()
    if stanza:
        yield stanza


def character_order(c):
    """Tilde sorts before the end of the text, letters before all else."""
    return -1 if c == "~" else ord(c) if c.isalpha() else ord(c) + 256


def compare_part(a, b):
    while a or b:
        text_a, text_b = re.match(r"\D*", a).group(), re.match(r"\D*", b).group()
        order_a, order_b = ([character_order(c) for c in t] + [0] for t in (text_a, text_b))
        if order_a != order_b:
            return -1 if order_a < order_b else 1
        a, b = a[len(text_a):], b[len(text_b):]
        number_a, number_b = re.match(r"\d*", a).group(), re.match(r"\d*", b).group()
        if int(number_a or 0) != int(number_b or 0):
            return -1 if int(number_a or 0) < int(number_b or 0) else 1
        a, b = a[len(number_a):], b[len(number_b):]
    return 0


def compare_versions(a, b):
    """The order of Debian policy 5.6.12: epoch, upstream version, revision."""
    def split(version):
        epoch, colon, rest = version.partition(":")
        if not colon:
            epoch, rest = "0", version
        upstream, _, revision = rest.rpartition("-")
        return int(epoch), upstream or rest, revision if upstream else ""

    (epoch_a, upstream_a, revision_a), (epoch_b, upstream_b, revision_b) = split(a), split(b)
    return (epoch_a > epoch_b) - (epoch_a < epoch_b) or compare_part(upstream_a, upstream_b) or compare_part(revision_a, revision_b)


def fits(version, relation, wanted):
    if relation is None:
        return True
    if version is None:
        return False  # an unversioned Provides fits no versioned dependency
    order = compare_versions(version, wanted)
    return {"<<": order < 0, "<=": order <= 0, "=": order == 0, ">=": order >= 0, ">>": order > 0}[relation]


def parts(text, separator):
    return [part.strip() for part in text.split(separator) if part.strip()]


def write(path, header, rows):
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(header)
    out.writerows(rows)
    with open(path, "wb") as f:
        f.write(gzip.compress(text.getvalue().encode(), 9, mtime=0))


def main():
    packages = {}
    for stanza in stanzas(sys.stdin):
        old = packages.get(stanza["Package"])
        if old is None or compare_versions(old["Version"], stanza["Version"]) < 0:
            packages[stanza["Package"]] = stanza

    providers = {}
    for name in sorted(packages):
        for provided in parts(packages[name].get("Provides", ""), ","):
            match = DEPENDENCY.match(provided)
            providers.setdefault(match["name"], []).append((name, match["version"]))

    @functools.cache
    def candidates(alternative):
        match = DEPENDENCY.match(alternative)
        offers = [(p, v) for p, v in providers.get(match["name"], []) if p != match["name"]]
        if match["name"] in packages:
            offers.insert(0, (match["name"], packages[match["name"]]["Version"]))
        return [p for p, v in offers if fits(v, match["relation"], match["version"])] or [alternative]

    groups, alternatives = [], []
    for name in sorted(packages):
        for field in ("Pre-Depends", "Depends"):
            for group in parts(packages[name].get(field, ""), ","):
                row = list(dict.fromkeys(c for a in parts(group, "|") for c in candidates(a)))
                groups.append((len(groups) + 1, name, len(row)))
                alternatives += [(len(groups), position, c) for position, c in enumerate(row, 1)]

    write("data/package.csv.gz", ["package"], [(name,) for name in sorted(packages)])
    write("data/essential.csv.gz", ["package"], [(n,) for n in sorted(packages) if packages[n].get("Essential") == "yes"])
    write("data/depends.csv.gz", ["group", "package", "last"], groups)
    write("data/alternative.csv.gz", ["group", "position", "package"], alternatives)


main()
