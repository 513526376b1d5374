"""Computes the value of each decision on a hand, given the known cards."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import Card, blackjack_total, card_points, print_cards, shoe
from pitboss.errors import HandSizeError
from pitboss.games.power_blackjack import Hand, PowerBlackjackRules
from pitboss.games.power_blackjack.choices import OPERATIONS, choices
from pitboss.lab.power_blackjack.compiled import compile_rules
from pitboss.lab.question import AdviceError

if TYPE_CHECKING:
    from pitboss.lab.power_blackjack.tables import Ints


class Option(NamedTuple):
    """A decision and its average value, in units of the bet, given that the dealer has no blackjack.

    >>> Option("power-double", 0.7).words
    'power double'
    """

    name: str
    value: float

    @property
    def words(self) -> str:
        """The decision in words."""
        return self.name.replace("-", " ")


def advise(
    cards: Sequence[Card],
    up_card: Card,
    rules: PowerBlackjackRules | None = None,
    *,
    hands: int = 1,
    seen: Sequence[Card] = (),
) -> list[Option]:
    """Every decision on a hand, the best first.

    ``hands`` is how many the seat has after its splits. Cards ``seen`` elsewhere, as at other seats, are removed from
    the shoe.

    >>> from pitboss.cards import parse_card, parse_cards
    >>> [option.name for option in advise(parse_cards("Ts 6d"), parse_card("9h"))]
    ['power-split', 'hit', 'stand', 'double']
    >>> advise(parse_cards("Ks As"), parse_card("6d"))
    Traceback (most recent call last):
    pitboss.lab.question.AdviceError: Ks As: blackjack, with nothing to decide
    """
    rules = rules or PowerBlackjackRules()
    shoe(rules.decks).check((*cards, up_card, *seen))
    if not 1 <= hands <= rules.hands_per_seat:
        raise AdviceError(f"{hands} hands at a seat: allowed are 1 to {rules.hands_per_seat}")
    if len(cards) < 2:
        raise HandSizeError(f"a hand to decide on has at least 2 cards, not {len(cards)}")
    total = blackjack_total(cards, after_split=hands > 1)
    if total.total >= 21:
        raise AdviceError(f"{print_cards(cards)}: {total.sentence}, with nothing to decide")
    hand = Hand(cards=tuple(cards), is_split=hands > 1)
    allowed = {OPERATIONS[kind].replace("_", "-") for kind in choices(rules, [hand] * hands, hand)}
    values = _values(cards, up_card, rules, hands, seen)
    return _best_first({name: value for name, value in values.items() if name in allowed})


def advise_replacing(
    cards: Sequence[Card], up_card: Card, rules: PowerBlackjackRules | None = None, seen: Sequence[Card] = ()
) -> list[Option]:
    """Whether to keep or to replace the third card, which is that of a power double.

    >>> from pitboss.cards import parse_card, parse_cards
    >>> advise_replacing(parse_cards("6s 5d 7h"), parse_card("9h"))[0].words
    'replace card'
    """
    from pitboss.lab.power_blackjack.against import Against  # noqa: PLC0415 (the kernels)

    rules = rules or PowerBlackjackRules()
    shoe(rules.decks).check((*cards, up_card, *seen))
    two = blackjack_total(cards[:2])
    if len(cards) != 3 or two.soft or two.total not in (10, 11) or not rules.power_double:
        raise AdviceError(f"{print_cards(cards)} is not hard 10 or 11 and the card of a power double")
    against = Against(compile_rules(rules), _shoe_without(rules, (up_card, *seen)), card_points(up_card) - 1)
    hand = against.hand(*(card_points(card) - 1 for card in cards[:2]))
    against.value_power_double(hand)
    keep, replace = against.replacing[hand][card_points(cards[2]) - 1].tolist()
    return _best_first({"keep-card": keep, "replace-card": replace})


def _best_first(values: Mapping[str, float]) -> list[Option]:
    return sorted((Option(name, value) for name, value in values.items()), key=lambda option: -option.value)


def advise_insurance(
    cards: Sequence[Card], rules: PowerBlackjackRules | None = None, seen: Sequence[Card] = ()
) -> Fraction:
    """The exact average net win of a unit of insurance against an ace, with these cards in hand.

    >>> from pitboss.cards import parse_cards
    >>> advise_insurance(parse_cards("Ts Td"))
    Fraction(-9, 103)
    """
    rules = rules or PowerBlackjackRules()
    if not rules.insurance:
        raise AdviceError("this table does not offer insurance")
    known = [*cards, *seen]
    shoe(rules.decks).check(known)
    tens = 16 * rules.decks - sum(card_points(card) == 10 for card in known)
    chance = Fraction(tens, 52 * rules.decks - 1 - len(known))
    return chance * rules.insurance_pays.amount - (1 - chance)


def _values(
    cards: Sequence[Card], up_card: Card, rules: PowerBlackjackRules, hands: int, seen: Sequence[Card]
) -> Mapping[str, float]:
    from pitboss.lab.power_blackjack.against import OPTIONS, Against  # noqa: PLC0415 (the kernels)
    from pitboss.lab.power_blackjack.splitting import PairingTens  # noqa: PLC0415

    # A hand of a split seat may be split into as many hands as the seat may still have.
    compiled = compile_rules(rules)._replace(hands_per_seat=max(rules.hands_per_seat - hands + 1, 2))
    against = Against(compiled, _shoe_without(rules, (up_card, *seen)), card_points(up_card) - 1)
    values = sorted(card_points(card) - 1 for card in cards)
    if len(cards) != 2:
        return dict(zip(OPTIONS, against.values[against.hand(*values)].tolist(), strict=False))
    ten = next((card.rank for card in cards if card_points(card) == 10), None)
    tens: tuple[PairingTens, ...] = ()
    if ten is not None and not rules.split_equal_value:
        known = sum(card.rank is ten for card in (*cards, up_card, *seen))
        tens = (PairingTens(1.0, 4 * rules.decks - known),)
    return dict(zip(OPTIONS, against.value_start(values[0], values[1], tens).tolist(), strict=True))


def _shoe_without(rules: PowerBlackjackRules, known: Sequence[Card]) -> "Ints":
    from pitboss.lab.power_blackjack.solution import full_shoe  # noqa: PLC0415 (the kernels)

    left = full_shoe(rules.decks)
    for card in known:
        left[card_points(card) - 1] -= 1
    return left
