"""The OpenAPI description, made from the table of the API."""

from __future__ import annotations

import re
from typing import Any

import ninefold
from ninefold.web.api import NAME, TABLE, Endpoint
from ninefold.web.refusals import STATUS
from ninefold.web.shapes import ERROR_BODY

FILE = {"type": "string", "format": "binary"}


def describe() -> dict[str, Any]:
    """The whole description, for OpenAPI 3.1."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in TABLE:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ninefold",
            "version": ninefold.__version__,
            "description": "Check, solve, explain, make and keep Sudoku. Every refusal has one shape.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": {"Error": ERROR_BODY}},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    found: dict[str, Any] = {
        "summary": endpoint.about,
        "operationId": f"{endpoint.method.lower()}_{re.sub('[^a-z]+', '_', endpoint.path.lower()).strip('_')}",
        "responses": _responses(endpoint),
    }
    if parameters := _parameters(endpoint):
        found["parameters"] = parameters
    if endpoint.body is not None:
        content = {"application/json": {"schema": endpoint.body}}
        if endpoint.file:
            content["application/octet-stream"] = {"schema": FILE}
        found["requestBody"] = {"required": True, "content": content}
    return found


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    named = re.findall(r"\{(\w+)\}", endpoint.path)
    parts = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "pattern": NAME}} for name in named
    ]
    return parts + [
        {"name": name, "in": "query", "required": False, "schema": schema} for name, schema in endpoint.query.items()
    ]


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    content = {endpoint.type: {"schema": FILE if endpoint.answer is None else endpoint.answer}}
    error = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
    found: dict[str, Any] = {str(endpoint.status): {"description": "the answer", "content": content}}
    if endpoint.path.endswith("/events"):
        found["204"] = {"description": "the job is over, and all of it was told"}
    if endpoint.method == "DELETE" and "jobs" in endpoint.path:
        found["200"] = {"description": "the job was over already", "content": content}
    for status in sorted(set(STATUS.values())):
        kinds = ", ".join(kind for kind, number in STATUS.items() if number == status)
        found[str(status)] = {"description": kinds} | error
    return found
