"""Start-up time of `ninefold --help`, compared with a Python that does nothing, in one run.

python benchmarks/startup.py [ROUNDS]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from time import perf_counter

COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "python -c 'import ninefold'": [sys.executable, "-c", "import ninefold"],
    "ninefold --help": [sys.executable, "-m", "ninefold", "--help"],
    "ninefold solve (one 9x9)": [sys.executable, "-m", "ninefold", "solve", "." * 72 + "123456789"],
}


def seconds(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    return perf_counter() - start


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):  # interleaved, so that load on the machine affects all alike
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
    base = statistics.median(times["python -c pass"])
    print(f"median of {rounds} rounds, Python {sys.version.split()[0]}")
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:30}{median * 1000:8.0f} ms {median / base:6.1f}x")


if __name__ == "__main__":
    main()
