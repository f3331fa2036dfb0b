"""Modules in the current folder: none runs in any process of ours, whichever way that was started."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from process_state import linux

import ninefold
from ninefold.core.safe_path import worker_paths

SMALL = "..4.1......3.1.."
# Modules of others that we load if they are there, and modules that Python loads automatically.
OTHERS = (
    *("ninefold", "numpy", "scipy", "highspy", "ortools", "pysat", "cloudpickle", "rich", "shtab", "pydantic"),
    *("fastapi", "starlette", "uvicorn", "h11", "anyio", "sitecustomize", "usercustomize", "evil"),
)
# How `ninefold` is started, and the environment.
WAYS = {
    "script": ("script", {}),
    "script, PYTHONPATH with an empty entry": ("script", {"PYTHONPATH": os.pathsep}),
    "script, PYTHONPATH with a dot": ("script", {"PYTHONPATH": f"{os.pathsep}."}),
    "module": ("module", {}),
    "module, PYTHONPATH with an empty entry": ("module", {"PYTHONPATH": os.pathsep}),
    "module, safe path": ("module", {"PYTHONSAFEPATH": "1"}),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a module of every name that anything imports, and a plugin; each leaves a mark when it runs."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name in sorted({*sys.stdlib_module_names, *OTHERS}):
        text = f"import os\nos.close(os.open({str(tmp_path / 'ran-')!r} + __name__, os.O_CREAT))\nos._exit(66)\n"
        (folder / f"{name}.py").write_text(text)
    about = folder / "evil-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: evil\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[ninefold.methods]\nevil = evil:method\n")
    return folder


def command(folder: Path, way: str) -> tuple[list[str], dict[str, str]]:
    """The first words of a command, and its environment; leaves out what Python imports before any line of ours."""
    how, environment = WAYS[way]
    script = folder.parent / "bin" / "ninefold"
    script.parent.mkdir()
    script.write_text("import sys\nfrom ninefold.cli import main\nsys.exit(main())\n")
    words = [sys.executable, str(script)] if how == "script" else [sys.executable, "-m", "ninefold"]
    if way not in ("script", "module, safe path"):
        before = "import runpy, sys; runpy._get_module_details; print(*sys.modules)"
        loaded = subprocess.run([sys.executable, "-P", "-c", before], capture_output=True, text=True, check=True).stdout
        for name in [*loaded.split(), "ninefold", "sitecustomize", "usercustomize"]:
            (folder / f"{name}.py").unlink(missing_ok=True)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return words, clean | environment


def marks(folder: Path) -> list[str]:
    return [path.name for path in folder.parent.glob("ran-*")]


@pytest.mark.parametrize("way", WAYS)
def test_a_command_and_its_workers_run_nothing_of_the_current_folder(folder: Path, way: str) -> None:
    words, environment = command(folder, way)
    done = subprocess.run(
        [*words, "solve", SMALL, "--by", "mip"], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert (marks(folder), done.returncode, done.stderr) == ([], 0, "")


@pytest.mark.parametrize(
    "arguments",
    [["race", SMALL, "--by", "search,sat"], ["methods"], ["papers"]],
    ids=lambda words: words[0],
)
def test_no_command_runs_anything_of_the_current_folder(folder: Path, arguments: list[str]) -> None:
    words, environment = command(folder, "module, PYTHONPATH with an empty entry")
    done = subprocess.run([*words, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    assert (marks(folder), done.returncode) == ([], 0), done.stderr


@linux
def test_the_server_and_its_workers_run_nothing_of_the_current_folder(folder: Path) -> None:
    words, environment = command(folder, "script, PYTHONPATH with an empty entry")
    words += ["play", "--no-browser", "--port", "0", "--library", str(folder.parent / "library.sqlite")]
    with subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

            def send(method: str, path: str, body: object = None) -> str:
                client.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"})
                answer = client.getresponse()
                assert answer.status in (200, 202)
                return answer.read().decode()

            job = json.loads(send("POST", "/api/jobs", {"kind": "race", "puzzles": [SMALL], "by": ["mip"]}))["id"]
            send("POST", "/api/solve", {"puzzle": SMALL, "by": "sat"})
            send("POST", "/api/parse", {"text": SMALL})
            send("GET", "/api/methods")
            assert "event: result" in send("GET", f"/api/jobs/{job}/events")
            client.close()
        finally:
            server.send_signal(signal.SIGTERM)
    assert marks(folder) == []


@pytest.mark.parametrize("on_path", [False, True], ids=["current folder", "on the parent's path"])
def test_a_worker_gets_the_standard_library_and_this_package_whatever_the_path_of_its_parent(
    folder: Path, on_path: bool
) -> None:
    """The second parent is like a notebook: its path begins with its folder, after it imported what it needs."""
    script = folder.parent / "parent.py"
    script.write_text(
        dedent(f"""
        import sys, worker_tasks as tasks
        from ninefold.processes.worker import Worker
        if {on_path}:
            sys.path[:0] = ["", {str(folder)!r}]
        worker = Worker()
        print(next(worker.stream(tasks.path_of, "random")))
        """)
    )
    path = os.pathsep.join(entry for entry in sys.path if entry)
    environment = os.environ | {"PYTHONPATH": path}
    words = [sys.executable, "-P", str(script)]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    assert (marks(folder), done.stderr) == ([], "")
    assert done.stdout.strip() == str(Path(os.__file__).parent / "random.py")


def test_a_workers_path_begins_with_the_standard_library_and_the_rest_stays_in_order() -> None:
    library = os.path.dirname(os.__file__)
    rest = ["", "/b", f"{library}/site-packages", "/a"]
    first, later = worker_paths(["", "/b", library, f"{library}/site-packages", "/a"])
    assert later == [library, *rest]
    assert first == [library, str(Path(ninefold.__file__).parents[1]), *rest]


def test_a_program_that_imports_the_package_keeps_its_path(tmp_path: Path) -> None:
    """The current folder is removed for our own command only; a program of the user in that folder still works."""
    (tmp_path / "beside.py").write_text("")
    (tmp_path / "program.py").write_text("import ninefold, beside\n")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("import ninefold, beside\n")
    (tmp_path / "package" / "__main__.py").write_text("")
    for words in (["program.py"], ["-m", "program"], ["-m", "package", "ninefold"], ["-c", "import ninefold, beside"]):
        assert subprocess.run([sys.executable, *words], cwd=tmp_path).returncode == 0
