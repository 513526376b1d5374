"""Stories of presses as text: one press per line, the lights after it, and what happened or why it was refused.

Lights, a sign per seat: `.` dark, `o` lit, `#` locked, `~` late; then the key or the spot, then the hand that is lit.
Only the head, the remarks and the presses are read; the rest is told anew. After a change of the rules:

.venv/bin/python tests/progressive/controllers/storyteller.py
"""

import shlex
from dataclasses import fields
from pathlib import Path

from pitboss.progressive.controllers import CONTROLLERS, ControllerError, HandButton, Start

FOLDER = Path(__file__).parent
SIGNS = {"dark": ".", "lit": "o", "locked": "#", "late": "~"}


def read_press(kind, text):
    """A press such as `pay-hand 3`."""
    name, *words = shlex.split(text)
    command = next(command for command in kind.operations if command.operation().replace("_", "-") == name)
    return command(*(value(field.type, word) for field, word in zip(fields(command), words, strict=True)))


def value(kind, word):
    if kind is bool:
        return {"yes": True, "no": False}[word]
    if kind in (int, str):
        return kind(word)
    return tuple(int(number) for number in word.split(","))


def new_controller(head):
    """The controller that the head of a story describes. A star marks a hand that stops the table."""
    buttons = [
        HandButton(word.rstrip("*"), word.rstrip("*").replace("-", " ").capitalize(), word.endswith("*"))
        for word in head["hands"].split()
    ]
    carried = tuple(map(int, head.get("carried", "").split()))
    return CONTROLLERS[head["controller"]](seats=int(head["seats"]), buttons=buttons, start=Start(carried=carried))


def lights(controller):
    view = controller.view()
    sensors = "".join(SIGNS[light] for light in view.sensors.values())
    if controller.name == "aquarius":
        where = view.key_position
    else:
        where = f"spot {view.spot or '-'}{' confirmed' if view.is_confirmed else ''}"
    return " ".join([sensors, where, *(hand.row for hand in view.hands if hand.lit)])


def outcome(controller, press):
    try:
        return "; ".join(event.sentence for event in controller.do(press))
    except ControllerError as error:
        return f"REFUSED: {error}"


def tell(text):
    """A story told anew."""
    head_text, _, body = text.partition("\n\n")
    head = dict(line.split(": ", 1) for line in head_text.splitlines() if not line.startswith("#"))
    controller = new_controller(head)
    rows = [tell_line(controller, line.split(" | ")[0].strip()) for line in body.splitlines()]
    press, shown = (max(len(row[column]) for row in rows if len(row) > 1) for column in (0, 1))
    lines = [f"{row[0]:<{press}} | {row[1]:<{shown}} | {row[2]}" if len(row) > 1 else row[0] for row in rows]
    return "\n".join([head_text, "", *lines]) + "\n"


def tell_line(controller, text):
    if text.startswith("LCD:"):
        return [f"LCD: {controller.lcd}"]
    if not text or text.startswith("#"):
        return [text]
    result = outcome(controller, read_press(type(controller), text))
    return [text, lights(controller), result]


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.txt")):
        file.write_text(tell(file.read_text(encoding="utf-8")), encoding="utf-8")
