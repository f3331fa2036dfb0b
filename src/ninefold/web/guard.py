"""Access control: which requests are let through, and the headers of every response.

1. The Host must be a name of this machine: a foreign name that leads here (DNS rebinding) is refused.
2. An API request that a browser makes for another site is refused, by Sec-Fetch-Site or else by Origin.
   Pages may be opened from anywhere, which shows nothing to the other site.
3. If there is a token, every request needs it: as a bearer token, or as the cookie that `/?token=…` sets.
4. The number of requests per second from one address is limited.
5. The size of the head of a request is limited.
6. Every response forbids other sites to frame, embed or script it. None has a CORS header.
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

from ninefold.web.errors import ApiError
from ninefold.web.settings import ServerLimits

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
# Encoded once, because every response has them.
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_NO_STORE = [(b"cache-control", b"no-store")]
COOKIE = "ninefold_token"
_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::(?P<port>[0-9]{1,5}))?")


@dataclass
class Rates:
    """Rule 4: a token bucket for each address."""

    rate: float
    burst: float
    _buckets: dict[str, tuple[float, float]] = field(default_factory=dict)

    def allows(self, address: str) -> bool:
        """Whether the address may send another request now."""
        now = monotonic()
        level, last = self._buckets.get(address, (self.burst, now))
        level = min(self.burst, level + (now - last) * self.rate)
        if len(self._buckets) > 10_000:
            self._buckets.clear()
        self._buckets[address] = (max(0.0, level - 1), now)
        return level >= 1


@dataclass
class Guard:
    """The first to see a request, and the last to see its response.

    Args:
        app: the application behind it.
        hosts: the names of this server; None for any, which requires a token.
        token: the access token; empty for none.
        limits: rate and size limits.
    """

    app: ASGIApp
    hosts: frozenset[str] | None
    token: str
    limits: ServerLimits

    def __post_init__(self) -> None:
        self._rates = Rates(self.limits.rate, self.limits.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it with an error."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = message["headers"]
                has_policy = any(name == b"cache-control" for name, _ in found)
                message["headers"] = [*found, *_RAW_HEADERS, *(() if has_policy else _NO_STORE)]
            await send(message)

        try:
            answer = self._check(scope)
        except ApiError as error:
            answer = error.response()
        await (answer or self.app)(scope, receive, send_with_headers)

    def _check(self, scope: Scope) -> Response | None:
        """Raise an error, or return a redirect, or None to let the request through."""
        self._check_size(scope)
        found = _checked_headers(scope)
        host = self._check_host(found[b"host"])
        if not self._rates.allows(scope["client"][0] if scope["client"] else ""):
            raise ApiError("too-many", f"more than {self.limits.rate:g} requests a second", retry=1)
        if scope["path"].startswith("/api/") or scope["method"] not in ("GET", "HEAD"):
            self._check_site(found[b"sec-fetch-site"], found[b"origin"], host)
        return self._check_token(Request(scope)) if self.token else None

    def _check_size(self, scope: Scope) -> None:
        """Rule 5; the protocol limits only what arrives in pieces."""
        size = len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(n) + len(v) for n, v in scope["headers"])
        if size > self.limits.head:
            raise ApiError("bad-request", f"the head has {size:,} bytes, expected at most {self.limits.head:,}")

    def _check_host(self, hosts: list[str]) -> str:
        """Rule 1."""
        match = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if match is None or (self.hosts is not None and match["name"].lower() not in self.hosts):
            raise ApiError("forbidden", f"this server is not called {', '.join(hosts)[:100] or 'nothing'!r}", "Host")
        return hosts[0]

    def _check_site(self, sites: list[str], origins: list[str], host: str) -> None:
        """Rule 2; if a header is sent twice, both must be ours."""
        for site in sites:
            if site not in ("same-origin", "none"):
                raise ApiError("forbidden", f"a request made for another site ({site[:40]})", "Sec-Fetch-Site")
        for origin in origins:
            if not _is_own(origin, host):
                raise ApiError("forbidden", f"a request made for another site ({origin[:100]})", "Origin")

    def _check_token(self, request: Request) -> Response | None:
        """Rule 3; a token in the URL becomes a cookie and is removed from the URL."""
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
        raise ApiError("unauthorised", "access token required: open the URL printed by `ninefold play`")

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.token.encode())


def _checked_headers(scope: Scope) -> dict[bytes, list[str]]:
    """The headers that decide about a request, each as often as it was sent."""
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
