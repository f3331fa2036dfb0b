"""Parameters of solver libraries, passed through by their own names.

    nf.MIP(parameters={"mip_rel_gap": 0.1, "presolve": "off"})
    nf.solve(puzzle, by="cp:parameters=linearization_level=2; cp_model_probing_level=0")

1. Text separates parameters by semicolons. `true` and `false` are flags, digits are whole numbers, other numbers are
   numbers, and everything else is text.
2. The library knows its parameters, so an unknown name or a wrong value is refused when the method runs, with all
   other faults, before anything is solved.
3. A parameter is also refused if it would be ignored, because the run sets it (time limits, logs), or if the method
   would claim something false with it: a tolerance of 0.4, or no second solution.
4. They name files in some libraries, so a request to the server cannot set them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from ninefold.core.errors import Fault, MethodError
from ninefold.core.values import listed, short_repr
from ninefold.solving.method import option

Value = bool | int | float | str
Parameters = tuple[tuple[str, Value], ...]


def parameters_option(solver: str, example: str) -> Any:
    """The field `parameters` of a method; local by rule 4."""
    about = f"parameters of {solver} by name, separated by ; such as {example}"
    return option("", about, check=read_parameters, scope="local")


def read_parameters(parameters: object) -> Parameters:
    """Parameters from text (rule 1), or as they are."""
    if isinstance(parameters, str):
        parts = [part.strip() for part in parameters.split(";") if part.strip()]
        pairs = [(name.strip(), sign, value.strip()) for name, sign, value in (part.partition("=") for part in parts)]
        faults = [
            Fault("option parameters", short_repr("".join(pair)), "NAME=VALUE")
            for pair in pairs
            if not (pair[0].isidentifier() and pair[1] and pair[2])
        ]
        read: Parameters = tuple((name, _value(value)) for name, _, value in pairs)
    elif isinstance(parameters, Mapping):
        read = tuple(parameters.items())
        faults = [
            Fault("option parameters", f"{short_repr(name)}: {short_repr(value)}", "a name, and a number, flag or text")
            for name, value in read
            if not (isinstance(name, str) and isinstance(value, bool | int | float | str))
        ]
    else:
        read, faults = (), [Fault("option parameters", short_repr(parameters), "text or a dict")]
    names = [name for name, _ in read]
    twice = {name for name in names if names.count(name) > 1}
    faults += [Fault("option parameters", f"{name} twice", "each name once") for name in sorted(twice)]
    if faults:
        raise MethodError("invalid parameters", faults)
    return read


def _value(text: str) -> Value:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def unknown_parameter(library: str, name: str, known: Sequence[str]) -> Fault:
    """The fault of a name that a library does not know, with the closest that it does."""
    close = get_close_matches(name, known, n=3)
    return Fault("parameter", short_repr(name), listed(close) if close else f"a parameter of {library}")


# Why a parameter is reserved (rule 3).
LIMITED = "none: the limit of the run, such as seconds, sets it"
LOGGED = "none: log, on the command line --log, sets it"
NOTHING = "the answer would prove nothing"
PROVING = f"none: with it, {NOTHING}"


def reserved_parameter(name: str, value: Value, why: str) -> Fault:
    """The fault of a parameter that cannot be passed through (rule 3)."""
    return Fault(f"parameter {name}", short_repr(value), why)


def refuse_parameters(method: str, faults: Sequence[Fault]) -> None:
    """Refuse parameters if any is wrong."""
    if faults:
        raise MethodError(f"invalid parameters for {method}", list(faults))
