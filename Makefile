# `make run` and `make test` set everything up in .venv; `make help` lists the other targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# PYTHON=… and CXX=… choose another interpreter or compiler; g++ is only make's own default.
ifeq ($(origin CXX),default)
CXX := c++
endif
VENV := .venv
BIN := $(VENV)/bin
CORES := $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
NATIVE := $(wildcard native/*.cpp native/*.hpp native/*/*.cpp native/*/*.hpp)
PACKAGE := pyproject.toml CMakeLists.txt tools/setup $(NATIVE)
# Tests wait for browsers, servers and processes a third of the time, so one more of them runs than there are cores.
PYTEST := PATH="$(CURDIR)/build/node/node_modules/.bin:$(CURDIR)/$(BIN):$$PATH" $(BIN)/pytest -n $$(($(CORES) + 1)) --dist loadfile --no-loadscope-reorder
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror
.PHONY: help run test quick changed dist checks lint native thread docs stub table bench fuzz fuzzformats kills agree forgeries generated requests deadlines memory deaths slow loaded network options disks clocks uploads soak proofs sound mutants clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(firstword $(MAKEFILE_LIST)) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(VENV)/.app  ## set up, then open the app in the browser
	@$(BIN)/ninefold play

# The native tests need only the compiler, so they are built while the packages are downloaded; the style and the types
# are checked while the core is compiled.
test:  ## set up, then run every check and every test
	@tools/setup check > /dev/null
	@$(MAKE) --no-print-directory -j$(CORES) native $(VENV)/.test lint docs
	@echo "running the tests"
	@$(PYTEST)

quick: $(VENV)/.test  ## lint, types and the tests of what changed since main, within a minute
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint changed

changed:
	@tests=$$($(BIN)/python tools/changed_tests.py); \
	if [ -z "$$tests" ]; then echo "no tests for what changed since main"; else $(PYTEST) --within 30 $$tests; fi

dist:  ## build the sdist and the wheel into dist/, and try each in a clean environment
	@tools/dist

# None of these needs another, and two of the three use one core only.
checks: native lint docs

lint: $(VENV)/.tools  ## style, types, and that packages import only from packages below them
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "run: ruff format ."; exit 1; }
	@$(BIN)/mypy
	@PYTHONPATH=src $(BIN)/lint-imports --no-logo > build/imports.txt || { cat build/imports.txt; exit 1; }

native:  ## the native tests with the address and undefined-behaviour sanitizers
	@$(MAKE) $(JOBS) KIND=address tests

thread:  ## the native tests of multithreaded code with the thread sanitizer
	@$(MAKE) $(JOBS) KIND=thread tests

docs: $(VENV)/.test  ## build the documentation into docs/_build/html, with warnings as errors
	@$(BIN)/sphinx-build -W --keep-going -n -q -b html docs docs/_build/html

stub: $(VENV)/.test  ## regenerate the type stub of the native module
	@$(BIN)/python -m nanobind.stubgen -q -m ninefold._native -o src/ninefold/_native.pyi

table: $(VENV)/.app  ## solve every puzzle of the papers with every method that proves its answers
	@$(BIN)/python examples/paper_table.py

bench: $(VENV)/.app  ## measure the start-up time
	@$(BIN)/python benchmarks/startup.py

# --- long checks, for a night or a release ------------------------------------------------------------------------

SECONDS ?= 60
FUZZ ?= rows solve reason
fuzz:  ## random inputs for the native code, SECONDS=60 for each of FUZZ="rows solve reason"; with libFuzzer if clang++ has it
	@mkdir -p build/native/fuzz
	@if echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, decltype(sizeof 0)) { return 0; }' | \
	  clang++ -fsanitize=fuzzer,address,undefined -x c++ - -o build/native/fuzz/probe 2>/dev/null; then \
	  $(MAKE) $(JOBS) KIND=fuzz CXX=clang++ $(FUZZ:%=build/native/fuzz/fuzz_%); \
	  for part in $(FUZZ); do mkdir -p build/native/fuzz/$$part; \
	    ASAN_OPTIONS=malloc_context_size=2:quarantine_size_mb=4 build/native/fuzz/fuzz_$$part -max_total_time=$(SECONDS) \
	      -max_len=512 -timeout=60 -entropic=0 -use_counters=0 -print_final_stats=1 -verbosity=0 \
	      -artifact_prefix=build/native/fuzz/ build/native/fuzz/$$part; done; \
	else echo "clang++ with libFuzzer is not installed: trying random inputs without coverage guidance"; \
	  $(MAKE) $(JOBS) KIND=plainfuzz $(FUZZ:%=build/native/plainfuzz/fuzz_%); \
	  for part in $(FUZZ); do build/native/plainfuzz/fuzz_$$part $(SECONDS); done; fi

fuzzformats: $(VENV)/.app  ## random files for every reader of a file format, for SECONDS=60
	@$(BIN)/python tests/long/fuzz_formats.py $(SECONDS)

KILLS ?= 300
kills: $(VENV)/.app  ## kill a process that writes to a library, KILLS=300 times: nothing it reported as saved may be lost
	@$(BIN)/python tests/long/kills.py $(KILLS)

BATCH_KILLS ?= 1000
batchkills: $(VENV)/.test  ## kill and pause drivers and workers of batches, BATCH_KILLS=1000 times: equal content, nothing twice
	@$(BIN)/python tests/long/batch_kills.py $(BATCH_KILLS) local

cluster: $(VENV)/.test  ## install Ray, run its tests, and kill nodes of a cluster here, BATCH_KILLS=1000 times
	@$(BIN)/pip install -q 'ray>=2.40'
	@$(BIN)/pytest -q -n 0 tests/batching/test_ray.py
	@$(BIN)/python tests/long/batch_kills.py $(BATCH_KILLS) ray

agree: $(VENV)/.app  ## compare all engine versions, other methods and a SAT solver on PUZZLES="files" or built-in puzzles
	@$(BIN)/python tests/long/agreement.py $(PUZZLES)

FORGERIES ?= 100000
forgeries: $(VENV)/.app  ## FORGERIES=100000 changed certificates and proofs: none that is false may be accepted
	@$(BIN)/python tests/long/forgeries.py $(FORGERIES)

generated: $(VENV)/.app  ## check thousands of generated puzzles against every law, SEED=1
	@$(BIN)/python tests/long/generated.py $(or $(SEED),1)

requests: $(VENV)/.test  ## REQUESTS=50000 valid and damaged requests, built from the API's description: no server error
	@$(BIN)/python tests/long/web_requests.py $(or $(REQUESTS),50000)

deadlines: $(VENV)/.app  ## CALLS=500 solves and 500 generate calls with short limits on a loaded machine: none ends late
	@$(BIN)/python tests/long/deadlines.py $(or $(CALLS),500) $(or $(SEED),1)

memory: $(VENV)/.app  ## PUZZLES=10000000 solved from a file, a long trace and an endless count, each within its memory
	@$(BIN)/python tests/long/memory.py $(or $(PUZZLES),10000000)

DEATHS ?= 200
ORPHANS ?= 60
deaths: $(VENV)/.app  ## kill DEATHS=200 workers of jobs, then ORPHANS=60 servers: a job fails alone, no worker is left
	@$(BIN)/python tests/long/worker_deaths.py $(DEATHS) $(ORPHANS)

slow: $(VENV)/.app  ## CLIENTS=1000 clients that send or read slowly: all are dropped, and others do not notice
	@$(BIN)/python tests/long/loaded.py slow $(or $(CLIENTS),1000)

LOAD_SECONDS ?= 900
loaded: $(VENV)/.app  ## 200 requests per second for LOAD_SECONDS=900 beside a batch of a million puzzles and 20 streams
	@$(BIN)/python tests/long/loaded.py batch $(LOAD_SECONDS)

network: $(VENV)/.app  ## FAULTS=500 jobs over connections that break: none is lost, none runs twice
	@$(BIN)/python tests/long/network_faults.py $(or $(FAULTS),500)

options: $(VENV)/.test  ## every option of every method with a table of nasty values: refused with a reason, or it runs
	@$(BIN)/python tests/long/options.py

disks: $(VENV)/.app  ## every write of a library fails once, and the power at every sync, in runs of SAVES=8
	@$(BIN)/python tests/long/disks.py $(or $(SAVES),8)

clocks: $(VENV)/.test  ## the clock jumps by years and stops while puzzles are solved and games saved, ROUNDS=5
	@$(BIN)/python tests/long/clocks.py $(or $(ROUNDS),5)

uploads: $(VENV)/.test  ## hostile files: bombs, entities, names that lead elsewhere
	@$(BIN)/python tests/long/uploads.py

HOURS ?= 8
soak: $(VENV)/.app  ## a steady load for HOURS=8: memory, descriptors and threads of the server must not grow
	@$(BIN)/python tests/long/soak.py $(HOURS)

PROOFS ?= 1000
proofs: $(VENV)/.app  ## PROOFS=1000 clause proofs, checked without a solver, and by drat-trim if it is installed
	@$(BIN)/python tests/long/proofs.py $(PROOFS)

STEPS ?= 1000000
sound: $(VENV)/.app  ## STEPS=1000000 steps over random positions, each proved from its evidence; 10,000 forgeries, all refused
	@$(BIN)/python tests/long/sound.py $(STEPS)

MUTANTS ?= 30
mutants: $(VENV)/.test  ## MUTANTS=30 small faults in each module of the core, SEED=1: how many do its tests notice?
	@$(BIN)/python tests/long/mutants.py $(MUTANTS) $(or $(SEED),1) $(ONLY)

clean:  ## remove everything that was built or installed here
	rm -rf $(VENV) build dist docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.app: $(PACKAGE)
	@tools/setup app

$(VENV)/.tools: pyproject.toml tools/setup
	@tools/setup tools

$(VENV)/.test: $(VENV)/.tools $(PACKAGE)
	@tools/setup test

# --- native tests ------------------------------------------------------------------------------------------------
# `make native`, `make thread` and `make fuzz` call this part of the file, on every core, with the KIND of build.

JOBS = --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(CORES))

ifdef KIND
MADE := build/native/$(KIND)
# What takes longest to compile comes first, so that no core is idle at the end.
SLOWEST := $(wildcard native/logic/*.cpp native/rating/*.cpp)
CORE := $(SLOWEST) $(filter-out native/bind%.cpp $(SLOWEST),$(filter %.cpp,$(NATIVE)))
HELPERS := $(filter-out %_test.cpp tests/native/fuzz_%.cpp,$(wildcard tests/native/*.cpp))
objects = $(patsubst %.cpp,$(MADE)/%.o,$(1))

# A program for each tests/native/*_test.cpp; under the thread sanitizer only for what runs in threads.
TESTS := $(patsubst tests/native/%_test.cpp,%,$(if $(filter thread,$(KIND)),tests/native/lanes_test.cpp tests/native/versions_test.cpp \
  tests/native/make_test.cpp tests/native/logic_test.cpp tests/native/rating_test.cpp,$(wildcard tests/native/*_test.cpp)))

$(shell mkdir -p $(MADE))
WANTED := $(if $(filter thread,$(KIND)),-fsanitize=thread,-fsanitize=address,undefined -fno-sanitize-recover=all)
SANITIZE := $(shell echo 'int main() {}' | $(CXX) $(WANTED) -x c++ - -o $(MADE)/probe 2>/dev/null && echo '$(WANTED)')
ifeq ($(SANITIZE),)
$(info skipped: $(CXX) does not support $(firstword $(WANTED)); the native tests run without it)
endif
ifeq ($(KIND),fuzz)
SANITIZE += -fsanitize=fuzzer
endif
SETTINGS := $(CXX) -std=c++20 $(if $(filter fuzz,$(KIND)),-O2,-O1) -g1 -fno-omit-frame-pointer -pthread $(SANITIZE) $(WARNINGS) -Inative

# Each version of the lanes and raters has its own flags, as in CMakeLists.txt.
ifneq ($(filter x86_64-%,$(shell $(CXX) -dumpmachine)),)
AVX2 := -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt
$(MADE)/native/lanes/avx2.o: OWN := $(AVX2)
$(MADE)/native/lanes/avx512.o: OWN := $(AVX2) -mavx512f -mavx512vl
$(MADE)/native/rating/popcount.o: OWN := -mpopcnt
# Every CPU of today runs the version above, of the same source; this one is only linked.
$(MADE)/native/rating/baseline.o: OWN := -fno-sanitize=all
endif
# Templates: optimising them takes 80 s of CPU time, and their tests run only 28 s longer without it.
ifeq ($(KIND),address)
$(call objects,$(SLOWEST)): OWN += -O0
endif
# The same versions again, for comparison; sanitizing wide vectors takes too long to compile.
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
	    grep -vE ' (ninefold::(lanes|measure)::(for_)?avx(2|512)\b|__odr_asan|DW\.ref\.)' || true); \
	  test -z "$$shared" || { echo "the versions share with the rest of the program:"; echo "$$shared"; exit 1; }; fi
	@touch $@

$(MADE)/%_test: $(call objects,tests/native/%_test.cpp $(CORE) $(HELPERS))
	@$(SETTINGS) $^ -o $@

# Only what a fuzzing program uses is linked into it: libFuzzer looks at all code of the program after every input.
$(MADE)/core.a: $(call objects,$(CORE) $(HELPERS))
	@rm -f $@; ar rcs $@ $^

$(MADE)/fuzz_%: $(MADE)/tests/native/fuzz_%.o $(if $(filter plainfuzz,$(KIND)),$(MADE)/tests/native/fuzz_plain.o) $(MADE)/core.a
	@$(SETTINGS) $^ -o $@

$(MADE)/%.o: %.cpp $(MADE)/settings
	@mkdir -p $(@D)
	@$(SETTINGS) $(OWN) -MMD -MP -c $< -o $@

# Changes only when the compiler or its flags do; then everything is rebuilt.
$(MADE)/settings: FORCE
	@echo '$(SETTINGS)' | cmp -s - $@ || echo '$(SETTINGS)' > $@

.PRECIOUS: $(MADE)/%.o $(MADE)/%_test
-include $(patsubst %.o,%.d,$(call objects,$(CORE) $(HELPERS) $(wildcard tests/native/*_test.cpp tests/native/fuzz_*.cpp)))
endif
