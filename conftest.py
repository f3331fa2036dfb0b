"""The examples in README and docs are tests: `python` blocks as doctests, `console` blocks in a shell."""

from __future__ import annotations

import os
import subprocess
import sys
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

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
