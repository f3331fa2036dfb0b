"""The heats of a race, one question after the other; the rules are those in `race.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from time import perf_counter

from ninefold.core.errors import MethodFault
from ninefold.core.grid import Grid
from ninefold.racing.entering import Entrant
from ninefold.racing.outcome import Outcome
from ninefold.racing.runner import Runner
from ninefold.solving.ask import solve
from ninefold.solving.result import Result
from ninefold.solving.run import Cancel


def runners_of(entrants: Sequence[Entrant], stack: ExitStack) -> list[Runner]:
    """The runners, whose processes start side by side: no clock runs yet."""
    runners = [Runner(info, method, info.name) for info, method in entrants]
    for runner in runners:
        stack.callback(runner.close)
        runner.started()
    return runners


class Asker:
    """Asks, with the limits that hold for all."""

    def __init__(self, limit: int | None, seconds: float | None, nodes: int | None, cancel: Cancel | None) -> None:
        self.limit, self.seconds, self.nodes, self.cancel = limit, seconds, nodes, cancel

    def heats(self, puzzles: Sequence[Grid], runners: Sequence[Runner], rounds: int) -> Iterator[Outcome]:
        """Every outcome, in the order in which they come."""
        for runner in runners:  # all of them before the first clock
            if not runner.info.refuses(puzzles[0].layout):
                runner.get_ready(puzzles[0].layout, self.cancel)
        for heat in range(len(puzzles) * rounds):
            number = heat % len(puzzles)
            first = heat % len(runners)  # rule 2
            for runner in (*runners[first:], *runners[:first]):
                if not runner.info.refuses(puzzles[number].layout):
                    outcome = self._ask(heat, number, puzzles[number], runner)
                    if self.cancel is not None and self.cancel.is_set():
                        return  # this question may be half asked
                    yield outcome

    def _ask(self, heat: int, number: int, puzzle: Grid, runner: Runner) -> Outcome:
        runner.get_ready(puzzle.layout, self.cancel)  # rule 3
        start = perf_counter()
        try:
            result = solve(
                puzzle,
                by=runner.by(self.limit),
                limit=self.limit,
                seconds=self.seconds,
                nodes=self.nodes,
                cancel=self.cancel,
                isolate=False,
            )
        except MethodFault as fault:  # rule 4: caught, told, and no answer
            took, why = perf_counter() - start, str(fault)
            result = Result(puzzle=puzzle, solutions=(), ended=False, why=why, method=runner.name, seconds=took)
            return Outcome(heat=heat, puzzle=number, method=runner.name, result=result, seconds=took, fault=why)
        finally:
            runner.rest()
        return Outcome.of(heat, number, result, self.seconds, limit=self.limit)
