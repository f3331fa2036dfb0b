"""A process that writes into a library, killed again and again: no acknowledged write may be lost.

Run as `python tests/long/kills.py ROUNDS [FOLDER]`. A child adds puzzles and saves a game, and reports each only when
the call has returned. It is killed (SIGKILL) at a random moment. Then the file must be intact and hold all that was
reported.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import NoReturn

import numpy  # noqa: F401 - loaded here, so that a child starts at once

import ninefold as nf
from ninefold.core.puzzle import Puzzle
from ninefold.library.games import Games
from ninefold.library.store import Library

SOLUTION = nf.Grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
MAX_DELAY, START_TIMEOUT = 0.15, 20.0


def child(path: str, reports: int, seed: int) -> NoReturn:
    """Write until killed."""
    draw = random.Random(seed)
    with Library(path) as library:
        games = Games(library)
        library.add([Puzzle(SOLUTION)])
        game = games.start(1)
        os.write(reports, f"game {game.id}\n".encode())
        for turn in range(1_000_000):
            emptied = dict.fromkeys(draw.sample(range(81), draw.randint(30, 60)), 0)
            added = library.add([Puzzle(SOLUTION.with_digits(emptied)) for _ in range(draw.choice((1, 1, 50)))])
            os.write(reports, f"puzzle {added.numbers[0]} {library.get(added.numbers[0]).id}\n".encode())
            games.save(game.id, game.state, seconds=turn)
            os.write(reports, f"saved {turn}\n".encode())
    os._exit(0)


def one_round(path: str, seed: int) -> list[list[str]]:
    """Start a child, kill it, and return its reports."""
    receiver, sender = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(receiver)
        child(path, sender, seed)
    os.close(sender)
    if seed % 5:  # each fifth is killed while it starts, the others while they write
        select.select([receiver], [], [], START_TIMEOUT)
    time.sleep(random.Random(-seed).uniform(0.0, MAX_DELAY))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with open(receiver, "rb") as file:
        lines = file.read().decode().split("\n")[:-1]  # the last may be cut off; a complete report ends with a line end
    return [line.split() for line in lines]


def check(path: str, reports: list[list[str]]) -> None:
    """Everything reported is there, and the file is intact."""
    with Library(path) as library:
        assert library.rows("PRAGMA integrity_check") == [("ok",)]
        assert library.rows("PRAGMA foreign_key_check") == []
        game = ""
        for word, *rest in reports:
            if word == "puzzle":
                assert library.get(int(rest[0])).id == rest[1], rest
            elif word == "game":
                game = rest[0]
        saved = [int(rest[0]) for word, *rest in reports if word == "saved"]
        if game:
            assert Games(library).get(game).seconds >= (saved[-1] if saved else 0)


def main(rounds: int, folder: str) -> None:
    """Kill writers into one file, this many times."""
    path = str(Path(folder) / "killed.sqlite")
    acknowledged = 0
    for number in range(rounds):
        reports = one_round(path, number + 1)
        check(path, reports)
        acknowledged += len(reports)
    assert acknowledged or rounds < 20, "no child reported anything before it was killed"
    print(f"{rounds} kills: {acknowledged} acknowledged writes, none lost")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        main(int(sys.argv[1]), sys.argv[2])
    else:
        with tempfile.TemporaryDirectory() as made:
            main(int(sys.argv[1]) if len(sys.argv) > 1 else 300, made)
