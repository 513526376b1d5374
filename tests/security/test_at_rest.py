"""What a thief of the files has: after a day with people, a round in hand and a backup, no secret lies in any of them."""

import base64
import shutil
import sqlite3
from contextlib import closing

import pytest

from pitboss.house.errors import StorageError
from pitboss.house.open_room import open_room
from pitboss.house.records.backup import back_up
from pitboss.house.tables.commands import StartRound
from support.card_room import CHEAP, LIVE, FakeClock
from support.demo_rooms import visited
from support.floor import PIN, Floor
from support.quick import quick_database
from support.visitors import guest, log_in

HANDS = {2: "9c 7d 2h", 5: "Ts 6d 4h"}
PINS = ("739105528846", "820014673395")


@pytest.fixture(scope="module")
def day(demo, tmp_path_factory):
    """The files of a room after some hours, with a backup, and what must not be in them."""
    secrets = {*PINS, demo.key.read_text().strip()}
    with visited(demo) as visitors:
        admin, player = log_in(visitors.nobody(), "1"), guest(visitors.nobody(), "Gina")
        secrets |= {client.cookies["pitboss_session"] for client in (admin, player)}
        content = {"badge": "9", "name": "New", "role": "dealer", "license": "68-9"}
        proposed = {"proposal_id": "p9", "kind": "add-staff", "subject": "9", "content": content, "reason": "busy"}
        admin.done("/api/office/propose", **proposed)
        code = log_in(visitors.nobody(), "2").approve("p9")["enrollment"]["code"]
        enroll = {"badge": "9", "code": code, "pin": PINS[0], "approver": "2", "approver_pin": PIN}
        assert visitors.nobody().post("/api/enroll", json=enroll).status_code == 200
        secrets |= {code, code.replace("-", "")}
        pass_ = admin.done("/api/office/issue-pass", label="lobby", kind="display", table_id="T1")
        admin.done("/api/office/set-pin", old_pin=PIN, pin=PINS[1])
        assert visitors.nobody().post("/api/log-in", json={"badge": PINS[0], "pin": PINS[1]}).status_code == 403
        secrets |= {pass_["token"], log_in(visitors.nobody(), "1", PINS[1]).cookies["pitboss_session"]}
    for seat, name in ((2, "ann"), (5, "bob")):
        demo.sit("T1", seat, name)
    bets = {seat: {"ante": 500} for seat in HANDS}
    for _ in demo.steps("T1", wagers=bets, hands=HANDS, dealer="Jh 8c 3c", until="decision"):
        pass
    demo.sit("T4", 1, "ann")
    demo.at("T4", StartRound())
    folder = tmp_path_factory.mktemp("stolen")
    back_up(demo.database, demo.room.house, folder / "day.backup", now=demo.clock.now())
    place = demo.key.parent
    files = [path for path in (*place.iterdir(), *folder.iterdir()) if path != demo.key]
    return {path.name: path.read_bytes() for path in files}, secrets, demo


def test_no_pin_token_or_key_lies_in_a_file(day):
    files, secrets, _ = day
    assert {"room.db", "day.backup", "day.backup.json"} <= set(files)
    assert len(secrets) == 9
    for name, content in files.items():
        assert [secret for secret in secrets if secret.encode() in content] == [], name


def test_no_card_that_is_not_dealt_lies_in_a_file(day):
    files, _, demo = day
    decks = [demo.room.table(table_id).cards.machine.deck.sealed for table_id in ("T1", "T4")]
    nonces = [nonce.hex() for deck in decks for nonce in deck.nonces]
    assert len(nonces) > 52 * 6
    for name, content in files.items():
        for nonce in nonces:
            raw = bytes.fromhex(nonce)
            assert not any(form in content for form in (nonce.encode(), raw, base64.b64encode(raw)[:-2])), name


def test_without_the_key_a_stolen_room_deals_nothing(day, tmp_path):
    *_, demo = day
    shutil.copy(demo.key.parent / "room.db", tmp_path / "room.db")
    with (
        closing(sqlite3.connect(demo.key.parent / "room.db")) as source,
        closing(sqlite3.connect(tmp_path / "room.db")) as copy,
    ):
        source.backup(copy)
    stolen = quick_database(str(tmp_path / "room.db"))
    with closing(stolen):
        with pytest.raises(StorageError, match="there is no key at"):
            open_room(stolen, tmp_path / "room.key")
        (tmp_path / "room.key").touch(mode=0o600)
        (tmp_path / "room.key").write_text(base64.b64encode(bytes(32)).decode())
        with pytest.raises(StorageError, match="does not open with this room's key"):
            open_room(stolen, tmp_path / "room.key")


def test_pins_are_kept_as_hashes_that_cost(day):
    *_, demo = day
    hashes = {row["pin_hash"] for row in demo.rows("staff")}
    assert all(each.startswith("$argon2id$") for each in hashes)
    # The tests hash cheaply; the room does not.
    assert (LIVE.memory_cost, LIVE.time_cost) == (65_536, 3)
    assert CHEAP.memory_cost < LIVE.memory_cost


def test_the_key_and_the_backup_are_for_their_owner_only(tmp_path):
    database = quick_database(str(tmp_path / "new.db"))
    with closing(database):
        floor = Floor(database, tmp_path / "new.key", FakeClock())
        for name in ("new.key", "new.db", "new.db-wal"):
            assert (tmp_path / name).stat().st_mode & 0o077 == 0
        back_up(database, floor.room.house, tmp_path / "new.backup", now=floor.clock.now(), key=floor.key)
    for name in ("new.backup", "new.backup.key"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0
