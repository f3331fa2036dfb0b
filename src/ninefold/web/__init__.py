"""The browser app: the server with its guard, its workers and its API; the pages are in `static/`."""
