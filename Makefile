# Two commands for a fresh machine: `make demo` and `make check`. Both make the virtual environment
# when there is none. PYTHON says which Python makes it, VENV where it is.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

# Tests run side by side, one process a core; a file's tests stay in one process.
JOBS ?= auto
PARALLEL := --numprocesses $(JOBS) --dist loadfile

.PHONY: demo check quick lint test gen crash fuzz conformance search bench sdist clean

demo: $(VENV)/.installed
	$(BIN)/myelin demo

check: lint test

# Before a commit, in about a minute: style, types, the order of packages, drift and the unit tests
# that are not marked as slow.
quick: lint
	$(BIN)/python -m pytest $(PARALLEL) -q -m "not slow" tests/architecture tests/codegen tests/unit

# The drift of generated files and the order of packages are tests.
lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest $(PARALLEL)

gen: $(VENV)/.installed-dev
	$(BIN)/python -m codegen

# The long runs: thousands of states after a power loss, a hundred kills, every failing call, and
# ten thousand random calls.
crash: $(VENV)/.installed-dev
	CRASH_RUNS=1 $(BIN)/python -m pytest tests/crash tests/format tests/surface/test_governing.py

# The official suite, over a bridge to stdio, where CONFORMANCE names the folder that npm put it in.
conformance: $(VENV)/.installed-dev
	$(BIN)/python -m tests.conformance

# Fifteen thousand frames to a real server, and twenty thousand to both transports. FUZZ_SEED=7 sends others.
fuzz: $(VENV)/.installed-dev
	FUZZ_RUNS=1 $(BIN)/python -m pytest $(PARALLEL) tests/e2e/test_stdio_fuzz.py tests/e2e/test_transport_pair.py tests/e2e/test_http_pair.py
	FUZZ_CASES=300 $(BIN)/python -m pytest tests/e2e/test_http_schemathesis.py

# New random examples, and more of them. What it finds becomes a test of its own.
search: $(VENV)/.installed-dev
	MYELIN_SEARCH=1 $(BIN)/python -m pytest $(PARALLEL) tests/unit tests/surface

bench: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks.gate

# Builds the source distribution and runs the tests of an unpacked copy in a new environment.
sdist: $(VENV)/.installed-dev
	rm -rf build/sdist && mkdir -p build/sdist
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	$(BIN)/python -m build --sdist --outdir build/sdist .
	tar -xzf build/sdist/*.tar.gz -C build/sdist --strip-components=1
	$(MAKE) -C build/sdist check VENV=.venv

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
