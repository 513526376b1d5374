"""Who sits where and bets what, at random: two seats of one player, changed minds, seats that sit a round out."""

from hypothesis import strategies as st

from pitboss.games.command import NoMoreBets, PlaceWager, TakeBack
from pitboss.paytables import load_catalogue

CATALOGUE = load_catalogue()


def any_paytable(draw, game, wager, *, optional=True):
    """Every paytable of the catalogue for a wager, or none where the table may do without the wager."""
    return draw(st.sampled_from([None] * optional + CATALOGUE.for_wager(game, wager)))


def take_seats(draw, rules, most):
    """Players by seat; neighbours may be one and the same where the table allows it."""
    numbers = sorted(draw(st.sets(st.integers(1, rules.seats), min_size=1, max_size=min(most, rules.seats))))
    players = {number: f"player {number}" for number in numbers}
    for number in numbers if rules.adjacent_seats else ():
        if players.get(number - 1) == f"player {number - 1}" and draw(st.booleans()):
            players[number] = players[number - 1]
    return players


def amounts(rules, wager):
    """What may be wagered: the least, the next, the most."""
    limit = rules.limit(wager)
    return sorted(
        {limit.minimum_cents, min(limit.minimum_cents + limit.unit_cents, limit.maximum_cents), limit.maximum_cents}
    )


def any_amount(draw, rules, wager):
    return draw(st.sampled_from(amounts(rules, wager)))


def change_minds(round, chance):
    """Some wagers are placed, changed and taken back before the bets are closed."""
    for _ in range(chance.randrange(10)):
        seat, wager = chance.choice(list(round.seats)), chance.choice(round.rules.offered())
        cents = chance.choice(amounts(round.rules, wager))
        command = chance.choice([PlaceWager(seat, wager, cents), PlaceWager(seat, wager, cents), TakeBack(seat, wager)])
        if round.can(command):
            round.do(command)


def bet(round, bets, draw):
    """Bets that go together at some seats at least, unless what lies there after all changes of mind will do."""
    if round.can(NoMoreBets()) and draw(st.booleans()):
        return
    for number, seat in round.seats.items():
        for wager in list(seat.wagers):
            if round.can(TakeBack(number, wager)):
                round.do(TakeBack(number, wager))
    for number in sorted(draw(st.sets(st.sampled_from(list(round.seats)), min_size=1))):
        for wager, cents in bets(round.rules, draw).items():
            if wager != "progressive" or number not in round.lit:
                round.do(PlaceWager(number, wager, cents))
