"""Settings of methods that a careless or hostile caller may send, for every option of every method."""

from __future__ import annotations

from collections.abc import Iterator

from ninefold.solving.method import options_of
from ninefold.solving.table import TABLE

NUMBERS = (
    *("0", "-0", "1", "-1", "2", "0.5", "-0.5", "1e-300", "-1e-300", "1e308", "-1e308", "1e309", "1e99999"),
    *("2147483647", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808", "9" * 21),
    *("-9223372036854775809", "9" * 5000, "0" * 5000, "nan", "-nan", "inf", "-inf", "infinity"),
    *("0x10", "1_000", "1,5", "+3", " 3 ", "٣", "²", "１２", "1e", "e1", ".", "--1"),
)
TEXTS = (
    *("", " ", "\t", "\0", "\x1b[31m", "\n", "\r\n", "\u202e", "\ud7ff", "💥", "x" * 10_000, "..", "../../etc/passwd"),
    *("/no/such/folder/x", "~", "$HOME", "%s%n", "{}", "{0.__class__}", "__import__('os')", "None"),
    *("null", "true", "false"),
    *(",", ";", ";;", "cells", "cells,,rows", "all,cells", "x_r1c1_1", "x_r0c0_0 <= 1", "x_r1c1_1 <= 1e9"),
    *("x_r1c1_1 + x_r1c1_1 >= 99", "cvxpy:", "cvxpy:NOSUCH", "cvxpy:../x", "highs-ds ", "1 2 3", "nan nan", "1e400"),
)
VALUES = NUMBERS + TEXTS


def all_settings() -> Iterator[tuple[str, str, str]]:
    """Every method, option and value."""
    for info in TABLE:
        for option in options_of(info) if info.available else ():
            for value in VALUES:
                yield info.name, option.name, value
