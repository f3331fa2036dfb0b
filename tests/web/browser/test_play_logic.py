"""The page modules without a browser: logic in Node, types by tsc, and the list of files."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import ninefold

STATIC = Path(ninefold.__file__).parent / "web" / "static"
HERE = Path(__file__).parent


def test_page_logic(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("the tests of the page logic need Node, which is not installed")
    shutil.copytree(STATIC, tmp_path / "static")
    shutil.copytree(HERE / "logic", tmp_path / "logic")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    files = sorted((tmp_path / "logic").glob("*.test.mjs"))  # Node 22 takes no folder here
    done = subprocess.run([node, "--test", *files], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_page_types() -> None:
    tsc = shutil.which("tsc")
    if tsc is None:
        pytest.skip("the page types need tsc, which is not installed (npm install typescript)")
    done = subprocess.run([tsc, "-p", str(HERE / "tsconfig.json")], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-4000:]


def test_service_worker_caches_every_file() -> None:
    files = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    assert set(json.loads((STATIC / "files.json").read_text())) == files - {"files.json"}


def test_pages_use_no_other_host_and_no_inline_scripts() -> None:
    for path in STATIC.rglob("*.html"):
        text = path.read_text()
        assert not re.search(r"https?://|\son\w+=|\sstyle=|<style|<script(?![^>]*\ssrc=)", text), path.name
    for path in [*STATIC.rglob("*.js"), *STATIC.rglob("*.css")]:
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|\beval\(|innerHTML|new Function|document\.write", text), path.name


def test_every_export_is_used_elsewhere() -> None:
    """A scan of words: a name that is exported appears in another module, or in a test of the logic."""
    modules = {path: path.read_text() for path in [*STATIC.rglob("*.js"), *(HERE / "logic").glob("*.mjs")]}
    words = {path: set(re.findall(r"\w+", text)) for path, text in modules.items()}
    unused = [
        f"{path.name}: {name}"
        for path, text in modules.items()
        for name in re.findall(r"^export (?:async )?(?:const|let|class|function\*?) (\w+)", text, re.MULTILINE)
        if not any(name in found for other, found in words.items() if other != path)
    ]
    assert unused == []
