"""Parameters of HiGHS by their own names: which may be set, and which would void a proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import Fault
from ninefold.core.values import short_repr
from ninefold.solving.parameters import (
    LIMITED,
    LOGGED,
    NOTHING,
    PROVING,
    refuse_parameters,
    reserved_parameter,
    unknown_parameter,
)

if TYPE_CHECKING:
    import highspy

# Parameters that a caller cannot set, and why; then those of branch and cut, on whose word methods claim that there is
# no other solution. The proofs of linear programs are checked, so they may have any tolerance.
RESERVED = {"time_limit": LIMITED, "output_flag": LOGGED, "log_to_console": LOGGED}
RESERVED_LINEAR = {"solver": "none: the option solver sets it"}
RESERVED_MIXED = {
    "objective_bound": PROVING,
    "solve_relaxation": PROVING,
    "small_matrix_value": PROVING,
    "large_matrix_value": PROVING,
    "infinite_bound": PROVING,
    "infinite_cost": PROVING,
}
MOST_MIXED = {"mip_feasibility_tolerance": 1e-6, "primal_feasibility_tolerance": 1e-6}


def set_parameters(highs: highspy.Highs, parameters: Mapping[str, Any], *, is_mixed: bool) -> None:
    """Set options of HiGHS by their own names; those that are refused are reported together."""
    from highspy import HighsOptions, HighsStatus

    faults = []
    reserved = RESERVED | (RESERVED_MIXED if is_mixed else RESERVED_LINEAR)
    most = MOST_MIXED if is_mixed else {}
    for name, value in parameters.items():
        status, default = highs.getOptionValue(name)
        if name in reserved:
            faults.append(reserved_parameter(name, value, reserved[name]))
        elif name in most and isinstance(value, int | float) and value > most[name]:
            faults.append(reserved_parameter(name, value, f"at most {most[name]:g}: with more, {NOTHING}"))
        elif status != HighsStatus.kOk:
            faults.append(unknown_parameter("HiGHS", name, [one for one in dir(HighsOptions) if one[0] != "_"]))
        elif highs.setOptionValue(name, _alike(value, default)) != HighsStatus.kOk:
            expected = f"a value that HiGHS accepts, such as {default!r}"
            faults.append(Fault(f"parameter {name}", short_repr(value), expected))
    refuse_parameters("HiGHS", faults)


def _alike(value: Any, default: Any) -> Any:
    """A whole number as the kind of number that HiGHS has: it distinguishes 1 and 1.0."""
    return float(value) if isinstance(default, float) and type(value) is int else value
