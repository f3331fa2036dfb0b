"""Every option of every method with every nasty value: each is refused with a reason, or the method runs.

python tests/long/options.py [SECONDS]

An accepted value is tried on a small puzzle, for SECONDS (0.2) each. Only an error about options may be raised.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

import ninefold as nf
from ninefold.solving.method import make
from ninefold.solving.registry import find

sys.path.insert(0, str(Path(__file__).parents[1]))
from nasty_settings import all_settings

PUZZLE = "..4.1..........."
MORE = {"weights": {"objective": "given"}, "epsilon": {"heuristic": "reweighted"}}


def main(seconds: float) -> int:
    """The number of values that broke a method."""
    counts: Counter[str] = Counter()
    seen: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        for method, name, text in all_settings():
            value = f"{folder}/{text}" if name == "proof" and "/" not in text else text
            try:
                made = make(find(method), {name: value, **MORE.get(name, {})})
                if repr(made) not in seen:  # two texts of the same value
                    seen.add(repr(made))
                    nf.solve(PUZZLE, by=made, limit=nf.Limit(2, seconds=seconds))
                counts["accepted"] += 1
            except nf.MethodError as error:
                counts["refused"] += 1
                if len(str(error)) > 1000:
                    counts["long"] += 1
                    print(f"{method} {name}={text[:40]!r}: a message of {len(str(error))} characters")
            except Exception as error:
                counts["broken"] += 1
                print(f"{method} {name}={text[:40]!r}: {type(error).__name__}: {str(error)[:200]}", flush=True)
    print(f"{len(seen):,} different ones run", end=", ")
    print(", ".join(f"{count:,} {word}" for word, count in counts.items()))
    return counts["broken"] + counts["long"]


if __name__ == "__main__":
    sys.exit(min(1, main(float(sys.argv[1]) if len(sys.argv) > 1 else 0.2)))
