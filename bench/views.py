"""What it costs to answer with the tables of a room: as Structs, and as the models of pydantic that they replaced.

python bench/views.py
"""

import json
from timeit import repeat

import msgspec
from fastapi.encoders import jsonable_encoder
from pydantic import create_model

from pitboss.house.tables.views import TableLine
from pitboss.server.encoding import encode

TABLES, TIMES, ROUNDS = 20, 200, 7

LINE = {
    "table": "T1",
    "game": "three-card-poker",
    "status": "open",
    "dealer": "house",
    "cards": "electronic",
    "meter": "M1",
    "seats": 6,
    "players": 3,
    "lit_hand": None,
    "round_number": 12,
}
Model = create_model("Model", **{each.name: (each.type, ...) for each in msgspec.structs.fields(TableLine)})


def as_structs() -> bytes:
    """Build every line, and encode all once."""
    return encode({"tables": [TableLine(**LINE) for _ in range(TABLES)]})


def as_models() -> bytes:
    """Build every line, make them plain, and write them: what an answer cost before."""
    told = jsonable_encoder({"tables": [Model(**LINE) for _ in range(TABLES)]})
    return json.dumps(told, separators=(",", ":")).encode()


if __name__ == "__main__":
    assert json.loads(as_structs()) == json.loads(as_models())
    of_structs, of_models = (min(repeat(work, number=TIMES, repeat=ROUNDS)) / TIMES for work in (as_structs, as_models))
    print(f"{TABLES} tables: {of_structs * 1e6:.1f} µs as Structs, {of_models * 1e6:.1f} µs as models")
    print(f"ratio: {of_models / of_structs:.1f}")
