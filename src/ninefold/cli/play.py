"""`ninefold play`: the browser app on this machine."""

from __future__ import annotations

import argparse
import os
import webbrowser
from importlib.util import find_spec
from threading import Thread

from ninefold.cli.output import warn
from ninefold.core.errors import NinefoldError

NEEDED = ("fastapi", "uvicorn")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C; 0 if that went well."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise NinefoldError(f"the app needs {', '.join(missing)}: pip install 'ninefold[web]'")
    from ninefold.web.backend import choose_library
    from ninefold.web.server import PORT, Address, AppServer

    address = Address(host=args.host, port=args.port, token=args.token or os.environ.get("NINEFOLD_TOKEN", ""))
    library, word = choose_library(args.library)
    if word:
        warn(f"ninefold: {word}")

    def ready(url: str) -> None:
        if args.port is None and f":{PORT}/" not in url:
            warn(
                f"ninefold: port {PORT} is taken; what a browser has kept for that address it does not find at this one"
            )
        print(f"Ninefold is at {url}\nCtrl-C ends it.", flush=True)
        if not args.no_browser:
            Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    AppServer(address, library).run(ready)
    return 0
