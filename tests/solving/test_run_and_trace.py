"""Run and trace: limits on one side, events on the other."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import numpy as np
import pytest

import ninefold as nf
from ninefold.solving.trace import Belief, Drop, Found, Guess, Note, Place, Undo, replay

PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SHIDOKU = nf.Grid("...1..2..3..4...")


def test_a_run_without_limits_never_stops() -> None:
    run = nf.Run(nf.Layout(9))
    for _ in range(1000):
        run.tick()
    assert run.nodes == 1000
    assert run.seconds_left == float("inf")


def test_a_run_stops_at_its_nodes_its_time_and_when_cancelled() -> None:
    flag = Event()
    flag.set()
    board = nf.Layout(9)
    few, brief = nf.Run(board, nf.Limit(nodes=3)), nf.Run(board, nf.Limit(seconds=1e-9))
    for run, why in [(few, "3 nodes"), (brief, "1e-09 seconds"), (nf.Run(board, cancel=flag), "cancel")]:
        with pytest.raises(nf.Stopped, match=why):
            all(run.tick() is None for _ in range(10))


def test_nodes_can_be_counted_in_bulk() -> None:
    run = nf.Run(nf.Layout(9), nf.Limit(nodes=10))
    run.tick(8)
    assert run.nodes_left == 2
    with pytest.raises(nf.Stopped):
        run.tick(3)
    assert run.nodes == 8


def test_the_last_note_of_a_name_ends_up_in_the_stats() -> None:
    def noting(puzzle: nf.Grid, run: nf.Run) -> list[nf.Grid]:
        for beta in (0.1, 0.2):
            run.note("beta", beta)
        return []

    assert nf.solve(PUZZLE, by=noting).stats == {"nodes": 0, "beta": 0.2}


def test_events_go_to_a_list_a_callable_or_a_file_alike(tmp_path: Path) -> None:
    listed: list[object] = []
    called: list[object] = []
    nf.solve(SHIDOKU, by="propagate", trace=listed)
    nf.solve(SHIDOKU, by="propagate", trace=lambda event: called.append(event))
    nf.solve(SHIDOKU, by="propagate", trace=tmp_path / "trace.jsonl")
    records = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text().splitlines()]
    assert listed == called
    assert [record["event"] for record in records] == [event.kind for event in listed]
    seconds = [record["seconds"] for record in records]
    assert seconds == sorted(seconds)
    assert seconds[-1] > 0


def test_a_deque_keeps_only_the_last_events() -> None:
    last = deque(maxlen=3)
    nf.solve(nf.Grid.empty(9), by="backtrack", limit=nf.Limit(nodes=500), trace=last)
    assert len(last) == 3


def test_a_trace_file_has_every_event(tmp_path: Path) -> None:
    nf.solve(SHIDOKU, by="propagate", trace=str(tmp_path / "t"))
    first, *_, last = [json.loads(line) for line in (tmp_path / "t").read_text().splitlines()]
    assert {key: first[key] for key in ("event", "puzzle", "layout", "method")} == {
        "event": "start",
        "puzzle": SHIDOKU.line,
        "layout": "4",
        "method": "propagate",
    }
    assert (last["event"], last["status"]) == ("end", "multiple")


def test_an_invalid_trace_is_refused() -> None:
    with pytest.raises(nf.NinefoldError, match="trace must be a callable, a list or a file path"):
        nf.solve(PUZZLE, trace=3.5)


def test_an_error_of_the_sink_reaches_the_caller_unchanged(tmp_path: Path) -> None:
    def full_disk(event: object) -> None:
        raise OSError(28, "No space left on device")

    def soon_full(event: object) -> None:
        if isinstance(event, Place):  # reported from inside the method
            full_disk(event)

    for sink in (full_disk, soon_full):
        with pytest.raises(OSError, match="No space left"):
            nf.solve(PUZZLE, by="propagate", trace=sink)
    with pytest.raises(FileNotFoundError):
        nf.solve(PUZZLE, by="propagate", trace=tmp_path / "missing" / "trace.jsonl")


def test_events_read_as_words_and_as_json() -> None:
    assert str(Place(33, 5, 9, "single")) == "place r4c7=5 (single)"
    assert str(Drop(0, 3, 9)) == "drop r1c1≠3"
    assert str(Undo()) == "undo"
    assert str(Note("beta", 1.5)) == "beta 1.5"
    assert Guess(80, 9, 9).fields() == {"cell": "r9c9", "digit": 9}
    assert Belief([[0.25, 0.75]]).fields() == {"values": [[0.25, 0.75]]}
    assert eval(repr(Place(33, 5, 9, "single"))) == Place(33, 5, 9, "single")


def test_beliefs_may_come_as_an_array(tmp_path: Path) -> None:
    def believing(puzzle: nf.Grid, run: nf.Run) -> list[nf.Grid]:
        run.belief(np.full((16, 4), 1 / 4))
        return []

    nf.solve(SHIDOKU, by=believing, trace=tmp_path / "t")
    _, belief, _ = [json.loads(line) for line in (tmp_path / "t").read_text().splitlines()]
    assert belief["values"] == [[0.25] * 4] * 16


def test_a_note_may_be_a_number_of_numpy(tmp_path: Path) -> None:
    def noting(puzzle: nf.Grid, run: nf.Run) -> list[nf.Grid]:
        run.note("rounds", np.int64(3))
        return []

    nf.solve(SHIDOKU, by=noting, trace=tmp_path / "t")
    assert json.loads((tmp_path / "t").read_text().splitlines()[1])["value"] == 3


def test_a_trace_replays_to_its_solutions() -> None:
    events: list[object] = []
    result = nf.solve(SHIDOKU, by="propagate", trace=events)
    played = list(replay(SHIDOKU, events))
    assert tuple(found.grid for found, _ in played) == result.solutions
    assert all(found.grid == built for found, built in played)


@pytest.mark.parametrize(
    "events",
    [
        [Place(0, 1, 4), Place(0, 2, 4)],
        [Guess(3, 1, 4)],
        [Drop(0, 2, 4), Place(0, 2, 4)],
        [Undo()],
        [Guess(0, 2, 4), Undo(), Undo()],
    ],
)
def test_a_trace_that_contradicts_itself_does_not_replay(events: list[object]) -> None:
    with pytest.raises(ValueError):
        list(replay(SHIDOKU, events))


def test_undoing_a_guess_undoes_what_followed() -> None:
    events = [Guess(0, 2, 4), Place(1, 4, 4), Drop(2, 3, 4), Undo(), Place(1, 2, 4), Place(2, 3, 4)]
    ((_, built),) = replay(SHIDOKU, [*events, Found(SHIDOKU)])
    assert built.line == ".231..2..3..4..."


@pytest.mark.parametrize(
    "report",
    [
        lambda run: run.place(500, 1),
        lambda run: run.guess(0, 99),
        lambda run: run.drop(-1, 1),
        lambda run: run.belief(None),
        lambda run: run.belief([[0.5]]),
        lambda run: run.note("nodes", -5),
        lambda run: run.tick(-1),
    ],
    ids=["place", "guess", "drop", "no belief", "few beliefs", "nodes", "tick"],
)
def test_an_invalid_event_is_a_fault_of_the_method(report: Callable[[nf.Run], None]) -> None:
    def reporting(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        report(run)
        yield from ()

    with pytest.raises(nf.MethodFault, match="reporting"):
        nf.solve(PUZZLE, by=reporting, trace=[])


def test_a_note_without_a_json_form_becomes_text() -> None:
    def diverging(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        run.note("energy", float("nan"))
        raise nf.Stopped(None)
        yield

    result = nf.solve(PUZZLE, by=diverging)
    assert (result.stats["energy"], result.why) == ("nan", "None")


class SetOnce:
    """A cancel that is set at one look and cleared again."""

    def __init__(self, look: int) -> None:
        self.left = look

    def is_set(self) -> bool:
        self.left -= 1
        return self.left == 0


def test_a_cancel_that_is_cleared_still_counts() -> None:
    run = nf.Run(nf.Layout(4), cancel=SetOnce(2))
    run.tick()
    for _ in range(3):
        with pytest.raises(nf.Stopped, match="cancelled"):
            run.check_limits()
    assert (run.nodes, run.stopped) == (1, "cancelled")


@pytest.mark.parametrize("look", range(1, 5))
def test_every_unknown_answer_has_a_reason(look: int) -> None:
    empty = np.zeros((20_000, 9, 9), np.uint8)
    results = nf.solve_many(empty, limit=nf.Limit(100), threads=1, cancel=SetOnce(look))
    assert bool(results.why) == results.has(nf.Status.UNKNOWN).any()
    number = nf.count(nf.Grid.empty(9), cancel=SetOnce(look))
    assert (number.ended, number.why) == (False, "cancelled")
