"""Every case of the conformance kit for every method."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.testing import Case, cases

NAMES = [info.name for info in nf.methods() if info.available]


@pytest.mark.parametrize("case", [case for name in NAMES for case in cases(name)], ids=lambda c: f"{c.info.name}-{c}")
def test_conformance(case: Case) -> None:
    case.run()
