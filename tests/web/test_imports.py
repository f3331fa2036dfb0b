"""What is loaded when: FastAPI for the server alone, pydantic for the server and its workers."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("from ninefold.cli import main; main(['hint', '..4.1......3.1..', '--json'])", ("fastapi", "pydantic")),
        ("import ninefold.web.endpoints.hint, ninefold.web.endpoints.lab", ("fastapi", "starlette", "uvicorn")),
    ],
    ids=["command line", "worker"],
)
def test_web_libraries_are_loaded_only_where_needed(code, absent):
    script = f"{code}\nimport sys\nprint(*(set({absent}) & set(sys.modules)), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.split() == []
