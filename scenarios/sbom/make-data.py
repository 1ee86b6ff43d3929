#!/usr/bin/env python3
"""Makes data/ from module graphs and from the Go vulnerability database.

usage: make-data.py GRAPHS VULNDB

GRAPHS holds one folder a service, named as in SERVICES, with

    go.mod      the service's own, at the version in SERVICES
    graph.txt   what `go mod graph` prints beside that go.mod
    all.txt     what `go list -m all` prints there

VULNDB is the unpacked Go module golang.org/x/vulndb.

Only the selected version of a module counts, so an edge goes from a module's selected version to a module.
Of the service's own requirements those marked `// indirect` are left out unless nothing else in the
graph names the module: the go command writes them as a record, not because the service needs them itself.
Advisories are the reviewed ones up to GO-2024, and EXTRA, that concern a module in use.
"""
import csv
import gzip
import io
import json
import pathlib
import re
import sys

SERVICES = {
    "prometheus": "github.com/prometheus/prometheus",                # v0.47.0, which is Prometheus 2.47.0
    "alertmanager": "github.com/prometheus/alertmanager",            # v0.26.0
    "node_exporter": "github.com/prometheus/node_exporter",          # v1.6.1
    "blackbox_exporter": "github.com/prometheus/blackbox_exporter",  # v0.24.0
    "caddy": "github.com/caddyserver/caddy/v2",                      # v2.7.4
}
EXTRA = {"GO-2026-4923"}  # published, then withdrawn by the database
FIRST, UNFIXED = "first", "unfixed"


def reachable(root, edges):
    seen, todo = {root}, [root]
    while todo:
        module = todo.pop()
        new = {needs for by, needs in edges if by == module} - seen
        seen |= new
        todo += new
    return seen


def read_service(folder, root):
    """Returns the selected version of each module in use and the edges between them."""
    version = {}
    for line in (folder / "all.txt").read_text().splitlines():
        fields = line.split()
        if len(fields) > 1:
            version[fields[0]] = fields[-1]  # the last one is the replacement, where there is one
            version[fields[0], "asked"] = fields[1]
    edges = set()
    for line in (folder / "graph.txt").read_text().splitlines():
        (by, _, by_version), (needs, _, _) = (end.partition("@") for end in line.split())
        if needs not in ("go", "toolchain") and by_version == version.get((by, "asked"), ""):
            edges.add((by, needs))
    go_mod = (folder / "go.mod").read_text()
    indirect = set(re.findall(r"^\s*(?:require )?(\S+) v\S+ // indirect", go_mod, re.M))
    own = {(by, needs) for by, needs in edges if by == root and needs in indirect}
    otherwise = reachable(root, edges - own)
    edges -= {(by, needs) for by, needs in own if needs in otherwise}
    used = reachable(root, edges)
    return {m: version[m] for m in used if m != root}, {e for e in edges if e[0] in used}


def order(version):
    """The key by which versions of one module are ordered (semver, pre-releases first)."""
    if version == FIRST:
        return (0,)
    if version == UNFIXED:
        return (2,)
    core, _, pre = version.removeprefix("v").split("+")[0].partition("-")
    ids = tuple((0, int(i), "") if i.isdigit() else (1, 0, i) for i in pre.split("."))
    return (1, tuple(map(int, core.split("."))), (0, ids) if pre else (1,))


def intervals(affected):
    """The half-open intervals [introduced, fixed) of one affected module."""
    for span in affected.get("ranges", []):
        start = None
        for event in span["events"]:
            if "introduced" in event:
                start = FIRST if event["introduced"] == "0" else "v" + event["introduced"]
            else:
                yield start, "v" + event["fixed"]
                start = None
        if start:
            yield start, UNFIXED


def write(path, header, rows):
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(header)
    out.writerows(sorted(rows))
    data = text.getvalue().encode()
    pathlib.Path(path).write_bytes(gzip.compress(data, 9, mtime=0) if path.endswith(".gz") else data)


def main():
    graphs, vulndb = map(pathlib.Path, sys.argv[1:])
    build, requires = set(), set()
    for service, root in SERVICES.items():
        version, edges = read_service(graphs / service, root)
        build |= {(service, m, v) for m, v in version.items()}
        requires |= {(service, by, needs) for by, needs in edges}
    versions = {}
    for _, module, v in build:
        versions.setdefault(module, {FIRST, UNFIXED}).add(v)

    in_use = {module: known - {FIRST, UNFIXED} for module, known in versions.items()}
    touched, advisory, ranges = set(), set(), set()
    for path in sorted((vulndb / "data" / "osv").glob("*.json")):
        entry = json.loads(path.read_text())
        spans = {(entry["id"], affected["package"]["name"], low, high)
                 for affected in entry.get("affected", []) if affected["package"]["name"] in versions
                 for low, high in intervals(affected)}
        for _, module, low, high in spans:
            versions[module] |= {low, high}
        hit = any(order(low) <= order(v) < order(high) for _, module, low, high in spans for v in in_use[module])
        reviewed = entry["database_specific"]["review_status"] == "REVIEWED"
        if hit and reviewed and (entry["id"] < "GO-2025" or entry["id"] in EXTRA):
            touched |= {module for _, module, _, _ in spans}
            ranges |= spans
            advisory.add((entry["id"], min(entry.get("aliases") or [entry["id"]]), entry["summary"]))

    write("data/requires.csv.gz", ["service", "module", "needs"], requires)
    write("data/build.csv.gz", ["service", "module", "version"], build)
    write("data/advisory.csv", ["id", "alias", "summary"], advisory)
    write("data/vulnerable.csv", ["advisory", "module", "introduced", "fixed"], ranges)
    write("data/version_order.csv", ["module", "version", "position"],
          {(m, v, i) for m in touched for i, v in enumerate(sorted(versions[m], key=order))})


main()
