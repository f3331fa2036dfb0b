"""`ninefold play`: the browser app on this machine."""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec
from threading import Thread

from ninefold.cli.output import warn
from ninefold.core.errors import NinefoldError

NEEDED = ("fastapi", "uvicorn")
EXAMPLES = """\
examples:
  ninefold play
  ninefold play --no-browser --port 8000
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `play`."""
    parser.add_argument("--port", type=_read_port, metavar="N", help="port (default: 8909; 0 picks a free one)")
    parser.add_argument("--no-browser", action="store_true", help="print the address without opening a browser")
    parser.add_argument("--library", metavar="FILE", help="library file (default: the one in your data folder)")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="address to bind (default: 127.0.0.1)")
    parser.add_argument(
        "--token",
        metavar="TEXT",
        help="access token clients must send (default: $NINEFOLD_TOKEN); required if other machines can connect",
    )


def _read_port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"expected 0 to 65535 (got {text!r})")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Serve the app until Ctrl-C."""
    if any(find_spec(name) is None for name in NEEDED):
        raise NinefoldError("`ninefold play` needs ninefold[web]: pip install 'ninefold[web]'")
    from ninefold.web.backend import choose_library
    from ninefold.web.server import PORT, Address, AppServer

    address = Address(host=args.host, port=args.port, token=args.token or os.environ.get("NINEFOLD_TOKEN", ""))
    library, message = choose_library(args.library)
    if message:
        warn(f"ninefold: {message}")

    def ready(url: str) -> None:
        if args.port is None and f":{PORT}/" not in url:
            warn(f"ninefold: port {PORT} is in use; games saved in your browser won't appear here")
        print(f"Ninefold is at {url}\nPress Ctrl-C to stop.", flush=True)
        if not args.no_browser:
            Thread(target=_open_browser, args=(url,), daemon=True).start()

    AppServer(address, library).run(ready)
    return 0


def _open_browser(url: str) -> None:
    import webbrowser

    webbrowser.open(url)
