"""The self-check: a room at work passes, and whatever is not as it must be refuses play."""

import base64
import json
import re
from hashlib import sha256
from importlib.metadata import FileHash, PackagePath
from types import SimpleNamespace

import pytest
from sqlalchemy import delete, text, update

from pitboss.house.cage.wallets import Deposit
from pitboss.house.errors import StorageError
from pitboss.house.records import self_check as checking
from pitboss.house.records.self_check import FULL_ONLY, code_hash, configuration_hash, refuse_play, selfcheck
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, METERS, MOVEMENTS, POSTINGS, TABLES
from pitboss.house.tables.commands import CloseTable, ConfigureTable, LeaveSeat
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.table_cache import TableCache
from support.floor import ACCOUNTING, EXECUTIVE, SUPERVISOR

NAMES = [
    "code",
    "configuration",
    "schema",
    "shape",
    "database",
    "trial balance",
    "chains",
    "meters",
    "tables",
    "configuration in force",
    "lists",
    "sessions",
    "closed days",
    "key",
]


@pytest.fixture
def floor(floor):
    floor.meter("M1", "TCPP-1", maximum_cents=100_010)
    floor.table("T1", meter="M1")
    floor.player("ann")
    floor.sit("T1", 3, "ann")
    floor.play("T1", wagers={3: {"ante": 500, "progressive": 100}}, hands={3: "Jh 8c 2d"}, dealer="Qd 6d 4c")
    return floor


def check(floor, key=None, **ways):
    box = Strongbox(key or read_key(floor.key))
    return selfcheck(floor.database, floor.room.house, box, **ways)


def tamper(floor, *statements):
    with floor.database.transaction() as connection:
        for statement in statements:
            connection.execute(statement)


def failed(floor, **ways):
    checks = check(floor, **ways)
    wrong = {each.name: each.words for each in checks if not each.is_ok}
    if wrong:
        with pytest.raises(StorageError, match="the self-check refuses play: "):
            refuse_play(checks)
    return wrong


def test_a_room_at_work_passes(floor):
    checks = check(floor)
    assert [each.name for each in checks] == NAMES
    assert [each.sentence for each in checks if not each.is_ok] == []
    refuse_play(checks)


def test_the_quick_form_leaves_the_long_checks_out(floor):
    assert [each.name for each in check(floor, is_quick=True)] == [name for name in NAMES if name not in FULL_ONLY]


def test_an_empty_room_passes(room):
    refuse_play(selfcheck(room.database, room.house, room.box))


def test_a_balance_out_of_nothing(floor):
    tamper(
        floor, update(ACCOUNTS).where(ACCOUNTS.c.account == "drop:T1").values(millicents=ACCOUNTS.c.millicents + 500)
    )
    assert failed(floor) == {
        "trial balance": "all accounts together add up to $0.005, and must add up to $0",
        "chains": "accounts: drop:T1 does not hold the sum of its postings: it is off by $0.005",
        "tables": "table T1: drop:T1 is $100 by what is stored of it, and $100.005 by the ledger",
    }
    assert list(failed(floor, is_quick=True)) == ["trial balance", "tables"]


def test_a_changed_record(floor):
    last = floor.rows("journal")[-1]
    tamper(
        floor, update(JOURNAL).where(JOURNAL.c.chain == last["chain"], JOURNAL.c.seq == last["seq"]).values(actor="x:1")
    )
    assert failed(floor, is_quick=True)["chains"].startswith(f"table:T1, record {last['seq']}: its hash is not")


def meter_without(floor, millicents):
    """The meter as somebody who can reckon would forge it: it still adds up by itself."""
    (row,) = floor.rows("meters")
    meter = json.loads(row["meter"])
    less = {name: meter["base"][name] - millicents for name in ("shown", "contributions")}
    return update(METERS).values(meter=json.dumps(meter | {"base": meter["base"] | less}))


def test_a_meter_that_was_turned_down(floor):
    tamper(floor, meter_without(floor, 5_000))
    assert failed(floor, is_quick=True) == {"meters": "meter M1 and its accounts differ by $0.05"}


def test_a_meter_and_its_account_that_were_both_turned_down(floor):
    tamper(
        floor,
        meter_without(floor, 5_000),
        update(ACCOUNTS).where(ACCOUNTS.c.account == "custody:M1").values(millicents=ACCOUNTS.c.millicents - 5_000),
        update(ACCOUNTS)
        .where(ACCOUNTS.c.account == "contribution:T1")
        .values(millicents=ACCOUNTS.c.millicents + 5_000),
    )
    assert failed(floor, is_quick=True) == {}
    assert sorted(failed(floor)) == ["chains", "lists", "meters"]
    assert failed(floor)["meters"] == "meter M1 has $1,000.05 shown, and its movements make $1,000.10"


def test_a_movement_that_was_taken_out(floor):
    last = max(row["number"] for row in floor.rows("movements"))
    tamper(floor, delete(MOVEMENTS).where(MOVEMENTS.c.number == last))
    found = failed(floor)
    assert found.pop("meters") == f"meter M1 has {last - 1} movements, and counts {last}"
    words = "the movements of meters that are stored with it are not those that it wrote"
    assert re.sub(r"record \d+", "record 7", found.pop("chains")) == f"table:T1, record 7: {words}"
    assert not found


def test_a_meter_that_does_not_add_up(floor):
    tamper(floor, update(METERS).values(meter=json.dumps({"format": 1})))
    assert list(failed(floor, is_quick=True)) == ["meters"]


def test_a_table_set_behind_everybodys_back(floor):
    (row,) = floor.rows("tables")
    snapshot = json.loads(row["snapshot"])
    snapshot["settings"]["rules"]["paytable"] = "TCP-12"
    tamper(floor, update(TABLES).values(snapshot=json.dumps(snapshot)))
    assert failed(floor).pop("configuration in force") == "table T1 is not set to what was last asked for"
    assert re.sub(r"record \d+", "record 7", failed(floor, is_quick=True)["tables"]) == NOT_STORED


def test_a_wallet_that_may_owe(floor):
    """The database itself refuses that a wallet falls below nothing, by what stands beside the balance."""
    floor.office(Deposit("ann", 500, "cash"), ACCOUNTING)
    tamper(floor, update(ACCOUNTS).where(ACCOUNTS.c.account == "wallet:ann").values(may_owe=1))
    words = "whether wallet:ann may fall below nothing is not what its kind says"
    assert failed(floor, is_quick=True) == {
        "trial balance": f"{words}: the list of accounts was edited outside Pitboss"
    }


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"status": "closed"}, "status closed, and has open"),
        ({"game": "power-blackjack"}, "game power-blackjack, and has three-card-poker"),
        ({"meter_id": None}, "meter_id None, and has M1"),
    ],
)
def test_a_table_that_is_listed_as_something_else(floor, values, words):
    """Nobody sets the meter of a table that is open; so somebody writes that it is closed."""
    tamper(floor, update(TABLES).values(values))
    told = f"table T1 is listed with {words} by its records: the list of tables was edited outside Pitboss"
    assert failed(floor, is_quick=True) == {"tables": told}


def test_a_table_that_was_taken_out_of_the_list(floor):
    tamper(floor, delete(TABLES))
    assert failed(floor, is_quick=True) == {
        "tables": "there are records of table:T1, which is not in the list of tables"
    }


NOT_STORED = "table T1 is not stored as record 7 of its chain says: the list of tables was edited outside Pitboss"


@pytest.fixture
def believed(monkeypatch):
    """What is stored of a table is believed, as where a fault of ours has written it."""
    monkeypatch.setattr(TableCache, "_verify_stored", lambda *_: "")


@pytest.mark.usefixtures("believed")
@pytest.mark.parametrize(
    "account",
    ["tray:T1", "drop:T1", "chips:T1:3"],
)
def test_a_table_that_has_something_else_at_hand(floor, account):
    """A tray that is counted against what is stored of it would hide a theft, and chips would be cashed out."""
    (row,) = floor.rows("tables")
    more = re.compile(rf'("{account}": ?)([0-9]+)')
    changed = more.sub(lambda found: f"{found[1]}{int(found[2]) + 1000}", row["snapshot"], count=1)
    tamper(floor, update(TABLES).values(snapshot=changed))
    assert failed(floor, is_quick=True)["tables"].startswith(f"table T1: {account} is $")


@pytest.mark.usefixtures("believed")
def test_a_booked_win_that_grew(floor):
    floor.table("P", meter="M1", cards=CardKind.LIVE)
    floor.key_in_a_jackpot("P")
    assert failed(floor) == {}
    of_table = TABLES.c.table_id == "P"
    (row,) = [row for row in floor.rows("tables") if row["table_id"] == "P"]
    (entry,) = json.loads(row["snapshot"])["booked"]
    grown = json.loads(row["snapshot"]) | {"booked": [entry | {"cents": 5_000_000}]}
    tamper(floor, update(TABLES).where(of_table).values(snapshot=json.dumps(grown)))
    told = "all tables together: house:jackpots is $50,000 by what is stored of it, and $500 by the ledger"
    assert failed(floor, is_quick=True) == {"tables": told}


def test_another_key(floor):
    found = failed(floor, key=bytes(32))
    assert found.pop("chains").startswith("room, record 1: it does not bear the seal of this room's key")
    assert found.pop("configuration").startswith("record 1 of the office, which set the house, does not bear the seal")
    assert found.pop("tables") == found["key"]
    assert found == {"key": "what is sealed for P1 table:T1 cards does not open with this room's key"}


def test_another_schema(floor):
    tamper(floor, text("UPDATE alembic_version SET version_num = '9999'"))
    assert "has schema 9999" in failed(floor, is_quick=True)["schema"]
    assert "has schema 9999" in failed(floor)["shape"], "nobody is accused of what a migration would do"


def test_a_table_of_the_database_that_is_gone(floor):
    tamper(floor, text("DROP TABLE signatures"))
    assert failed(floor)["database"] == "the table signatures is missing"


def test_the_hash_of_the_configuration_follows_the_settings(floor):
    def now():
        with floor.database.reading() as connection:
            return configuration_hash(connection, "P1")

    before = now()
    assert now() == before
    settings = floor.room.table("T1").settings.as_json()
    settings["rules"]["ante_is_mandatory"] = True
    floor.at("T1", LeaveSeat(3))
    floor.at("T1", CloseTable(500_000), SUPERVISOR)
    assert now() == before
    proposal = floor.agree("configure-table", "T1", settings)
    floor.at("T1", ConfigureTable(settings, proposal), EXECUTIVE)
    assert now() != before
    assert failed(floor) == {}


def test_the_hash_of_the_code_follows_every_file(tmp_path, monkeypatch):
    monkeypatch.setattr(checking, "PACKAGE", tmp_path)
    seen = set()
    for name, content in (("a.py", "x"), ("a.py", "y"), ("data/b.toml", ""), ("data/c.toml", "")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
        code_hash.cache_clear()
        seen.add(code_hash())
    code_hash.cache_clear()
    assert len(seen) == 4


def test_a_file_that_is_not_the_installed_one(tmp_path, monkeypatch):
    class Listed(PackagePath):
        def locate(self):
            return tmp_path / self.name

    def installed(name, content):
        file = Listed(f"pitboss/{name}")
        digest = base64.urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
        file.hash = FileHash(f"sha256={digest}")
        return file

    listed = [installed("deck.py", b"52 cards"), installed("shoe.py", b"312 cards")]
    monkeypatch.setattr(checking, "distribution", lambda name: SimpleNamespace(files=listed))
    (tmp_path / "deck.py").write_bytes(b"52 cards")
    (tmp_path / "shoe.py").write_bytes(b"312 cards")
    assert checking._result("code", checking.code_check).is_ok
    (tmp_path / "shoe.py").write_bytes(b"311 cards")
    assert checking._result("code", checking.code_check).words.startswith(
        "pitboss/shoe.py is not the file that was installed"
    )
    (tmp_path / "shoe.py").unlink()
    assert not checking._result("code", checking.code_check).is_ok


def test_a_record_without_its_postings(floor):
    tamper(floor, delete(POSTINGS).where(POSTINGS.c.seq == 4, POSTINGS.c.chain == "table:T1"))
    assert failed(floor)["chains"].startswith("table:T1, record 4: its hash is not")
