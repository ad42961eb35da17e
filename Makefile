# Two commands for a fresh machine: `make demo` and `make check`. Both make the virtual environment
# when there is none. PYTHON says which Python makes it, VENV where it is.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo check lint test gen crash bench clean

demo: $(VENV)/.installed
	$(BIN)/myelin demo

check: lint test

# The drift of generated files and the order of packages are tests.
lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest

gen: $(VENV)/.installed-dev
	$(BIN)/python -m codegen

# The long runs: thousands of states after a power loss, a hundred kills, every failing call, and
# ten thousand random calls.
crash: $(VENV)/.installed-dev
	CRASH_RUNS=1 $(BIN)/python -m pytest tests/crash tests/format tests/surface/test_governing.py

bench: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks.gate

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.installed-dev: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/.installed
