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
NATIVE := $(wildcard native/*.cpp native/*.hpp native/*/*.cpp native/*/*.hpp)
PACKAGE := pyproject.toml CMakeLists.txt $(NATIVE)
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror
.PHONY: help requests run table browser typescript test lint native thread fuzz fuzzformats kills agree generated docs stub bench clean

help:  ## list what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

run: $(VENV)/.run  ## open the app in the browser
	@$(BIN)/ninefold play

table: $(VENV)/.run  ## solve every puzzle of the seed documents by every method that proves what it says
	@$(BIN)/python examples/seeds.py

test: $(VENV)/.test lint native docs browser typescript  ## set up, then every check and every test
	@PATH="$(CURDIR)/build/node/node_modules/.bin:$$PATH" $(BIN)/pytest -n 2 --dist loadfile

# Installed where that may be done without asking: on Debian and its like, as root.
browser:  ## Chromium for the browser tests, where it may be installed
	@if ! command -v chromium chromium-browser google-chrome google-chrome-stable > /dev/null; then \
	  if command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ]; then echo "setting up: installing chromium"; \
	    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium; } \
	      > build/chromium.log 2>&1 || echo "skipped: the browser tests; chromium could not be installed"; \
	  else echo "skipped: the browser tests; they need chromium, which may not be installed from here"; fi; fi

# It reads the modules of the pages as they are; nothing is made by it.
typescript:  ## what checks the types of the pages' modules, where npm can fetch it
	@if ! command -v tsc > /dev/null && ! test -x build/node/node_modules/.bin/tsc; then \
	  if command -v npm > /dev/null; then echo "setting up: fetching typescript"; \
	    npm install --silent --no-audit --no-fund --prefix build/node 'typescript@^5' > build/typescript.log 2>&1 \
	      || echo "skipped: the types of the pages' modules; typescript could not be fetched"; \
	  else echo "skipped: the types of the pages' modules; they need typescript, and there is no npm"; fi; fi

lint: $(VENV)/.test  ## style, types, and that each room imports only from rooms below
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "run: ruff format ."; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo > build/imports.txt || { cat build/imports.txt; exit 1; }

native:  ## the native tests under the address and undefined-behaviour sanitizers
	@$(MAKE) $(JOBS) KIND=address tests

thread:  ## the native tests of what runs in threads, under the thread sanitizer
	@$(MAKE) $(JOBS) KIND=thread tests

SECONDS ?= 60
fuzz:  ## odd inputs for the native code, for SECONDS=60, by libFuzzer where clang++ has it
	@mkdir -p build/native/fuzz/corpus
	@if echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, decltype(sizeof 0)) { return 0; }' | \
	  clang++ -fsanitize=fuzzer,address,undefined -x c++ - -o build/native/fuzz/probe 2>/dev/null; then \
	  $(MAKE) $(JOBS) KIND=fuzz CXX=clang++ build/native/fuzz/fuzz; \
	  build/native/fuzz/fuzz -max_total_time=$(SECONDS) -max_len=4096 -timeout=30 -print_final_stats=1 -verbosity=0 \
	    -artifact_prefix=build/native/fuzz/ build/native/fuzz/corpus; \
	else echo "skipped: no clang++ with libFuzzer here; inputs are made at random instead"; \
	  $(MAKE) $(JOBS) KIND=plainfuzz build/native/plainfuzz/fuzz; build/native/plainfuzz/fuzz $(SECONDS); fi

agree: $(VENV)/.run  ## every version of the engine, other methods and a SAT solver on PUZZLES="files", or on its own
	@$(BIN)/python tests/long/agreement.py $(PUZZLES)

fuzzformats: $(VENV)/.run  ## odd files for every reader of a format, for SECONDS=60
	@$(BIN)/python tests/long/fuzz_formats.py $(SECONDS)

KILLS ?= 300
kills: $(VENV)/.run  ## kill a process that writes into a library, KILLS=300 times: nothing it told may be lost
	@$(BIN)/python tests/long/kills.py $(KILLS)

generated: $(VENV)/.run  ## thousands of generated puzzles, every law checked on each, SEED=1
	@$(BIN)/python tests/long/generated.py $(or $(SEED),1)

requests: $(VENV)/.test  ## REQUESTS=50000 made from the API's description, and bent: none may fail the server
	@$(BIN)/python tests/long/web_requests.py $(or $(REQUESTS),50000)

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
	@$(PIP) -e '.[opt,draw,web]'
	@touch $@

$(VENV)/.test: $(VENV)/bin/python $(PACKAGE)
	@echo "setting up: building ninefold and installing the test tools into $(VENV)"
	@$(PIP) -C cmake.define.NINEFOLD_WERROR=ON -e '.[dev,docs,opt,draw,web]'
	@mkdir -p build
	@touch $@ $(VENV)/.run

# --- native tests ------------------------------------------------------------------------------------------------
# `make native` and its like call on this part of the file, on every core at once, with the KIND of build.

JOBS = --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))

ifdef KIND
MADE := build/native/$(KIND)
CORE := $(filter-out native/bind.cpp,$(filter %.cpp,$(NATIVE)))
HELPERS := $(filter-out %_test.cpp %/fuzz.cpp,$(wildcard tests/native/*.cpp))
objects = $(patsubst %.cpp,$(MADE)/%.o,$(1))

# A program for each tests/native/*_test.cpp; under the thread sanitizer only for what runs in threads.
TESTS := $(patsubst tests/native/%_test.cpp,%,$(if $(filter thread,$(KIND)),tests/native/lanes_test.cpp tests/native/versions_test.cpp \
  tests/native/make_test.cpp,$(wildcard tests/native/*_test.cpp)))

$(shell mkdir -p $(MADE))
WANTED := $(if $(filter thread,$(KIND)),-fsanitize=thread,-fsanitize=address,undefined -fno-sanitize-recover=all)
SANITIZE := $(shell echo 'int main() {}' | $(CXX) $(WANTED) -x c++ - -o $(MADE)/probe 2>/dev/null && echo '$(WANTED)')
ifeq ($(SANITIZE),)
$(info skipped: $(CXX) lacks $(firstword $(WANTED)) here; the native code runs without)
endif
ifeq ($(KIND),fuzz)
SANITIZE += -fsanitize=fuzzer
else ifeq ($(KIND),plainfuzz)
SANITIZE += -DPLAIN_DRIVER
endif
SETTINGS := $(CXX) -std=c++20 -O1 -g1 -fno-omit-frame-pointer -pthread $(SANITIZE) $(WARNINGS) -Inative

# Each version of the lanes has flags of its own, as in CMakeLists.txt.
ifneq ($(filter x86_64-%,$(shell $(CXX) -dumpmachine)),)
AVX2 := -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt
$(MADE)/native/lanes/avx2.o: OWN := $(AVX2)
$(MADE)/native/lanes/avx512.o: OWN := $(AVX2) -mavx512f -mavx512vl
endif
# These are the versions once more, which are watched as they are; watching wide vectors takes long to compile.
$(MADE)/tests/native/generic.o $(MADE)/tests/native/emulated.o: OWN := -fno-sanitize=all -Wno-psabi

.PHONY: tests FORCE
tests: $(TESTS:%=run-%) $(MADE)/apart

run-%: $(MADE)/%_test
	@$<

run-lanes: $(MADE)/lanes_test
	@for version in $$($< versions); do NINEFOLD_LANES=$$version $< tests/counts.txt; done

# What a version shares with the rest of the program may be linked into it: and then runs on CPUs it is not for.
$(MADE)/apart: $(call objects,native/lanes/avx2.cpp native/lanes/avx512.cpp)
	@if ! command -v nm > /dev/null; then echo "skipped: no nm here to check that the versions are separate"; else \
	  shared=$$(nm -C --defined-only --extern-only $^ | grep -E '^[0-9a-f]* *[A-Za-z] ' | \
	    grep -vE ' (ninefold::lanes::(for_)?avx(2|512)\b|__odr_asan|DW\.ref\.)' || true); \
	  test -z "$$shared" || { echo "the versions share with the rest of the program:"; echo "$$shared"; exit 1; }; fi
	@touch $@

$(MADE)/%_test: $(call objects,tests/native/%_test.cpp $(CORE) $(HELPERS))
	@$(SETTINGS) $^ -o $@

$(MADE)/fuzz: $(call objects,tests/native/fuzz.cpp $(CORE) $(HELPERS))
	@$(SETTINGS) $^ -o $@

$(MADE)/%.o: %.cpp $(MADE)/settings
	@mkdir -p $(@D)
	@$(SETTINGS) $(OWN) -MMD -MP -c $< -o $@

# Changes only when the compiler or its flags do; then everything is built anew.
$(MADE)/settings: FORCE
	@echo '$(SETTINGS)' | cmp -s - $@ || echo '$(SETTINGS)' > $@

.PRECIOUS: $(MADE)/%.o $(MADE)/%_test
-include $(patsubst %.o,%.d,$(call objects,$(CORE) $(HELPERS) $(wildcard tests/native/*_test.cpp tests/native/fuzz.cpp)))
endif
