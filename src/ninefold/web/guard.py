"""The guard: who may ask at all, and what every answer carries.

1. The Host is this machine's own: a foreign name that leads here (DNS rebinding) is refused.
2. A request of the API that a browser makes for another site is refused, by Sec-Fetch-Site or else by Origin.
   Pages may be opened from anywhere, which shows nothing to the other site.
3. With a token, it must come along: as a bearer, or as the cookie that `/?token=…` sets.
4. No address may ask too often.
5. The head of a request is not longer than it may be.
6. Every answer forbids other sites to frame, embed or script it. None carries a CORS header.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from time import monotonic
from urllib.parse import urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ninefold.web.answers import refused
from ninefold.web.limits import Limits
from ninefold.web.refusals import Refusal

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
COOKIE = "ninefold_token"
_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::(?P<port>[0-9]{1,5}))?")


@dataclass
class Rates:
    """Rule 4: for each address a bucket that fills at a rate and is emptied by requests."""

    rate: float
    burst: float
    _buckets: dict[str, tuple[float, float]] = field(default_factory=dict)

    def allows(self, address: str) -> bool:
        """Whether the address may ask once more now."""
        now = monotonic()
        level, last = self._buckets.get(address, (self.burst, now))
        level = min(self.burst, level + (now - last) * self.rate)
        if len(self._buckets) > 10_000:
            self._buckets.clear()
        self._buckets[address] = (max(0.0, level - 1), now)
        return level >= 1


@dataclass
class Guard:
    """The first to see a request, and the last to see its answer.

    Args:
        app: what it guards.
        hosts: the names under which the server may be asked; None for any, which takes a token.
        token: what must come along; empty for none.
        limits: how often anybody may ask.
    """

    app: ASGIApp
    hosts: frozenset[str] | None
    token: str
    limits: Limits

    def __post_init__(self) -> None:
        self._rates = Rates(self.limits.rate, self.limits.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        request = Request(scope)
        try:
            answer = self._welcome(request)
        except Refusal as refusal:
            answer = refused(refusal)
        await (answer or self.app)(scope, receive, send_with_headers)

    def _welcome(self, request: Request) -> Response | None:
        """Refuse; or answer at once; or None to let the request through."""
        self._check_head(request)
        self._check_host(request.headers)
        if not self._rates.allows(request.client.host if request.client else ""):
            raise Refusal("too-many", f"more than {self.limits.rate:g} requests a second", retry=1)
        if request.scope["path"].startswith("/api/") or request.method not in ("GET", "HEAD"):
            self._check_site(request.headers)
        return self._check_token(request) if self.token else None

    def _check_head(self, request: Request) -> None:
        """Rule 5; the protocol bounds only what comes in slowly."""
        scope = request.scope
        size = len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(n) + len(v) for n, v in scope["headers"])
        if size > self.limits.head:
            raise Refusal("bad-request", f"the head has {size:,} bytes, expected at most {self.limits.head:,}")

    def _check_host(self, headers: Headers) -> None:
        """Rule 1."""
        found = headers.getlist("host")
        match = _HOST.fullmatch(found[0]) if len(found) == 1 else None
        if match is None or (self.hosts is not None and match["name"].lower() not in self.hosts):
            raise Refusal("forbidden", f"this server is not called {', '.join(found)[:100] or 'nothing'!r}", "Host")

    def _check_site(self, headers: Headers) -> None:
        """Rule 2."""
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None and site not in ("same-origin", "none"):
            raise Refusal("forbidden", f"a request made for another site ({site[:40]})", "Sec-Fetch-Site")
        if origin is not None and not _is_own(origin, headers.get("host", "")):
            raise Refusal("forbidden", f"a request made for another site ({origin[:100]})", "Origin")

    def _check_token(self, request: Request) -> Response | None:
        """Rule 3; the token in the address becomes a cookie and leaves the address."""
        given, path = request.query_params.get("token", ""), request.scope["path"]
        if given and request.method == "GET" and not path.startswith("/api/") and self._is_token(given):
            rest = [pair for pair in request.query_params.multi_items() if pair[0] != "token"]
            # One slash only: two would lead to another site.
            answer = RedirectResponse(f"/{path.lstrip('/')}{'?' * bool(rest)}{urlencode(rest)}", status_code=303)
            answer.set_cookie(COOKIE, self.token, httponly=True, samesite="strict", path="/")
            return answer
        kind, _, bearer = request.headers.get("authorization", "").partition(" ")
        if (kind.lower() == "bearer" and self._is_token(bearer.strip())) or self._is_token(_cookie(request.headers)):
            return None
        raise Refusal("unauthorised", "this server wants its token: open the address that `ninefold play` printed")

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.token.encode())


def _is_own(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""
