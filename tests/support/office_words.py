"""The words of the tables: what somebody does in the office, as a card-room person would write it down."""

from fractions import Fraction

from pitboss.errors import PitbossError
from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import Deposit, GiveGuestChips, Withdraw
from pitboss.house.people import proposals
from pitboss.house.people.enrollment import NewEnrollmentCode, code_for
from pitboss.house.people.login import enroll, log_in
from pitboss.house.people.players import ExcludePlayer, LiftExclusion, RegisterPlayer, verify_may_play
from pitboss.house.people.proposals import Propose, Reject, WithdrawProposal, verify_approved
from pitboss.house.people.staff import DeactivateStaff, UnlockStaff
from pitboss.house.records import journal
from pitboss.house.records.audit import AnchorChains
from support.card_room import (
    CHIEF,
    DEPUTY,
    IDS,
    PIN,
    agree,
    approval,
    approved,
    change_role,
    hire,
    hire_chiefs,
    new_pin,
    newcomer,
    office,
)
from support.lists import use_proposal

SETTINGS = {"rules": {"game": "three-card-poker", "progressive": None}}


def cents(dollars):
    amount = Fraction(dollars) * 100
    return int(amount) if amount.denominator == 1 else float(amount)


def dollars(millicents):
    return f"{millicents / 100_000:,.2f}"


class Office:
    """A room and the words of the tables. Each word sends one command, or looks."""

    def __init__(self, room, clock):
        self.room, self.clock = room, clock
        self._codes, self._pins = {}, {}

    def people(self, *listed):
        hire_chiefs(self.room)
        for badge, role in listed:
            hire(self.room, badge, role)

    def do(self, by, operation):
        """What came of it: ok, or the sentence of the refusal."""
        role, _, name = by.partition(" ")
        self.by = Actor(name, Role(role)) if name else None
        word, *rest = operation.split()
        try:
            return getattr(self, word.replace("-", "_"))(*rest) or "ok"
        except PitbossError as error:
            return str(error)

    def holds(self, account):
        with self.room.database.reading() as connection:
            name = account if account in ("desk", "all") else f"wallet:{account}"
            return dollars(journal.balance(connection, self.room.house.property_id, name))

    def _send(self, command):
        code = code_for(self.room, self.by, office(self.room, command, self.by))
        if code is not None:
            self._codes[code.badge] = code.code

    @property
    def _two(self):
        """Whoever proposes, and the one of the first two admins who approves it."""
        return self.by, (CHIEF if self.by == DEPUTY else DEPUTY)

    # ---- staff

    def hire(self, badge, role, *name):
        """Two people hire somebody, who enrolls at once beside the second."""
        self._agreed("add-staff", badge, newcomer(badge, role, " ".join(name)))
        self.enroll(badge, self._two[1].name)

    def role(self, badge, role):
        change_role(self.room, badge, role, self._two)

    def pin(self, old, pin):
        new_pin(self.room, self.by, pin, old)
        self._pins[self.by.name] = pin

    def reset_pin(self, badge):
        """Two people reset a PIN; its owner has not enrolled again yet."""
        self._agreed("reset-pin", badge, {"badge": badge})

    def _agreed(self, kind, badge, content):
        answer = approved(self.room, IDS.new(), kind, badge, content, self._two)
        self._codes[badge] = code_for(self.room, self._two[1], answer).code

    def new_code(self, badge):
        self._send(NewEnrollmentCode(badge))

    def enroll(self, badge, approver, pin=PIN, code=None):
        """Somebody keys in the code that the approver was shown, unless another one is named, and chooses a PIN."""
        beside = (approver, self._pins.get(approver, PIN))
        enroll(self.room, badge, code or self._codes.get(badge, ""), pin, approver=beside)
        self._pins[badge] = pin

    def unlock(self, badge):
        self._send(UnlockStaff(badge))

    def deactivate(self, badge, *reason):
        self._send(DeactivateStaff(badge, " ".join(reason)))

    def reactivate(self, badge):
        agree(self.room, "reactivate-staff", badge, {"badge": badge}, self._two)

    def log_in(self, badge, pin):
        return f"{log_in(self.room, badge, pin).role.value} comes in"

    # ---- players

    def register(self, player, born=None):
        self._send(RegisterPlayer(player, player.title(), born, is_guest=False))

    def guest(self, player, born=None):
        self._send(RegisterPlayer(player, player.title(), born, is_guest=True))

    def exclude(self, player, *until):
        self._send(ExcludePlayer(player, None if until == ("for", "good") else until[-1], "asked for it"))

    def lift(self, player):
        self._send(LiftExclusion(player, "asked in writing"))

    def seat(self, player):
        with self.room.database.reading() as connection:
            day = self.room.house.days.day_of(self.clock.now()).isoformat()
            verify_may_play(connection, self.room.house.property_id, player, day)

    def wait(self, many, unit):
        days = int(many) if unit == "days" else 0
        for _ in range(days):
            # A day of work after the other: without a record of two days the clock would be in doubt.
            self.clock.tick(days=1)
            office(self.room, AnchorChains(), Actor("house", Role.HOUSE))
        if not days:
            self.clock.tick(**{unit: int(many)})

    # ---- cage

    def deposit(self, player, amount, how):
        self._send(Deposit(player, cents(amount), how))

    def withdraw(self, player, amount):
        self._send(Withdraw(player, cents(amount)))

    def play_money(self, player):
        self._send(GiveGuestChips(player))

    # ---- two people

    def propose(self, proposal_id, kind, subject, value=None):
        content = {
            "correct-wallet": lambda: {"player": subject, "cents": cents(value)},
            "return-money": lambda: {"player": subject, "cents": cents(value)},
            "confiscate-money": lambda: {"player": subject, "cents": cents(value)},
            "correct-player": lambda: {"player": subject, "name": subject.title(), "born": value},
            "add-staff": lambda: newcomer(subject, value),
            "change-staff": lambda: {"badge": subject, "name": "Somebody", "role": value, "license": ""},
            "reset-pin": lambda: {"badge": subject},
            "reactivate-staff": lambda: {"badge": subject},
        }.get(kind, lambda: SETTINGS)()
        self._send(Propose(proposal_id, kind, subject, content, "a slip"))

    def approve(self, proposal_id):
        self._send(approval(self.room, proposal_id))

    def reject(self, proposal_id):
        self._send(Reject(proposal_id, "not so"))

    def take_back(self, proposal_id):
        self._send(WithdrawProposal(proposal_id))

    def status(self, proposal_id):
        with self.room.database.reading() as connection:
            return proposals.find(connection, self.room.house.property_id, proposal_id).status

    def use(self, proposal_id, kind, subject, *other):
        """As a table does when it is created or set anew."""
        content = SETTINGS | dict.fromkeys(other, True)
        days = self.room.house.days
        today = days.day_of(self.clock.now()).isoformat()
        stamp = journal.Stamp(self.room.house.property_id, f"table:{subject}", 1, "", today)
        with self.room.database.transaction() as connection:
            verify_approved(connection, stamp, days, proposal_id, kind, subject, content)
            use_proposal(connection, stamp, kind, proposal_id)
