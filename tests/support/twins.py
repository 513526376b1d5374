"""A round again with other cards where somebody may not look. To that audience the two must look the same."""

from dataclasses import replace


def fresh(round):
    """The round before its first command."""
    seats = {number: seat.player for number, seat in round.seats.items()}
    return type(round)(round.rules, seats=seats, lit=round.lit)


def twin(round, deck, known, chance):
    """The round with the cards that are not known, dealt or not, exchanged among each other."""
    unknown = [card for card in deck.cards if str(card) not in known]
    other = dict(zip(unknown, chance.sample(unknown, len(unknown)), strict=True))
    again = fresh(round)
    for command in round.commands:
        again.do(_exchanged(command, other))
    return again


def _exchanged(command, other):
    if not hasattr(command, "cards"):
        return command
    return replace(command, cards=tuple(other.get(card, card) for card in command.cards))


def seen(round, audience):
    """Everything that an audience is shown of a round."""
    return round.view(audience), [event.seen_by(audience) for event in round.events]
