"""Requests to a server whose responses are validated against its description, /openapi.json."""

import re

import jsonschema

from ninefold.web.app import build_app

DESCRIPTION = build_app("", hosts=None)[0].app.openapi()


def operation(method, path):
    """The description of a request."""
    for template, operations in sorted(DESCRIPTION["paths"].items(), key=lambda item: "{" in item[0]):
        pattern = re.sub(r"\{\w+\}", "[^/]+", template)
        if re.fullmatch(pattern, path.partition("?")[0]) and method.lower() in operations:
            return operations[method.lower()]
    raise AssertionError(f"{method} {path} is not in the description")


def validate(value, schema):
    """Hold a value against a schema of the description; the keys of a record are all there and no others."""
    jsonschema.validate(value, {"components": CLOSED["components"]} | schema)


def closed(schema):
    """A schema in which objects have no other keys than those described."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: closed(part) for name, part in schema.items()}
    return found | ({"additionalProperties": False} if "properties" in schema else {})


CLOSED = closed(DESCRIPTION)


def call(server, method, path, body=None, **more):
    """Send a request; the response must match the description."""
    if body is not None:
        more["json"] = body
    answer = server.client.request(method, path, **more)
    responses = operation(method, path)["responses"]
    assert str(answer.status_code) in responses, (answer.status_code, answer.text[:300])
    content = responses[str(answer.status_code)].get("content", {})
    if "application/json" in content and "json" in answer.headers["Content-Type"]:
        validate(answer.json(), content["application/json"]["schema"])
    return answer


def post(server, path, **body):
    answer = call(server, "POST", path, body)
    assert answer.status_code < 300, answer.text
    return answer.json() if "json" in answer.headers["Content-Type"] else answer
