# What can be done with a clone. Needs Rust, Python 3.11 or newer and make; everything else is installed into .venv.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH_VENV := .venv-bench
BENCH_BIN := $(BENCH_VENV)/bin
PIP := -m pip --quiet --disable-pip-version-check

RUST_SOURCES := Cargo.toml Cargo.lock $(shell find src -name '*.rs')
PACKAGE_SOURCES := $(shell find python -type f -not -path '*/__pycache__/*')
SOURCES := $(RUST_SOURCES) $(PACKAGE_SOURCES) pyproject.toml
PYTHON_CODE := $(wildcard python tests benches docs examples)

# A stamp is newer than all that it was made from; `make` does again only what has changed.
ENVIRONMENT := $(BIN)/python
INSTALLED := $(VENV)/installed.stamp
TEST_TOOLS := $(VENV)/test-tools.stamp

.PHONY: help
help: ## List what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: $(INSTALLED) ## Install into .venv, serve a small site on this machine and read it
	@$(BIN)/sitemapfast demo

.PHONY: test
test: test-rust test-python ## Run all tests, Rust and Python

.PHONY: test-rust
test-rust: ## Run the tests of the core, which needs no Python
	cargo test --locked --no-default-features

# The tests import what is installed, never the source tree: what they test is what a user gets.
.PHONY: test-python
test-python: $(INSTALLED) $(TEST_TOOLS) ## Run the tests of the installed package
	$(BIN)/pytest

# The seeds are the cases from the field, each behind the bytes that choose the settings. `-s none` needs no nightly compiler.
FUZZ_SECONDS ?= 20
FUZZ_TARGETS := document_tolerant document_strict splits lanes dates locations gunzip tables
FUZZER := target/tools/bin/cargo-fuzz

.PHONY: fuzz
fuzz: $(FUZZER) ## Run every fuzz target for FUZZ_SECONDS (20)
	@mkdir -p fuzz/corpus/seeds
	@for case in tests/data/cases/[0-9]*; do for bits in '\000' '\003'; do \
		{ printf "$$bits\007\001\100"; cat "$$case"; } > "fuzz/corpus/seeds/$$(basename "$$case")$${bits//\\/-}"; done; done
	@for target in $(FUZZ_TARGETS); do \
		mkdir -p fuzz/corpus/$$target; \
		$(FUZZER) run -s none $$target fuzz/corpus/$$target fuzz/corpus/seeds -- -max_total_time=$(FUZZ_SECONDS) \
			-max_len=16384 -timeout=10 -rss_limit_mb=2048 -dict=fuzz/xml.dict -print_final_stats=1 -verbosity=0 || exit 1; \
	done

$(FUZZER):
	cargo install cargo-fuzz --locked --quiet --root target/tools

.PHONY: lint
lint: $(INSTALLED) $(TEST_TOOLS) rust-components ## Check format, lints and types, Rust and Python
	cargo fmt --check
	cargo clippy --locked --no-default-features --all-targets -- -D warnings
	PYO3_PYTHON=$(abspath $(BIN)/python) cargo clippy --locked --all-targets -- -D warnings
	$(BIN)/ruff format --check $(PYTHON_CODE)
	$(BIN)/ruff check $(PYTHON_CODE)
	$(BIN)/mypy

.PHONY: fmt
fmt: $(TEST_TOOLS) rust-components ## Format the code, Rust and Python
	cargo fmt
	$(BIN)/ruff format $(PYTHON_CODE)
	$(BIN)/ruff check --fix --quiet $(PYTHON_CODE)

.PHONY: bench
bench: $(BENCH_VENV)/installed.stamp ## Compare with other libraries; writes benches/RESULTS.md
	cd benches && ../$(BENCH_BIN)/python compare.py $(ARGS)

.PHONY: wheel
wheel: $(ENVIRONMENT) ## Build the wheel into dist
	$(BIN)/python $(PIP) wheel --no-deps --wheel-dir dist .
	@ls -1 dist

.PHONY: clean
clean: ## Remove everything that was built or installed
	rm -rf $(VENV) $(BENCH_VENV) target dist benches/cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find python tests benches -name __pycache__ -type d -prune -exec rm -rf {} +

# Minimal Rust installations come without them.
.PHONY: rust-components
rust-components:
	@cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@cargo clippy --version >/dev/null 2>&1 || rustup component add clippy

$(ENVIRONMENT):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) is too old: Python 3.11 or newer is needed (make PYTHON=python3.12 ...)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# One release build, with link-time optimisation; cargo keeps what has not changed.
$(INSTALLED): $(ENVIRONMENT) $(SOURCES)
	@echo "Building and installing the package (a release build: a minute or two the first time)"
	$(BIN)/python $(PIP) install '.[cli]'
	@touch $@

# The tools alone, so that a change of the sources does not install them again, nor their change build the package.
$(TEST_TOOLS): $(ENVIRONMENT) pyproject.toml
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["test"], sep="\n")' \
		> $(VENV)/test-tools.txt
	$(BIN)/python $(PIP) install --requirement $(VENV)/test-tools.txt
	@touch $@

$(BENCH_VENV)/installed.stamp: $(SOURCES) $(wildcard benches/peers/*.py)
	test -x $(BENCH_BIN)/python || $(PYTHON) -m venv $(BENCH_VENV)
	cd benches && ../$(BENCH_BIN)/python -m peers > ../$(BENCH_VENV)/peers.txt
	$(BENCH_BIN)/python $(PIP) install --requirement $(BENCH_VENV)/peers.txt .
	@touch $@
