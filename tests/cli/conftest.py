"""Running a command in the process of the tests: no start-up time, for the many small mistakes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from running import Done

from ninefold.cli import main


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """A function that runs a command; its standard input is empty."""

    def run(*args: str | Path) -> Done:
        code = main([str(arg) for arg in args])
        found = capsys.readouterr()
        return Done(code, found.out, found.err)

    return run
