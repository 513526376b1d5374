"""Fortune San Lo Poker over random legal play: see tests/support/conformance.py for what must hold."""

from hypothesis import strategies as st

from pitboss.cards import DECK_53
from pitboss.games.audience import PUBLIC
from pitboss.games.fortune_san_lo import FortuneSanLoRound, FortuneSanLoRules, shipped_house_way, shipped_rule_list
from support.conformance import Conformance
from support.san_lo import BEST_HIGH


class FewOptionsRound(FortuneSanLoRound):
    """A round whose options are few, so that chance asks for the house way and fouls often enough."""

    def options(self):
        listed = super().options()
        if self.want.kind != "decision":
            return listed
        ask, *settings, foul = listed
        return ask, settings[0], settings[len(settings) // 2], foul


class TestConformance(Conformance):
    examples = 60

    def new_round(self, draw):
        rules = FortuneSanLoRules(
            house_way=draw(st.sampled_from([BEST_HIGH, shipped_rule_list(), shipped_house_way()])),
            positions=tuple(draw(st.permutations(range(1, 8)))),
        )
        taken = draw(st.sets(st.integers(1, 7), min_size=1, max_size=7))
        playing = draw(st.sets(st.sampled_from(sorted(taken)), min_size=1))
        round = FewOptionsRound(rules, seats={number: self.player(number, draw) for number in taken})
        for number in sorted(playing):
            main = draw(st.sampled_from([500, 1000, 2500]))
            round.place_wager(number, "main", main)
            for wager in sorted(draw(st.sets(st.sampled_from(["fortune-bonus", "hat-trick", "progressive"])))):
                round.place_wager(number, wager, main if wager == "hat-trick" else 100)
        round.no_more_bets()
        return round

    def player(self, number, draw):
        """Seats 2 and 3 may be one player's."""
        return "player 2" if number == 3 and draw(st.booleans()) else f"player {number}"

    def fresh_deck(self, draw):
        return draw(st.permutations(DECK_53.cards))

    def check_step(self, round, dealt):
        super().check_step(round, dealt)
        on_the_table = [card for seat in round.seats.values() for card in seat.cards] + list(round.dealer_cards)
        assert len(set(on_the_table)) == len(on_the_table)
        assert set(on_the_table) <= set(dealt)
        if round.phase in ("setting", "settling", "over"):
            assert len(set(dealt)) == len(dealt) == 8 * 6
            assert len(on_the_table) == 6 * (1 + len([seat for seat in round.seats.values() if seat.wagers]))

    def check_end(self, round):
        super().check_end(round)
        assert all(seat.setting is not None for seat in round.seats.values() if seat.wagers)
        assert not round.dealer_choice.setting.is_fouled
        for line in round.lines:
            fouled = round.seats[line.seat].setting.is_fouled
            if line.wager in ("main", "hat-trick") and fouled:
                assert line.pay_cents == 0
            if line.wager == "hat-trick" and line.pay_cents:
                main = next(other for other in round.lines if (other.seat, other.wager) == (line.seat, "main"))
                assert main.pay_cents == 2 * main.stake_cents
        unused = {str(number) for number, seat in round.seats.items() if not seat.wagers}
        assert all(round.view(PUBLIC)["seats"][number]["cards"] == [] for number in unused)
