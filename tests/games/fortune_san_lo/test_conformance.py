"""Fortune San Lo Poker over random play: see tests/support/conformance.py for what must hold."""

from hypothesis import strategies as st

from pitboss.cards import DECK_53
from pitboss.games.audience import PUBLIC
from pitboss.games.fortune_san_lo import FortuneSanLoRules, shipped_house_way, shipped_rule_list
from pitboss.games.table import Limit
from pitboss.paytables import Game
from support.conformance import Conformance
from support.san_lo import BEST_HIGH
from support.seating import any_amount, any_paytable

ORDER = FortuneSanLoRules().settling_order
LIMITS = [{}, {"main": Limit(100, 20_000, 100), "progressive": Limit(500, 500, 500)}]


class TestConformance(Conformance):
    game = Game.FORTUNE_SAN_LO
    deck = DECK_53

    def rules(self, draw):
        return FortuneSanLoRules(
            limits=draw(st.sampled_from(LIMITS)),
            adjacent_seats=draw(st.booleans()),
            fortune_bonus=any_paytable(draw, self.game, "fortune-bonus"),
            progressive=any_paytable(draw, self.game, "progressive"),
            hat_trick=draw(st.booleans()),
            house_way=draw(st.sampled_from([BEST_HIGH, shipped_rule_list(), shipped_house_way()])),
            positions=tuple(draw(st.permutations(range(1, 8)))),
            settling_order=tuple(draw(st.permutations(ORDER))),
        )

    def bets(self, rules, draw):
        main = any_amount(draw, rules, "main")
        extra = [wager for wager in rules.offered()[1:] if draw(st.booleans())]
        found = {"main": main} | {wager: any_amount(draw, rules, wager) for wager in extra}
        return found | {wager: min(main, 10_000) for wager in extra if wager == "hat-trick"}

    def go_together(self, rules, wagers):
        return "main" in wagers and wagers.get("hat-trick", 0) <= wagers["main"]

    def choices(self, round):
        """Few settings, so that chance asks for the house way and fouls often enough."""
        listed = round.options()
        if round.awaiting.kind != "decision":
            return listed
        ask, *legal, foul = listed
        return ask, legal[0], legal[len(legal) // 2], foul

    def check_hidden(self, round, deck, told):
        super().check_hidden(round, deck, told)
        on_the_table = [card for seat in round.seats.values() for card in seat.cards] + list(round.dealer_cards)
        assert len(set(on_the_table)) == len(on_the_table)
        assert not set(on_the_table) & set(deck)
        if round.phase in ("setting", "settling", "over"):
            assert len(deck) == 53 - 8 * 6

    def check_settled(self, round, playing):
        super().check_settled(round, playing)
        assert all(round.seats[number].setting is not None for number in playing)
        assert not round.dealer_choice.setting.is_fouled
        for line in round.lines:
            fouled = round.seats[line.seat].setting.is_fouled
            if line.wager in ("main", "hat-trick") and fouled:
                assert line.pay_cents == 0
            if line.wager == "hat-trick" and line.pay_cents:
                main = next(other for other in round.lines if (other.seat, other.wager) == (line.seat, "main"))
                assert main.pay_cents == 2 * main.stake_cents
        unused = {number for number in round.seats if number not in playing}
        assert all(round.view(PUBLIC).seats[number].cards == [] for number in unused)
