"""Encodes answers as JSON, and collects the types of all answers for the OpenAPI document."""

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from inspect import cleandoc
from typing import Any, Final

import msgspec
from fastapi import Response

from pitboss.house.jackpots.win_page import win_page_schema
from pitboss.house.property import settings_schema

JSON: Final = "application/json"

_REF: Final = "#/components/schemas/{name}"

_DESCRIBED: Final[dict[Any, None]] = {}
"""Every type that an endpoint or the socket sends."""


REGISTERED: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "HouseSettings": settings_schema,
    "WinPage": win_page_schema,
}
"""Types that are described by what is registered when they are asked for, such as the settings of the house."""


def ref_to(name: str) -> dict[str, Any]:
    """Where the document describes one of those that are registered.

    >>> ref_to("HouseSettings")
    {'$ref': '#/components/schemas/HouseSettings'}
    """
    assert name in REGISTERED, name
    return {"$ref": _REF.format(name=name)}


def _plain(value: object) -> object:
    """Encode types that msgspec does not know.

    >>> from types import MappingProxyType
    >>> encode({"totals": MappingProxyType({"shown": 5})})
    b'{"totals":{"shown":5}}'
    """
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"a {type(value).__name__} cannot be sent")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain)


def encode(value: object) -> bytes:
    """A value as JSON.

    >>> encode({"tables": []})
    b'{"tables":[]}'
    >>> encode(chr(0xD800))
    b'"\\\\ud800"'
    """
    try:
        return _ENCODER.encode(value)
    except UnicodeEncodeError:
        # Half a character, which a client may send and an answer quotes: Python's own encoder can write it.
        return json.dumps(msgspec.to_builtins(value, enc_hook=_plain), separators=(",", ":")).encode()


def encoded(value: object, status: int = 200) -> Response:
    """A response with a value as JSON.

    >>> encoded({"tables": []}).body
    b'{"tables":[]}'
    """
    return Response(encode(value), status, media_type=JSON)


def answering(handler: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Response]]:
    """Wrap a handler so that its answer is encoded, unless it is a response already."""

    @wraps(handler)
    async def answer(*args: Any, **values: Any) -> Response:
        value = await handler(*args, **values)
        return value if isinstance(value, Response) else encoded(value)

    return answer


def schema_of(kind: Any) -> dict[str, Any]:
    """Register a type that is sent; returns its reference in the OpenAPI document (see :func:`components`).

    >>> class Drawer(msgspec.Struct):
    ...     '''A drawer of the cage.'''
    >>> schema_of(Drawer)
    {'$ref': '#/components/schemas/Drawer'}
    >>> components()["Drawer"]["description"]
    'A drawer of the cage.'
    >>> del _DESCRIBED[Drawer]
    """
    _DESCRIBED[kind] = None
    return {"$ref": _REF.format(name=kind.__name__)}


def content_of(kind: Any) -> dict[str, Any]:
    """The content of an answer of a type, for the OpenAPI document.

    >>> content_of(dict)
    {'application/json': {'schema': {'type': 'object', 'additionalProperties': True}}}
    """
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return {JSON: {"schema": schema_of(kind) if is_struct else _tidied(msgspec.json.schema(kind))}}


def answers(kind: Any) -> dict[int | str, dict[str, Any]]:
    """The successful answer of an endpoint, for the OpenAPI document.

    >>> answers(dict)
    {200: {'content': {'application/json': {'schema': {'type': 'object', 'additionalProperties': True}}}}}
    """
    return {200: {"content": content_of(kind)}}


def components() -> dict[str, Any]:
    """The description of every type that is sent, by its name."""
    _, made = msgspec.json.schema_components(list(_DESCRIBED), ref_template=_REF)
    described = {name: _tidied(schema) for name, schema in made.items()}
    return described | {name: make() for name, make in REGISTERED.items()}


def _tidied(schema: Any) -> Any:
    """A schema with cleaned docstrings; an object without known fields may have any.

    >>> _tidied({"type": "object", "description": "A page.\\n\\n    Of the book."})
    {'type': 'object', 'description': 'A page.\\n\\nOf the book.', 'additionalProperties': True}
    """
    if isinstance(schema, list):
        return [_tidied(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    tidied = {name: value if name == "examples" else _tidied(value) for name, value in schema.items()}
    if isinstance(tidied.get("description"), str):
        tidied["description"] = cleandoc(tidied["description"])
    if tidied.get("type") == "object" and not tidied.keys() & {"properties", "additionalProperties"}:
        tidied["additionalProperties"] = True
    return tidied
