"""Commands in a text that a card-room person can read: who does it, what they type, and what they see."""


def read_lines(file):
    """The lines of a file: its place, the badge (nobody's for a dash), what is typed, and what is expected."""
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            badge, typed, expected = (cell.strip() for cell in line.split(" | "))
            found.append((f"{file.name}, line {number}", None if badge == "-" else badge, typed, expected))
    return found
