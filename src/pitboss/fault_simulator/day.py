"""One simulated day: steps that follow from a seed and their numbers alone, with everything checked after each.

A history is a list of step numbers. Any part of it can be played by itself, which is how a failing one is made shorter.
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
from pitboss.house.room import HOUSE_DEALER
from pitboss.sources import SeededEntropy

BUSY: Final = (*TABLES, "T1", "U", "F")
"""Where something happens, as often as it is listed."""

DEALT_BY_HOUSE: Final = ("T2", "B")
HOUR: Final = 3600

DISK_IN_1000, NETWORK_IN_1000, STALE_IN_1000 = 20, 50, 10
"""So many of a thousand messages meet trouble."""

DONE, REPEATED, REFUSED, FAILED, DIED = "done", "repeated", "refused", "failed", "died"
DEALT: Final = "done by the house dealer"


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
        """What happened, in words."""
        self._pending: str | None = None
        """What was proposed last."""
        self._at: str | None = None
        """The table that was last asked for something."""
        self._seen: dict[str, int] = {}
        """A version of each table that a client has seen."""

    # ---- steps

    def run(self, steps: Iterable[int], calm: frozenset[int] = frozenset()) -> None:
        """Go through a history, without the faults of the steps that are said to be calm; then close the day."""
        for number in steps:
            self.step(number, is_calm=number in calm)
        self.close()

    def step(self, number: int, *, is_calm: bool = False) -> None:
        """One step, and everything checked after it."""
        self.played.append(number)
        self._begin(number, is_calm)
        table_id = self._chance.pick(BUSY)
        # Most people at a table are connected to the same server; now and then somebody is not.
        server = (TABLES.index(table_id) + (self._chance.below(100) < 5)) % len(self._stage.servers)
        try:
            self._happen(table_id, server)
        except PlugPulledError as reason:
            self._die(server, table_id, reason.args[0])
        self._stage.disk.disarm()
        self._verify(server)

    def _begin(self, number: int, is_calm: bool) -> None:
        self._number, self._is_calm = number, is_calm
        self._chance = Chance(SeededEntropy(f"{self._seed} step {number}"))
        self._stage.luck.turn_to(number)
        self._stage.sun.move(self._chance.below(4))

    def _happen(self, table_id: str, server: int) -> None:
        kind = self._chance.below(1000)
        if self._stage.is_clock_in_doubt and kind < 100:
            # Nothing new begins until two people have looked at the clock, so somebody hurries.
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

    def _tell(self, words: str) -> None:
        self.story.append(f"{self._number}. {words}")

    def _verify(self, server: int) -> None:
        self.faults.update(self._stage.disk.struck)
        self._stage.disk.struck.clear()
        looking = (PUBLIC, player(self._chance.below(len(PLAYERS)) + 1))
        fresh = self._stage.verify(server, looking, self._at)
        self.outcomes[DEALT] += sum(record.actor == str(HOUSE_DEALER) for record in fresh)
        self._at = None

    def close(self) -> None:
        """The storm is over: what waits is sent again, and the whole room is looked at from end to end."""
        self._begin(-1, is_calm=True)
        for message in self.network.waiting():
            self.network.take(message)
            self._deliver(message, 0)
        self._verify(0)
        self._stage.verify_whole()

    def leave(self) -> None:
        """Everybody goes home."""
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
        """The approval of what was proposed last, as whoever decides it reads it; it may never have arrived."""
        if self._pending is None:
            return None
        room = self._stage.servers[0].room
        with room.database.reading() as connection:
            try:
                return approval(connection, room.property_id, self._pending)
            except UnknownError:
                return Approve(self._pending, "")

    def _send(self, message: Message, server: int) -> None:
        """Send a message, through what network and disk have in store for it."""
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
        """Something is about to happen to the disk, or a colleague at another server is quicker."""
        disk, other = self._stage.disk, (server + 1) % len(self._stage.servers)
        fault, passes, minutes = self._chance.pick(OF_THE_DISK), self._chance.below(8), self._chance.below(10) + 1

        def race() -> None:
            message = self._new_at_table(self._chance.pick(TABLES), other)
            message.command_id = f"r{self._number}"
            self._deliver(message, other)

        disk.on_slow, disk.on_race = lambda: self._stage.sun.move(minutes * 60), race
        disk.arm(fault, passes)

    def _lose(self, message: Message, server: int, fault: Fault) -> None:
        self.faults[fault] += 1
        if fault in (Fault.LOST, Fault.DELAYED):
            self._tell(f"{message.words} ({fault.name.lower()})")
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
        """Somebody sends what they may not: another's command, made-up amounts, or anything under another's id."""
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
        self._stage.sun.move(seconds)
        self._tell(f"the clock jumps by {seconds} s")

    def _deal(self, server: int) -> None:
        """The house dealer of a server looks up."""
        self._stage.sun.move(self._chance.below(20))
        if not self._is_calm and self._chance.below(1000) < DISK_IN_1000:
            self._arm(server)
        dealer = self._stage.servers[server].dealer
        try:
            dealer.look(self._chance.pick(DEALT_BY_HOUSE))
            moves = dealer.step()
        except PitbossError as error:
            self.outcomes[FAILED] += 1
            self._tell(f"the house dealer of server {server}: {error}")
            return
        self._tell(f"the house dealer of server {server} moves at {moves} tables")

    def _die(self, server: int, table_id: str, fault: Fault) -> None:
        self._tell(f"server {server}: {fault.value}")
        if fault is Fault.TORN:
            self._stage.cut_power(self._chance.between(0, 1))
        else:
            self._stage.restart(server, table_id)

    # ---- delivering

    def _deliver(self, message: Message, server: int) -> None:
        """A server does a message, or not; what it answers must be true."""
        self._at = message.table_id
        outcome, words = DIED, ""
        try:
            answer = message.put_to(self._stage.servers[server].context)
        except StorageError as error:
            # Whether it was done is not known now: it is sent again until there is an answer.
            outcome, words = FAILED, str(error)
        except PitbossError as error:
            outcome, words = REFUSED, str(error)
            self._verify_refused(message)
        else:
            outcome = REPEATED if answer.is_repeat else DONE
            self._verify_answered(message, answer)
        finally:
            self.outcomes[outcome] += 1
            self._tell(f"{message.words} (server {server}, {message.command_id}): {outcome}{words and ': '}{words}")
            if outcome in (FAILED, DIED):
                self.network.unanswered.append(message)

    def _verify_answered(self, message: Message, answer: Answer) -> None:
        """What was answered is on record, once, as it was asked for; a repeat has the same answer."""
        recorded = self._stage.recorded(message.command_id)
        if not recorded or recorded[0][:4] != (*message.as_recorded, answer.version):
            raise BrokenError("answer", f"{message.words} was answered, and is not on record as that")
        if recorded[0][4] != list(answer.events):
            raise BrokenError("answer", f"{message.words} was answered with other events than are on record")
        if message.answer is not None and not answer.is_repeat:
            raise BrokenError("once", f"{message.words} was done a second time")
        message.answer = answer
        if message.table_id is not None:
            self._seen[message.table_id] = answer.version - self._chance.below(2)

    def _verify_refused(self, message: Message) -> None:
        if message.as_recorded in [row[:3] for row in self._stage.recorded(message.command_id)]:
            raise BrokenError("refusal", f"{message.words} was refused, and is on record")
