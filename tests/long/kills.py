"""Kill a process that writes into a library, again and again: nothing that it had told may be lost.

Run as `python tests/long/kills.py ROUNDS [FOLDER]`. A child takes puzzles in and saves a game, and tells of each only
when the call has returned. It is killed (SIGKILL) at a moment by lot; then the file must be sound and hold all it told.
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
MAX_LENGTH, PATIENCE = 0.15, 20.0


def child(path: str, told: int, seed: int) -> NoReturn:
    """Write until killed."""
    draw = random.Random(seed)
    with Library(path) as library:
        games = Games(library)
        library.add([Puzzle(SOLUTION)])
        game = games.start(1)
        os.write(told, f"game {game.id}\n".encode())
        for turn in range(1_000_000):
            left_out = dict.fromkeys(draw.sample(range(81), draw.randint(30, 60)), 0)
            added = library.add([Puzzle(SOLUTION.with_digits(left_out)) for _ in range(draw.choice((1, 1, 50)))])
            os.write(told, f"puzzle {added.numbers[0]} {library.get(added.numbers[0]).id}\n".encode())
            games.save(game.id, game.state, seconds=turn)
            os.write(told, f"saved {turn}\n".encode())
    os._exit(0)


def one_round(path: str, seed: int) -> list[list[str]]:
    """Start a child, kill it, and give back what it told."""
    ear, mouth = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ear)
        child(path, mouth, seed)
    os.close(mouth)
    if seed % 5:  # each fifth is killed while it starts, the others while they write
        select.select([ear], [], [], PATIENCE)
    time.sleep(random.Random(-seed).uniform(0.0, MAX_LENGTH))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with open(ear, "rb") as file:
        lines = file.read().decode().split("\n")[:-1]  # the last may be torn; what is told ends with a line end
    return [line.split() for line in lines]


def check(path: str, told: list[list[str]]) -> None:
    """All that was told is there, and the file is sound."""
    with Library(path) as library:
        assert library.rows("PRAGMA integrity_check") == [("ok",)]
        assert library.rows("PRAGMA foreign_key_check") == []
        game = ""
        for word, *rest in told:
            if word == "puzzle":
                assert library.get(int(rest[0])).id == rest[1], rest
            elif word == "game":
                game = rest[0]
        saved = [int(rest[0]) for word, *rest in told if word == "saved"]
        if game:
            assert Games(library).get(game).seconds >= (saved[-1] if saved else 0)


def main(rounds: int, folder: str) -> None:
    """So many kills of writers into one file."""
    path = str(Path(folder) / "killed.sqlite")
    acknowledged = 0
    for number in range(rounds):
        told = one_round(path, number + 1)
        check(path, told)
        acknowledged += len(told)
    assert acknowledged or rounds < 20, "no child came to tell anything before it was killed"
    print(f"{rounds} kills: {acknowledged} writes had been told, none was lost")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        main(int(sys.argv[1]), sys.argv[2])
    else:
        with tempfile.TemporaryDirectory() as made:
            main(int(sys.argv[1]) if len(sys.argv) > 1 else 300, made)
