"""Set-up of the tests: the examples in README and docs run as tests, and every skipped test is listed with its reason.

In the documentation, `python` blocks are doctests; `console` blocks run in a shell.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

# As many test processes as cores run already: a second thread of NumPy's in each only waits, busily, for the first.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

FLAGS = ELLIPSIS | NORMALIZE_WHITESPACE
ROOT = Path(__file__).parent


def run_console(example: Example) -> str | None:
    """Run each `$ command` of a block and compare all it prints; None if everything is as shown."""
    for block in ("\n" + example.parsed).split("\n$ ")[1:]:
        command, _, wanted = block.partition("\n")
        env = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
        done = subprocess.run(
            ["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, env=env
        )
        if not OutputChecker().check_output(wanted.strip() + "\n", done.stdout.strip() + "\n", FLAGS):
            return f"$ {command}\nshown:\n{wanted}\nbut printed:\n{done.stdout}"
    return None


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=FLAGS),
        CodeBlockParser(language="console", evaluator=run_console),
        SkipParser(),
    ],
    patterns=["README.md", "CONTRIBUTING.md", "docs/*.md", "docs/methods/*.md", "docs/papers/*.md"],
).pytest()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the time limit of `make quick`."""
    parser.addoption("--within", type=float, metavar="SECONDS", help="skip every test that would start after so long")


# What takes longest, first, so that all workers of xdist end at about the same time.
LONG = ("tests/solving/test_methods_", "tests/web/", "tests/cli/", "tests/solving/", "tests/make/")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the files; `make quick` has a different order."""
    if config.getoption("--within") is None:
        items.sort(key=lambda item: next((rank for rank, path in enumerate(LONG) if item.nodeid.startswith(path)), 9))


START = pytest.StashKey[float]()


def pytest_configure(config: pytest.Config) -> None:
    """Note when the run began; each worker of xdist has its own start."""
    config.stash[START] = time.monotonic()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test once the time is up."""
    seconds = item.config.getoption("--within")
    if seconds is not None and time.monotonic() - item.config.stash[START] > seconds:
        pytest.skip(f"the time limit of {seconds:g} s was reached; `make test` runs all tests")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List why tests were skipped, with the number of tests for each reason."""
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reasons[reason.removeprefix("Skipped: ")] += 1
    if reasons:
        terminalreporter.section("skipped tests")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count:5}  {reason}")
