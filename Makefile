# The targets a developer needs; `make` alone lists them.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

TOOL := go tool -modfile=tools.mod
FUZZTIME ?= 30s
PROGRAMS ?= 100000

.PHONY: help check test deep bench comparison reliability docs fmt

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 8

check: ## vet, staticcheck, format and tests: run it before every commit
	go vet ./...
	$(TOOL) staticcheck ./...
	@unformatted=$$($(TOOL) gofumpt -l .); if [[ -n $$unformatted ]]; then echo "not formatted, run 'make fmt':"; echo "$$unformatted"; exit 1; fi
	go test ./...

test: ## the tests alone
	go test ./...

deep: ## race detector, every fuzz target for FUZZTIME, PROGRAMS random programs: about an hour
	go test -race -count=1 ./revise/...
	go test -race -count=1 ./internal/testkit -programs 200 -mutants none
	grep -rEo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' . | sort | while IFS=: read -r file func; do \
	  go test "$$(dirname "$$file")" -run '^$$' -fuzz "^$${func#func }\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x </dev/null; \
	done
	go test -count=1 -timeout 1h ./internal/testkit -run Mutants -mutants all
	go test -count=1 -timeout 1h ./internal/testkit -run SmallWorlds -small-wide -small-stride 2000
	go test -count=1 -timeout 3h ./internal/testkit -mutants none -small-stride 1 -programs $(PROGRAMS)

bench: ## the workloads, checked and measured, into bench.txt; BENCH_DATA=folder has the full data, OLD=file compares, BENCH=flags
	go run ./internal/bench -o bench.txt $(BENCH)
	$(TOOL) benchstat $(OLD) bench.txt

reliability: ## what we promise, measured, into docs/reliability.md: hours, and root for file systems; RELIABILITY=flags
	go run ./internal/reliability -o docs/reliability.md $(RELIABILITY)

comparison: ## all algorithms on the workloads, into docs/explanation/comparison.md; BENCH_DATA=folder has the full data
	go run ./internal/bench -comparison docs/explanation/comparison.md -limit 20s $(BENCH)

docs: ## regenerate what is generated from the code
	go generate ./...

fmt: ## format the Go files
	$(TOOL) gofumpt -w .
