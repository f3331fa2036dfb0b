"""Verifying: a certificate is checked with whole numbers, by nobody's word and without any solver."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import CertificateError

if TYPE_CHECKING:
    from ninefold.models.certificates import Certificate


def verify(certificate: Certificate | Mapping[str, Any] | str) -> Certificate:
    """Check a certificate, also one that is written as JSON, and give it back.

    >>> print(verify('{"certificate": "elimination", "layout": "4", "puzzle": "12..............", '
    ...              '"candidate": "x_r2c3_3", "weights": {"row_1_3": -1, "box_2_3": 1}}'))
    r2c3 is not 3: the 3 of row 1 lies within the 3 of box 2

    Raises:
        CertificateError: it cannot be read, or does not prove what it says; the faults tell where it fails.
    """
    from ninefold.models.certificates import read_certificate

    found = read_certificate(certificate) if isinstance(certificate, Mapping | str) else certificate
    if faults := found.faults():
        raise CertificateError(f"the certificate does not prove that {found.claim}", faults)
    return found
