# `make run` starts a service with demonstration tables; `make check` is quick, `make test` runs every check.
PYTHON   ?= python3
PORT     ?= 8000
DATABASE ?= matchledger.db

# Compiled modules are kept: each program that a test starts, and each of its workers, would compile them all again.
export PYTHONDONTWRITEBYTECODE =

BIN   := .venv/bin
STAMP := .venv/.installed
NPM   := node_modules/.installed
PIP   := $(BIN)/python -m pip --disable-pip-version-check -qq
TESTS := $(BIN)/python -m pytest -n auto --dist worksteal

# One more than there are cores: a worker often waits for a service or a browser that a test has started.
export PYTEST_XDIST_AUTO_NUM_WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

.PHONY: help install run static types format lint pages contracts compiled check test bench soak lock clean
.DEFAULT_GOAL := help

help:
	@echo 'make install   .venv from requirements.lock, node_modules (for checks) from package-lock.json'
	@echo 'make run       the service with demonstration tables (PORT=$(PORT) DATABASE=$(DATABASE) VERBOSE=1)'
	@echo 'make check     format, lint, types, import contracts and the quick tests: before each commit'
	@echo 'make test      format, lint, types, import contracts, tests, coverage of domain'
	@echo 'make bench     the benchmarks, as JSON; COMPARE=REVISION measures another revision and this one in turns'
	@echo 'make soak      long random play'
	@echo 'make lock      requirements.lock again from pyproject.toml (LOCK_FLAGS=--upgrade for newer versions)'
	@echo 'make clean     removes the environment, caches and builds; keeps databases and keys'

install: $(STAMP) $(NPM)

# The lock names everything, so nothing is resolved anew: what a registry got since could break an install that was fine.
$(STAMP): pyproject.toml requirements.lock
	@echo '== install: .venv from requirements.lock'
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv
	@$(PIP) install --no-deps --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(PIP) check
	@touch $@

# What checks the modules of pages; who only runs the service needs none of it.
$(NPM): package.json package-lock.json | $(STAMP)
	@echo '== install: node_modules from package-lock.json'
	@$(BIN)/python -m tests.node npm ci --loglevel=error
	@touch $@

run: $(STAMP)
	@$(BIN)/matchledger database upgrade --quiet --database '$(DATABASE)'
	@$(BIN)/matchledger serve --demo$(if $(VERBOSE), --verbose) --port $(PORT) --database '$(DATABASE)'

# Checks that wait for nobody run two at a time: `said` gives a check its heading, and what it has to say if it fails.
said = @told=$$($(2) 2>&1) && echo '== $(1)' || { echo '== $(1)'; echo "$$told"; exit 1; }

types:
	$(call said,types (mypy),$(BIN)/mypy)

contracts:
	$(call said,import contracts (import-linter),$(BIN)/lint-imports --no-logo)

# Each worker of pytest would compile every test for itself, as pytest does it: with what an `assert` says.
compiled:
	$(call said,tests are found (pytest),$(BIN)/python -m pytest --collect-only --quiet)

format:
	$(call said,format (ruff),$(BIN)/ruff format --check)

lint:
	$(call said,lint (ruff),$(BIN)/ruff check)

pages:
	$(call said,format and lint of pages (biome),$(BIN)/python -m tests.node biome ci --error-on-warnings)
	$(call said,types of pages (tsc),$(BIN)/python -m tests.node tsc)

static: install
	@$(MAKE) --no-print-directory --jobs=2 types format lint pages contracts compiled

check: static
	@echo '== quick tests (pytest)'
	@$(TESTS) -m 'not long and not soak'
	@echo '== the quick checks passed; make test runs all'

test: static
	@echo '== tests (pytest)'
	@$(TESTS) --durations=20 --cov --cov-report= --cov-fail-under=0
	@echo '== branch coverage of domain (coverage)'
	@$(BIN)/coverage report
	@echo '== all checks passed'

bench: install
	@$(BIN)/python -m benchmarks$(if $(COMPARE),.compare '$(COMPARE)')

soak: install
	@$(BIN)/python -m pytest -m soak -n auto

# The resolver lives in a throwaway environment. `--universal` gives one file for every supported Python and platform.
lock:
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip --disable-pip-version-check -qq install 'uv==0.13.8'
	@build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --all-extras --generate-hashes \
		--no-strip-extras --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
		$(LOCK_FLAGS) --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv node_modules build dist *.egg-info .coverage .coverage.* htmlcov
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
