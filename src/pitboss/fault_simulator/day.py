"""One simulated day: each step follows from the seed and its own number, and all invariants are checked after it.

A history is a list of step numbers. Any part of it can be run alone, which is how a failing history is made shorter.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from pitboss.bots.chance import Chance
from pitboss.errors import PitbossError
from pitboss.fault_simulator import misuse, people
from pitboss.fault_simulator.errors import BrokenError, PlugPulledError
from pitboss.fault_simulator.faults import OF_THE_DISK, OF_THE_NETWORK, Fault
from pitboss.fault_simulator.messages import Message, Network
from pitboss.fault_simulator.scene import EVERYBODY, PLAYERS
from pitboss.fault_simulator.sites import Site
from pitboss.fault_simulator.stage import METERS, TABLES, Stage
from pitboss.games.audience import PUBLIC, player
from pitboss.house.answers import Answer
from pitboss.house.errors import StorageError, UnknownError
from pitboss.house.people.proposals import Approve, Propose, Reject, approval
from pitboss.house.room import AUTO_DEALER
from pitboss.sources import SeededEntropy

BUSY: Final = (*TABLES, "T1", "U", "F")
"""The tables at which steps happen; a table that is listed twice is picked twice as often."""

DEALT_BY_HOUSE: Final = ("T2", "B")
HOUR: Final = 3600

DISK_IN_1000, NETWORK_IN_1000, STALE_IN_1000 = 20, 50, 10
"""How many of a thousand messages meet each kind of trouble."""

DONE, REPEATED, REFUSED, FAILED, DIED = "done", "repeated", "refused", "failed", "died"
DEALT: Final = "done by the auto-dealer"


class Day:
    """A day in the simulated room."""

    def __init__(self, site: Site, seed: str) -> None:
        self._seed, self._stage = seed, Stage(site, seed)
        self.network = Network()
        self.outcomes: Counter[str] = Counter()
        self.faults: Counter[Fault] = Counter()
        self.played: list[int] = []
        """The steps so far."""
        self.story: list[str] = []
        """What happened, one line for each event."""
        self._pending: str | None = None
        """The id of the last proposal."""
        self._at: str | None = None
        """The table that got the last command."""
        self._seen: dict[str, int] = {}
        """The version of each table that a client last saw."""

    # ---- steps

    def run(self, steps: Iterable[int], calm: frozenset[int] = frozenset()) -> None:
        """Run the steps of a history, without faults in the calm ones, and then close the day."""
        for number in steps:
            self.step(number, is_calm=number in calm)
        self.close()

    def step(self, number: int, *, is_calm: bool = False) -> None:
        """Run one step, and check everything after it."""
        self.played.append(number)
        self._begin(number, is_calm)
        table_id = self._chance.pick(BUSY)
        # Most people at a table are connected to the same server, but not all.
        server = (TABLES.index(table_id) + (self._chance.below(100) < 5)) % len(self._stage.servers)
        try:
            self._act(table_id, server)
        except PlugPulledError as reason:
            self._die(server, table_id, reason.args[0])
        self._stage.disk.disarm()
        self._verify(server)

    def _begin(self, number: int, is_calm: bool) -> None:
        self._number, self._is_calm = number, is_calm
        self._chance = Chance(SeededEntropy(f"{self._seed} step {number}"))
        self._stage.entropy.use_step(number)
        self._stage.clock.move(self._chance.below(4))

    def _act(self, table_id: str, server: int) -> None:
        kind = self._chance.below(1000)
        if self._stage.is_clock_in_doubt and kind < 100:
            # No new round begins until two people have acknowledged the clock, so make that likely.
            self._send(self._new_in_office(), server)
        elif kind < 740:
            self._send(self._new_at_table(table_id, server), server)
        elif kind < 820:
            self._deal(server)
        elif kind < 870:
            self._send(self._new_in_office(), server)
        elif kind < 930:
            self._send_again(server)
        elif kind < 980:
            self._misbehave(table_id, server)
        elif kind < 998:
            self._jump()
        else:
            self.faults[Fault.RESTART] += 1
            self._stage.restart(server, table_id)

    def _note(self, words: str) -> None:
        self.story.append(f"{self._number}. {words}")

    def _verify(self, server: int) -> None:
        self.faults.update(self._stage.disk.struck)
        self._stage.disk.struck.clear()
        audiences = (PUBLIC, player(self._chance.below(len(PLAYERS)) + 1))
        fresh = self._stage.verify(server, audiences, self._at)
        self.outcomes[DEALT] += sum(record.actor == str(AUTO_DEALER) for record in fresh)
        self._at = None

    def close(self) -> None:
        """End the day without faults: send waiting messages again, and check the whole room from end to end."""
        self._begin(-1, is_calm=True)
        for message in self.network.waiting():
            self.network.take(message)
            self._deliver(message, 0)
        self._verify(0)
        self._stage.verify_whole()

    def leave(self) -> None:
        """Stop the servers."""
        self._stage.leave()

    # ---- what happens

    def _new_at_table(self, table_id: str, server: int) -> Message:
        command, by = people.next_at_table(self._stage.servers[server].room.table(table_id), self._chance)
        in_office = isinstance(command, Propose | Reject)
        return Message(f"s{self._number}", None if in_office else table_id, command, by)

    def _new_in_office(self) -> Message:
        if self._stage.is_clock_in_doubt and self._pending is None:
            command, by = people.about_the_clock(self._number)
        else:
            command, by = people.in_office(self._number, self._read_pending(), METERS, self._chance)
        self._pending = getattr(command, "proposal_id", None) if command.slug() == "propose" else None
        return Message(f"s{self._number}", None, command, by)

    def _read_pending(self) -> Approve | None:
        """The command that approves the last proposal; the proposal may never have arrived."""
        if self._pending is None:
            return None
        room = self._stage.servers[0].room
        with room.database.reading() as connection:
            try:
                return approval(connection, room.property_id, self._pending)
            except UnknownError:
                return Approve(self._pending, "")

    def _send(self, message: Message, server: int) -> None:
        """Send a message, with a chance of network or disk trouble."""
        trouble = 1000 if self._is_calm else self._chance.below(1000)
        if trouble < DISK_IN_1000:
            self._arm(server)
            self._deliver(message, server)
        elif (trouble := trouble - DISK_IN_1000) < NETWORK_IN_1000:
            self._lose(message, server, self._chance.pick(OF_THE_NETWORK))
        else:
            if trouble - NETWORK_IN_1000 < STALE_IN_1000 and message.table_id is not None:
                self.faults[Fault.STALE] += 1
                message.version = self._seen.get(message.table_id, 1)
            self._deliver(message, server)

    def _arm(self, server: int) -> None:
        """Arm a fault of the disk, or let another server write first."""
        disk, other = self._stage.disk, (server + 1) % len(self._stage.servers)
        fault, passes, minutes = self._chance.pick(OF_THE_DISK), self._chance.below(8), self._chance.below(10) + 1

        def race() -> None:
            message = self._new_at_table(self._chance.pick(TABLES), other)
            message.command_id = f"r{self._number}"
            self._deliver(message, other)

        disk.on_slow, disk.on_race = lambda: self._stage.clock.move(minutes * 60), race
        disk.arm(fault, passes)

    def _lose(self, message: Message, server: int, fault: Fault) -> None:
        self.faults[fault] += 1
        if fault in (Fault.LOST, Fault.DELAYED):
            self._note(f"{message.words} ({fault.name.lower()})")
            line = self.network.unanswered if fault is Fault.LOST else self.network.late
            line.append(message)
            return
        self._deliver(message, server)
        if fault is Fault.LOST_ANSWER:
            self.network.unanswered.append(message)
        else:
            self._deliver(message, (server + 1) % len(self._stage.servers))

    def _send_again(self, server: int) -> None:
        waiting = self.network.waiting()
        if waiting:
            message = self._chance.pick(waiting)
            self.network.take(message)
            self._send(message, server)

    def _misbehave(self, table_id: str, server: int) -> None:
        """Send a forbidden message: another person's command, an absurd amount, or a used command id."""
        self.faults[Fault.MALICE] += 1
        message = self._new_at_table(table_id, server)
        kind = self._chance.below(10)
        if kind < 5:
            message.by = self._chance.pick(EVERYBODY)
        elif kind < 8:
            message.command, message.by = misuse.at_table(self._chance)
        else:
            message.table_id = None
            message.command, message.by = misuse.in_office(self._number, self._chance)
        if self._chance.happens(20):
            message.command_id = self._chance.pick(tuple(self._stage.books.commands))
        self._deliver(message, server)

    def _jump(self) -> None:
        ahead = self._chance.happens(60)
        self.faults[Fault.CLOCK_AHEAD if ahead else Fault.CLOCK_BACK] += 1
        seconds = self._chance.below(30 * HOUR) if ahead else -self._chance.below(2 * HOUR)
        self._stage.clock.move(seconds)
        self._note(f"the clock jumps by {seconds} s")

    def _deal(self, server: int) -> None:
        """Let the auto-dealer of a server make its moves."""
        self._stage.clock.move(self._chance.below(20))
        if not self._is_calm and self._chance.below(1000) < DISK_IN_1000:
            self._arm(server)
        dealer = self._stage.servers[server].dealer
        try:
            dealer.look(self._chance.pick(DEALT_BY_HOUSE))
            moves = dealer.step()
        except PitbossError as error:
            self.outcomes[FAILED] += 1
            self._note(f"the auto-dealer of server {server}: {error}")
            return
        self._note(f"the auto-dealer of server {server} moves at {moves} tables")

    def _die(self, server: int, table_id: str, fault: Fault) -> None:
        self._note(f"server {server}: {fault.value}")
        if fault is Fault.TORN:
            self._stage.cut_power(self._chance.between(0, 1))
        else:
            self._stage.restart(server, table_id)

    # ---- delivering

    def _deliver(self, message: Message, server: int) -> None:
        """Let a server handle a message, and check its answer against the records."""
        self._at = message.table_id
        outcome, words = DIED, ""
        try:
            answer = message.send_to(self._stage.servers[server].context)
        except StorageError as error:
            # It may or may not have been done: it is sent again until there is an answer.
            outcome, words = FAILED, str(error)
        except PitbossError as error:
            outcome, words = REFUSED, str(error)
            self._verify_refused(message)
        else:
            outcome = REPEATED if answer.is_repeat else DONE
            self._verify_answered(message, answer)
        finally:
            self.outcomes[outcome] += 1
            self._note(f"{message.words} (server {server}, {message.command_id}): {outcome}{words and ': '}{words}")
            if outcome in (FAILED, DIED):
                self.network.unanswered.append(message)

    def _verify_answered(self, message: Message, answer: Answer) -> None:
        """An answered command is on record once, as it was sent, and a repeat gets the same answer."""
        recorded = self._stage.recorded(message.command_id)
        if not recorded or (recorded[0].sent, recorded[0].seq) != (message.as_recorded, answer.version):
            raise BrokenError("answer", f"{message.words} was answered, and is not on record as it was sent")
        if recorded[0].events != list(answer.events):
            raise BrokenError("answer", f"{message.words} was answered with other events than are on record")
        if message.answer is not None and not answer.is_repeat:
            raise BrokenError("once", f"{message.words} was done a second time")
        message.answer = answer
        if message.table_id is not None:
            self._seen[message.table_id] = answer.version - self._chance.below(2)

    def _verify_refused(self, message: Message) -> None:
        if message.as_recorded in [each.sent for each in self._stage.recorded(message.command_id)]:
            raise BrokenError("refusal", f"{message.words} was refused, and is on record")
