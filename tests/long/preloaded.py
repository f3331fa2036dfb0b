"""Running a script again with `disk.c` preloaded, which fails writes, records them and moves the clock."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_name("disk.c")


def preload() -> str:
    """In the first process: compile, and run the script again with its library. Returns the folder for its files."""
    if folder := os.environ.get("DISK_FOLDER"):
        return folder
    with tempfile.TemporaryDirectory() as made:
        library, clock = Path(made) / "disk.so", Path(made) / "clock"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True)
        clock.write_bytes(bytes(16))
        disk = Path(made) / "disk"
        disk.mkdir()
        more = {"LD_PRELOAD": str(library), "DISK_FOLDER": str(disk), "CLOCK_FILE": str(clock)}
        done = subprocess.run([sys.executable, *sys.argv], env=os.environ | more, check=False)
    sys.exit(done.returncode)
