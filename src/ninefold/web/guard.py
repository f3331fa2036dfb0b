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

from starlette.datastructures import Headers
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
# As they are sent: this is done for every answer.
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_NO_STORE = [(b"cache-control", b"no-store")]
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
                found = message["headers"]
                is_told = any(name == b"cache-control" for name, _ in found)
                message["headers"] = [*found, *_RAW_HEADERS, *(() if is_told else _NO_STORE)]
            await send(message)

        try:
            answer = self._welcome(scope)
        except Refusal as refusal:
            answer = refused(refusal)
        await (answer or self.app)(scope, receive, send_with_headers)

    def _welcome(self, scope: Scope) -> Response | None:
        """Refuse; or answer at once; or None to let the request through."""
        self._check_size(scope)
        found = _looked_at(scope)
        host = self._check_host(found[b"host"])
        if not self._rates.allows(scope["client"][0] if scope["client"] else ""):
            raise Refusal("too-many", f"more than {self.limits.rate:g} requests a second", retry=1)
        if scope["path"].startswith("/api/") or scope["method"] not in ("GET", "HEAD"):
            self._check_site(found[b"sec-fetch-site"], found[b"origin"], host)
        return self._check_token(Request(scope)) if self.token else None

    def _check_size(self, scope: Scope) -> None:
        """Rule 5; the protocol bounds only what comes in slowly."""
        size = len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(n) + len(v) for n, v in scope["headers"])
        if size > self.limits.head:
            raise Refusal("bad-request", f"the head has {size:,} bytes, expected at most {self.limits.head:,}")

    def _check_host(self, hosts: list[str]) -> str:
        """Rule 1."""
        match = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if match is None or (self.hosts is not None and match["name"].lower() not in self.hosts):
            raise Refusal("forbidden", f"this server is not called {', '.join(hosts)[:100] or 'nothing'!r}", "Host")
        return hosts[0]

    def _check_site(self, sites: list[str], origins: list[str], host: str) -> None:
        """Rule 2; where one is told twice, both must be ours."""
        for site in sites:
            if site not in ("same-origin", "none"):
                raise Refusal("forbidden", f"a request made for another site ({site[:40]})", "Sec-Fetch-Site")
        for origin in origins:
            if not _is_own(origin, host):
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


def _looked_at(scope: Scope) -> dict[bytes, list[str]]:
    """The headers by which a request is judged, each as often as it was sent."""
    found: dict[bytes, list[str]] = {b"host": [], b"sec-fetch-site": [], b"origin": []}
    for name, value in scope["headers"]:
        if name in found:
            found[name].append(value.decode("latin-1"))
    return found


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
