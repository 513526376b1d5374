"""Where proofs write down what they found, by day."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def write_result(name: str, now: datetime, result: dict[str, Any]) -> Path:
    """Keep the result of a proof; the file that has it."""
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{now:%Y-%m-%d}-{name}.json"
    file.write_text(json.dumps(result, indent=2) + "\n")
    return file
