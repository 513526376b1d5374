"""Tell every playthrough in tests/playthroughs anew, from its commands. Look at the difference before you commit it.

.venv/bin/python scripts/playthroughs.py [--check]
"""

import sys
from pathlib import Path

from pitboss.games.transcript import read_transcript, tell

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"


def main() -> None:
    """Rewrite what changed, or with --check only name it."""
    changed = []
    for file in sorted(FOLDER.rglob("*.txt")):
        text = file.read_text(encoding="utf-8")
        told = tell(read_transcript(text))
        if told != text:
            changed.append(str(file.relative_to(FOLDER)))
            if "--check" not in sys.argv:
                file.write_text(told, encoding="utf-8")
    print("\n".join(changed) or "every playthrough goes as written")
    sys.exit(bool(changed) and "--check" in sys.argv)


if __name__ == "__main__":
    main()
