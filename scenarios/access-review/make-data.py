#!/usr/bin/env python3
"""Makes data/cluster_roles.csv from the default cluster roles of Kubernetes.

usage: make-data.py cluster-roles.yaml > data/cluster_roles.csv

The input is plugin/pkg/auth/authorizer/rbac/bootstrappolicy/testdata/cluster-roles.yaml of the Go
module k8s.io/kubernetes. A role that may "get" a resource reads it, one that may "update" it writes
it; other verbs, and the API group of a resource, are left out. Needs PyYAML.
"""
import csv
import sys

import yaml

PREFIX = "system:aggregate-to-"
ACTIONS = {"get": "read", "update": "write"}

with open(sys.argv[1], encoding="utf-8") as f:
    roles = yaml.safe_load(f)["items"]

rows = set()
for role in roles:
    name = role["metadata"]["name"]
    if not name.startswith(PREFIX):
        continue
    for rule in role["rules"]:
        for verb, action in ACTIONS.items():
            if verb in rule["verbs"]:
                rows.update((name.removeprefix(PREFIX), action, r) for r in rule["resources"])

out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["group", "action", "doc"])
out.writerows(sorted(rows))
