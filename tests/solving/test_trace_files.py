"""Traces read back from their files."""

from __future__ import annotations

from pathlib import Path

import pytest

import ninefold as nf
from ninefold.solving.trace_files import runs_of

TWO = nf.Grid("...1 ..2. .3.. 4...")


@pytest.mark.parametrize("by", ["norvig", "propagate", "backtrack:propagation=arc", "network:starts=1"])
@pytest.mark.parametrize("puzzle", [TWO, nf.Grid("." * 15 + "8" + "." * 240, alphabet="1-9A-G")], ids=["4", "16"])
def test_a_trace_reads_back_as_the_same_events(by: str, puzzle: nf.Grid, tmp_path: Path) -> None:
    events: list[nf.Event] = []
    path, limit = tmp_path / "trace.jsonl", nf.Limit(2, nodes=60)
    nf.solve(puzzle, by=by, limit=limit, trace=events)
    nf.solve(puzzle, by=by, limit=limit, trace=path)
    read = nf.read_trace(path)
    assert [event.fields() for event in read] == [event.fields() for event in events]
    assert [type(event) for event in read] == [type(event) for event in events]
    if not by.startswith("network"):  # which traces no guesses
        assert nf.tree(read) == nf.tree(events)


def test_runs_of_several_puzzles_are_separated(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    for mode in ("w", "a"):
        one = tmp_path / "one.jsonl"
        nf.solve(TWO, by="norvig", trace=one)
        with path.open(mode) as file:
            file.write(one.read_text())
    assert [len(run) for run in runs_of(nf.read_trace(path))] == [len(nf.read_trace(one))] * 2


START = '{"event": "start", "puzzle": "...1..2..3..4...", "layout": "4", "method": "norvig"}'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "line 1 is not an event of a trace: 'nonsense' (it is not JSON)"),
        ("[1]", "not a JSON object"),
        ("{}", "it lacks a part"),
        ('{"event": "jump"}', "the kind 'jump' is unknown"),
        ('{"event": {}}', "is not an event"),
        ('{"event": "guess", "cell": "r1c1", "digit": 2}', "its run has no start before it"),
        (START + '\n\n{"event": "guess", "cell": "r9c9", "digit": 2}', "line 3 is not an event of a trace"),
        (START + '\n{"event": "guess", "cell": "r1c1", "digit": 5}', "the digit 5 is not on the board"),
        (START + '\n{"event": "guess", "cell": "r1c1"}', "it lacks a part"),
        (START + '\n{"event": "found", "solution": "12"}', "line 2"),
    ],
)
def test_a_line_that_is_not_an_event_is_named(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_text(text)
    with pytest.raises(nf.ParseError) as caught:
        nf.read_trace(path)
    assert words in str(caught.value)
