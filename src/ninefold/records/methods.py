"""JSON forms of methods: their options, and their results in races and studies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args, get_origin

from ninefold.core.values import for_json

if TYPE_CHECKING:
    from ninefold.racing import outcome
    from ninefold.solving import method


@dataclass(frozen=True, kw_only=True)
class OptionRecord:
    """An option of a method; `values` lists the choices if there are only a few."""

    name: str
    values: list[str] | None
    takes: str
    default: str | int | float | bool | None
    about: str

    @classmethod
    def of(cls, option: method.Option) -> OptionRecord:
        """The record of an option."""
        from ninefold.solving.method import REQUIRED

        values = [str(value) for value in get_args(option.type)] if get_origin(option.type) is Literal else None
        default = None if option.default is REQUIRED else option.default
        return cls(
            name=option.name,
            values=["true", "false"] if option.type is bool else values,
            takes=option.values,
            default=default if isinstance(default, str | int | float | bool | None) else str(for_json(default)),
            about=option.about,
        )


@dataclass(frozen=True, kw_only=True)
class MethodRecord:
    """A solving method; `why_not` says what is missing if it is not available."""

    name: str
    available: bool
    about: str
    why_not: str
    complete: bool
    cooperative: bool
    sizes: list[int]
    slow_above: int
    variants: bool
    traces: list[str]
    options: list[OptionRecord]

    @classmethod
    def of(cls, info: method.MethodInfo, scopes: tuple[str, ...] = ("anywhere", "local")) -> MethodRecord:
        """The record of a method."""
        from ninefold.solving.method import options_of

        options = options_of(info) if info.available else ()
        return cls(
            name=info.name,
            available=info.available,
            about=info.about,
            why_not=info.unavailable_reason,
            complete=info.complete,
            cooperative=info.cooperative,
            sizes=list(info.sizes),
            slow_above=info.slow_above,
            variants=info.variants,
            traces=list(info.traces),
            options=[OptionRecord.of(option) for option in options if option.scope in scopes],
        )


@dataclass(frozen=True, kw_only=True)
class StandingRecord:
    """The results of one method in a race: how often each status came, and its times in seconds."""

    method: str
    runs: int
    answered: int
    unique: int
    solved: int
    multiple: int
    impossible: int
    unknown: int
    timed_out: int
    faults: int
    wrong: int
    median_seconds: float | None
    worst_seconds: float | None
    total_seconds: float
    cpu_seconds: float
    startup_seconds: float
    work: str
    median_work: float
    excluded: str

    @classmethod
    def of(cls, standing: outcome.Standing) -> StandingRecord:
        """The record of a standing."""
        times, middle, (work, amount) = standing.times, standing.median_seconds, standing.work
        return cls(
            method=standing.method,
            runs=len(standing.outcomes),
            answered=len(standing.answered),
            **{str(status): count for status, count in standing.statuses.items()},
            timed_out=standing.timed_out,
            faults=len(standing.faults),
            wrong=len(standing.wrong),
            median_seconds=None if middle is None else round(middle, 6),
            worst_seconds=round(times[-1], 6) if times else None,
            total_seconds=round(standing.total, 6),
            cpu_seconds=round(sum(run.cpu_seconds or 0.0 for run in standing.outcomes), 6),
            startup_seconds=round(standing.startup_seconds, 6),
            work=work,
            median_work=amount,
            excluded=standing.excluded,
        )


@dataclass(frozen=True, kw_only=True)
class StudyRecord:
    """The results of one method on one set of puzzles; `programs` is the mean number of linear programs."""

    puzzles: str
    method: str
    runs: int
    proved: int
    found: int
    programs: float
    median_seconds: float
    mean_seconds: float
    longest_seconds: float
