"""Refusals: every answer that says no, in one shape: `{"error": {"kind", "message", "where"}}`."""

from __future__ import annotations

from typing import Any

from ninefold.core.errors import SHOWN_FAULTS, LayoutError, MethodError, MethodFault, NinefoldError

# What each kind is told as.
STATUS = {
    "malformed": 400,
    "bad-request": 400,
    "unauthorised": 401,
    "forbidden": 403,
    "not-found": 404,
    "not-allowed": 405,
    "conflict": 409,
    "too-large": 413,
    "wrong-type": 415,
    "unreadable": 422,
    "no-method": 422,
    "cannot": 422,
    "too-many": 429,
    "failed": 500,
    "busy": 503,
    "time": 504,
}


class Refusal(Exception):
    """A request that is not answered, and why.

    Args:
        kind: one of `STATUS`.
        message: what was read and what was expected.
        where: the key, cell or line; empty where there is none.
        faults: all that was found, where that is more than one thing.
        retry: after how many seconds to come back.
    """

    def __init__(
        self,
        kind: str,
        message: str,
        where: str = "",
        *,
        faults: list[dict[str, str]] | None = None,
        retry: int | None = None,
    ) -> None:
        self.kind, self.message, self.where, self.faults, self.retry = kind, message, where, faults or [], retry
        super().__init__(message)

    @property
    def status(self) -> int:
        """The number of it in HTTP."""
        return STATUS[self.kind]

    @property
    def error(self) -> dict[str, Any]:
        """What stands under `error`."""
        found: dict[str, Any] = {"kind": self.kind, "message": self.message, "where": self.where}
        return found | ({"faults": self.faults} if self.faults else {})

    @property
    def headers(self) -> dict[str, str]:
        """When to come back, if that is known."""
        return {} if self.retry is None else {"Retry-After": str(self.retry)}

    @classmethod
    def of(cls, error: dict[str, Any]) -> Refusal:
        """The refusal that a worker sent."""
        return cls(error["kind"], error["message"], error["where"], faults=error.get("faults"))


def refusal_of(error: NinefoldError) -> Refusal:
    """An error of the library as a refusal."""
    kind = (
        "failed" if isinstance(error, MethodFault) else "no-method" if isinstance(error, MethodError) else "unreadable"
    )
    faults = [
        {"where": fault.where, "read": fault.read, "expected": fault.expected} for fault in error.faults[:SHOWN_FAULTS]
    ]
    where = faults[0]["where"] if faults else "layout" if isinstance(error, LayoutError) else ""
    return Refusal(kind, str(error), where, faults=faults)
