"""The books of a day in words that a card-room person uses: a line per operation, what came of it, and what it touched.

A cell is empty where an operation leaves the account alone, and tells the balance after it where it does not. An
operation that touches an account without a column fails. Only the heads, remarks and the first two columns are read;
the rest is written again. A head that begins "dealt by hand" has live cards with an Aquarius keypad. After a change of
the rules:

PYTHONPATH=tests .venv/bin/python tests/support/ledger_words.py
"""

import re
import tempfile
from decimal import Decimal
from fractions import Fraction
from itertools import takewhile
from pathlib import Path

from pitboss.cards import parse_cards
from pitboss.errors import PitbossError
from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import Deposit, Withdraw
from pitboss.house.storage.database import Database
from pitboss.house.tables.commands import (
    AuthorizeJackpot,
    AwardEnvy,
    BuyInFromWallet,
    BuyInWithCash,
    CashOut,
    CloseTable,
    CountDrop,
    Credit,
    DealCards,
    Fill,
    FollowGuide,
    LeaveSeat,
    MarkFold,
    NameWinner,
    OpenTable,
    PayBooked,
    RejectJackpot,
    ReplaceShuffler,
    ReportMalfunction,
    ResumeTable,
    StartRound,
    SuspendTable,
    TakeSeat,
    VerifyJackpot,
)
from pitboss.house.tables.settings import CardKind
from pitboss.paytables import Game, print_dollars
from support.card_room import FakeClock
from support.floor import ACCOUNTING, DEALER_7, EXECUTIVE, HOUSE, SUPERVISOR, SURVEILLANCE, Floor, told

FOLDER = Path(__file__).parents[1] / "house" / "ledger"
PEOPLE = {
    "dealer": DEALER_7,
    "supervisor": SUPERVISOR,
    "executive": EXECUTIVE,
    "accounting": ACCOUNTING,
    "surveillance": SURVEILLANCE,
    "house": HOUSE,
}
ACCOUNTS = {
    "tray": "tray:T1",
    "felt": "felt:T1",
    "drop": "drop:T1",
    "custody": "custody:M1",
    "fed": "contribution:T1",
    "variance": "house:variance:T1",
    "table result": "house:table-result:T1",
    "expense": "house:expense",
    "seed": "seed:M1",
    "jackpots": "house:jackpots",
    "desk": "desk",
}


BY_HAND = "dealt by hand, "
SAN_LO_BY_HAND = "San Lo dealt by hand, "
"""How the head of a live-card table begins: of Three Card Poker, or of Fortune San Lo."""


def cents(dollars):
    amount = Fraction(dollars) * 100
    assert amount.denominator == 1
    return int(amount)


def account_of(column):
    if column.startswith("chips "):
        return f"chips:T1:{column.split()[1]}"
    return ACCOUNTS.get(column, f"wallet:{column}")


class Books:
    """Table T1 with meter M1, not open yet, and the words of the lines. Its game and cards are in the head."""

    def __init__(self, database, key, clock, players, head):
        cards = CardKind.LIVE if head.startswith((BY_HAND, SAN_LO_BY_HAND)) else CardKind.ELECTRONIC
        is_san_lo = head.startswith(SAN_LO_BY_HAND)
        self.floor = Floor(database, key, clock)
        self.floor.meter("M1", "FSLPP-01" if is_san_lo else "TCPP-1")
        game = Game.FORTUNE_SAN_LO if is_san_lo else Game.THREE_CARD_POKER
        self.floor.table("T1", game, meter="M1", opener=0, cards=cards)
        for name, dollars in players:
            self.floor.player(name, dollars)

    def do(self, by, operation):
        """What came of it."""
        role, _, name = by.partition(" ")
        self.by = Actor(name, Role.PLAYER) if role == "player" else PEOPLE[role]
        word, *rest = operation.split()
        try:
            return getattr(self, word.replace("-", "_"))(*rest)
        except PitbossError as error:
            return f"REFUSED: {error}"

    def _at(self, command):
        return retold(self.floor.at("T1", command, self.by))

    def _act(self, do, **values):
        return retold(self.floor.act("T1", do, self.by, **values))

    def _office(self, command):
        return retold(self.floor.office(command, self.by))

    # ---- the table

    def open(self, dollars):
        return self._at(OpenTable(cents(dollars)))

    def close(self, dollars):
        return self._at(CloseTable(cents(dollars)))

    def fill(self, dollars):
        return self._at(Fill(cents(dollars)))

    def credit(self, dollars):
        return self._at(Credit(cents(dollars)))

    def count(self, dollars):
        return self._at(CountDrop(cents(dollars)))

    def suspend(self, *reason):
        return self._at(SuspendTable(" ".join(reason)))

    def resume(self):
        return self._at(ResumeTable())

    # ---- seats

    def sit(self, seat, player):
        return self._at(TakeSeat(int(seat), player))

    def leave(self, seat):
        return self._at(LeaveSeat(int(seat)))

    def buy_in(self, seat, dollars, paid_from):
        kind = {"cash": BuyInWithCash, "wallet": BuyInFromWallet}[paid_from]
        return self._at(kind(int(seat), cents(dollars)))

    def cash_out(self, seat, dollars):
        return self._at(CashOut(int(seat), cents(dollars)))

    # ---- the round

    def start(self, *hands):
        """Such as ``start 2=As,Ks,Qs dealer=Jh,8c,3c``."""
        read = {who: text.replace(",", " ") for who, _, text in (hand.partition("=") for hand in hands)}
        assert all(len(parse_cards(text)) == 3 for text in read.values())
        dealer = read.pop("dealer", "")
        self.floor.entropy.stack(Game.THREE_CARD_POKER, {int(seat): text for seat, text in read.items()}, dealer)
        return self._at(StartRound())

    def bet(self, seat, wager, dollars):
        return self._act("place-wager", seat=int(seat), wager=wager, cents=cents(dollars))

    def take_back(self, seat, wager):
        return self._act("take-back", seat=int(seat), wager=wager)

    def no_more_bets(self):
        return self._act("no-more-bets")

    def deal(self):
        """Every packet."""
        packets = 0
        while self.floor.awaiting("T1").kind == "cards":
            self.floor.at("T1", DealCards(), self.by)
            packets += 1
        return f"{packets} packets"

    def play(self, seat):
        return self._act("play", seat=int(seat))

    def fold(self, seat):
        return self._act("fold", seat=int(seat))

    def reveal(self):
        return self._act("reveal-dealer")

    def settle(self, seat):
        return self._act("settle", seat=int(seat))

    def void(self, *reason):
        return self._act("void", reason=" ".join(reason))

    def stops(self, *fault):
        return self._at(ReportMalfunction(" ".join(fault)))

    def guide(self, word):
        return self._at(FollowGuide({"helps": True, "fails": False}[word]))

    def replace(self):
        """The first six steps."""
        return [self._at(ReplaceShuffler(step)) for step in range(1, 7)][-1]

    def resume_play(self):
        """The seventh."""
        return self._at(ReplaceShuffler(7))

    # ---- a jackpot

    def verify(self, seat):
        return self._at(VerifyJackpot(int(seat)))

    def authorize(self, seat):
        return self._at(AuthorizeJackpot(int(seat), "licence WDL-1", "W-2G 17"))

    def reject(self, seat, *reason):
        return self._at(RejectJackpot(int(seat), " ".join(reason)))

    # ---- the keypad, at live cards

    def _press(self, do, **values):
        return retold(self.floor.press("T1", do, self.by, **values))

    def chips(self, *seats):
        """A progressive wager on the sensor of each of these seats."""
        return [self._press("place-chip", seat=int(seat)) for seat in seats][-1]

    def coin_in(self):
        return self._press("press-coin-in")

    def hand(self, row):
        return self._press("press-hand", row=row)

    def pay_hand(self, seat):
        return self._press("pay-hand", seat=int(seat))

    def key(self, position):
        return self._press("turn-key", position=position)

    def j_pot(self, seat):
        return self._press("press-j-pot", seat=int(seat))

    def name_winner(self, seat, right=None):
        """The seat, and ``none`` or ``one`` for the seats farther right where they are asked about."""
        return self._at(NameWinner(int(seat), right and right == "none"))

    def mark_fold(self, seat):
        return self._at(MarkFold(int(seat)))

    def award_envy(self, seat, row):
        return self._at(AwardEnvy(int(seat), row))

    def pay_envy(self, seat):
        return self._press("pay-envy", seat=int(seat))

    def game_over(self):
        return self._press("press-game-over")

    def void_game(self, *reason):
        return self._press("void-game", reason=" ".join(reason))

    def return_wager(self, seat):
        return self._press("return-wager", seat=int(seat))

    def pay_booked(self, jackpot_id):
        return self._at(PayBooked(jackpot_id, "ann", "licence WDL-1", "W-2G 17"))

    # ---- the cage

    def deposit(self, player, dollars):
        return self._office(Deposit(player, cents(dollars), "cash"))

    def withdraw(self, player, dollars):
        return self._office(Withdraw(player, cents(dollars)))


MONEY = (
    "seat-settled",
    "wagers-settled",
    "money-moved",
    "progressive-paid",
    "envy-paid",
    "meter-rose",
    "jackpot-changed",
)


def retold(answer):
    """What happened with the money; else the last thing that happened."""
    events = told(answer)
    return "; ".join(map(said, [event for event in events if event["event"] in MONEY] or events[-1:]))


def said(event):
    """An event as the record has it, in words."""
    match event:
        case {"event": "seat-settled" | "wagers-settled"}:
            return "; ".join(f"{line['wager']} {line['outcome']}" for line in event["lines"])
        case {"event": "table-changed"}:
            return f"{event['status']}: {event['words']}"
        case {"event": "meter-rose"}:
            return f"the meter shows {print_dollars(event['shown_cents'])}"
        case {"event": "round-started"}:
            return f"round {event['number']}"
        case {"event": "seat-left"}:
            return f"leaves with {print_dollars(event['cents'])}"
        case {"event": "round-voided"}:
            return f"void: {event['reason']}"
        case {"event": "envy-paid"}:
            return f"envy of {print_dollars(event['cents'])} for seat {event['seat']}"
        case {"event": "progressive-paid"}:
            return f"progressive wins {print_dollars(event['cents'])}: {event['hand']}"
        case {"what": what, "cents": amount}:
            return f"{what} of {print_dollars(amount)}"
        case _:
            return event.get("words") or event["event"].replace("-", " ")


# ---- the tables


def blocks(text):
    """The remarks before a table, and its head, columns and lines."""
    for part in re.split(r"\n\s*\n", text.strip()):
        lines = part.splitlines()
        remarks = list(takewhile(lambda line: line.startswith("#"), lines))
        yield remarks, *lines[len(remarks) : len(remarks) + 2], lines[len(remarks) + 2 :]


def tell(text, new_books):
    """The tables of a file, told anew."""
    return "\n\n".join(tell_block(new_books, *block) for block in blocks(text)) + "\n"


def tell_block(new_books, remarks, head, columns, lines):
    names = cells(columns)[2:-1]
    listed = [words.split() for words in head.rpartition("players ")[2].split(", ")]
    books = new_books([(name, int(dollars)) for name, dollars in listed], head)
    before = books.floor.balances()
    rows = [["", "the day begins", *(amount(before, name) for name in names), ""]]
    for line in lines[1:]:
        if line.startswith("#"):
            rows.append([line])
            continue
        by, operation, *_ = cells(line)
        result = books.do(by, operation)
        after = books.floor.balances()
        rows.append([by, operation, *touched(before, after, names, line), result])
        before = after
    return "\n".join([*remarks, head, *aligned([cells(columns), *rows])])


def touched(before, after, names, line):
    """The balances that changed; each must have its column."""
    changed = {name for name in before.keys() | after.keys() if before.get(name, 0) != after.get(name, 0)}
    missing = changed - set(map(account_of, names))
    assert not missing, f"{line}: no column for {missing}"
    return [amount(after, name) if account_of(name) in changed else "" for name in names]


def amount(balances, name):
    millicents = balances.get(account_of(name), 0)
    places = 2 if millicents % 1000 == 0 else 5
    return f"{Decimal(millicents) / 100_000:,.{places}f}"


def cells(line):
    return [cell.strip() for cell in line.split("|")]


def aligned(rows):
    """Words to the left, amounts to the right; a remark stands as it is."""
    full = [row for row in rows if len(row) > 1]
    widths = [max(len(row[column]) for row in full) for column in range(len(full[0]) - 1)]
    for row in rows:
        *others, result = row
        padded = [
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(others, widths, strict=False))
        ]
        yield " | ".join([*padded, result]).rstrip()


def _tell_again(path):
    with tempfile.TemporaryDirectory() as folder:
        made = []

        def new_books(players, head):
            place = Path(folder) / f"{len(made)}.db"
            made.append(Database(str(place)))
            return Books(made[-1], place.with_suffix(".key"), FakeClock(), players, head)

        path.write_text(tell(path.read_text(encoding="utf-8"), new_books), encoding="utf-8")
        for database in made:
            database.close()


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.txt")):
        _tell_again(file)
