# `make run` and `make test` do all the set-up themselves, in .venv; `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# The first Python that is new enough; PYTHON=… names another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
CXX ?= c++
VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(wildcard native/*.cpp native/*.hpp)
PACKAGE := pyproject.toml CMakeLists.txt $(NATIVE)
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

.PHONY: help run test lint native docs stub bench clean

help:  ## list what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

run: $(VENV)/.run  ## solve every puzzle of the seed documents by every method, and print the table
	@$(BIN)/python examples/seeds.py

test: $(VENV)/.test lint native docs  ## set up, then every check and every test
	@$(BIN)/pytest -n 2 --dist loadfile

lint: $(VENV)/.test  ## style, types, and that each room imports only from rooms below
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "run: ruff format ."; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo > build/imports.txt || { cat build/imports.txt; exit 1; }

native: build/native_tests  ## the native tests under the address and undefined-behaviour sanitizers
	@build/native_tests

build/native_tests: $(NATIVE) tests/native/search_test.cpp
	@mkdir -p build
	@if echo 'int main() {}' | $(CXX) $(SANITIZE) -x c++ - -o build/probe 2>/dev/null; then flags="$(SANITIZE)"; \
	  else flags=""; echo "skipped: $(CXX) has no sanitizers here; the native tests run without them"; fi; \
	$(CXX) -std=c++20 -O1 -g $$flags $(WARNINGS) -Inative native/search.cpp tests/native/search_test.cpp -o $@

docs: $(VENV)/.test  ## the documentation, with warnings as errors, into docs/_build/html
	@$(BIN)/sphinx-build -W --keep-going -n -q -b html docs docs/_build/html

stub: $(VENV)/.test  ## the type stub of the native module, anew
	@$(BIN)/python -m nanobind.stubgen -q -m ninefold._native -o src/ninefold/_native.pyi

bench: $(VENV)/.run  ## each claim of speed, measured
	@$(BIN)/python benchmarks/startup.py

clean:  ## remove everything that was made
	rm -rf $(VENV) build docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Ninefold needs Python 3.11 or newer; none was found. Name one: make PYTHON=..."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "$(PYTHON) cannot make virtual environments; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }

$(VENV)/.run: $(VENV)/bin/python $(PACKAGE)
	@echo "setting up: building and installing ninefold into $(VENV)"
	@$(PIP) -e .
	@touch $@

$(VENV)/.test: $(VENV)/bin/python $(PACKAGE)
	@echo "setting up: building ninefold and installing the test tools into $(VENV)"
	@$(PIP) -C cmake.define.NINEFOLD_WERROR=ON -e '.[dev,docs]'
	@mkdir -p build
	@touch $@ $(VENV)/.run
