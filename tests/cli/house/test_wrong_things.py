"""What goes wrong at the terminal is one sentence and exit status 2, and changes nothing."""

import sqlite3

import pytest

from support.card_room import pin_of


def refused(answer, sentence):
    assert (answer.status, answer.out) == (2, ""), answer
    assert answer.err.startswith("pitboss: ")
    assert answer.err.count("\n") == 1
    assert sentence in answer.err


# ---- who


def test_a_badge_is_locked_after_five_wrong_pins_until_another_admin_unlocks_it(staffed):
    right = staffed.pin_file("3")
    staffed.pin_file("3", pin="9081")
    for _ in range(5):
        refused(
            staffed.line("3", "table resume T1"), "badge, PIN or authenticator code is wrong, or the badge is locked"
        )
    staffed.pin_file("3", pin=pin_of("3"))
    refused(
        staffed.line("3", "staff pin --new-pin-file 3.pin"),
        "badge, PIN or authenticator code is wrong, or the badge is locked",
    )
    assert "supervisor PRACTICE-3 locked" in " ".join(staffed.line(None, "staff list").out.split())
    assert staffed.line("1", "staff unlock 3").out == "badge 3 is logged out everywhere\nbadge 3 is unlocked\n"
    assert staffed.run("3", "staff", "pin", "--new-pin-file", right).status == 0


@pytest.mark.parametrize(
    ("badge", "line", "sentence"),
    [
        ("4", "staff add 9 dealer Bo", "propose is not for dealer 4; it is for: supervisor"),
        (
            "2",
            "staff add 9 dealer Bo",
            "add-staff is not proposed by executive 2; it is by: admin",
        ),
        ("4", "player deposit ann $5", "deposit is not for dealer 4; it is for: accounting"),
        ("8", "table open T1 $5", "open-table is not for auditor 8"),
        ("1", "table open T1 $5", "open-table is not for admin 1"),
        ("1", "staff add 9 boss Bo", "'boss' is not a role of staff"),
        ("1", "staff add 2 dealer Bo", "badge 2 is taken: choose another one than 2"),
        ("1", "staff add house dealer Bo", "badge house is the auto-dealer's: choose"),
        ("1", "staff role 9 dealer --reason new", "nobody here has badge '9'"),
        ("1", "staff role 1 dealer --reason new", "change-staff of badge 1 is about that person: two others must"),
        ("1", "staff reset-pin 1 --reason forgot", "reset-pin of badge 1 is about that person"),
        ("1", "staff reset-pin 9 --reason forgot", "nobody here has badge '9'"),
        ("4", "staff reset-pin 3 --reason forgot", "propose is not for dealer 4"),
        ("1", "staff reactivate 4 --reason back", "badge 4 is active already"),
        (None, "staff unlock-admins", "badge 1 is an admin who can log in, and unlocks the others"),
        ("1", "staff unlock 3", "badge 3 is not locked"),
        ("1", "staff deactivate 1 --reason tired", "badge 1 cannot deactivate itself"),
        ("99", "staff unlock 3", "badge, PIN or authenticator code is wrong"),
        (None, "staff unlock 3", "who are you? name your badge with --badge or PITBOSS_BADGE"),
        (
            None,
            "staff unlock 3 --badge 1",
            "a PIN is typed in a terminal, and this is none: name a file with --pin-file",
        ),
        (None, "staff unlock 3 --badge 1 --pin-file no.pin", "the PIN in no.pin cannot be read: No such file"),
        ("1", "staff unlock 3 --command-id 'a b'", "'a b' cannot be a command id"),
        (
            "1",
            "staff enroll 4 --code 2222-2222",
            "a PIN is typed in a terminal, and this is none: name a file with --new-pin-file",
        ),
        ("1", "staff enroll 4", "a code is typed in a terminal, and this is none: name it with --code"),
        ("1", "staff enroll 4 --code 2222-2222 --new-pin-file 1.pin", "badge 4 has nothing to enroll for"),
        ("1", "staff new-enrollment-code 4", "badge 4 has a PIN: a new one takes a reset"),
        ("2", "staff pin --new-pin-file short.pin", "the PIN of an executive has 6 to 12 digits"),
        ("2", "proposals approve nothing", "there is no proposal 'nothing'"),
        ("3", "table keypad coin-in T9", "there is no table T9 yet"),
        ("3", "table keypad shout T9", 'Unknown command "shout". Did you mean "spot"? Available commands: place-chip'),
        ("3", "table keypad place-chip T9", 'Command "table keypad place-chip" parameter SEAT requires an argument'),
        ("3", "table keypad place-chip T9 three", 'Invalid value for SEAT: unable to convert "three" into int'),
        ("3", "table open 'T 1' $5", "'T 1' cannot be a table"),
        ("3", "table propose T1 --reason new --settings no.toml", "no.toml cannot be read: No such file or directory"),
        ("3", "progressive create M1 TCP-01", "TCP-01 is not the paytable of a progressive"),
        ("3", "progressive create M1 TCPP-9", "there is no paytable 'TCPP-9'"),
        ("3", "progressive create M1 TCPP-1 --rate lots", "'lots' is not a percentage"),
        ("3", "progressive set M1 --reason more", "nothing would change"),
        ("3", "progressive set M1 --reason more --seed $5", "there is no meter 'M1'"),
        ("5", "progressive adjust M1 $5 --reason bored --note x", "'bored' is not a reason to adjust a meter"),
        ("6", "table jackpots check T1 3 shoes", "'shoes' is not on the checklist"),
        ("5", "table jackpots pay T1-1-1 --player A --identity B", "there is no jackpot 'T1-1-1'"),
        ("4", "incident open T1 broken --noticed yesterday", "'yesterday' is not a time"),
        (None, "progressive show M1", "there is no meter 'M1'"),
        (None, "progressive history M1 --last 0", "--last 0: choose 1 to 100000"),
        (None, "table show T1", "there is no table 'T1'; there are: none"),
        (None, "table placard T1", "there is no table 'T1'; there are: none"),
        (None, "table jackpots list T1", "there is no table 'T1'; there are: none"),
        (None, "player wallet nobody", "player 'nobody' is not registered"),
        (None, "incident show I1", "there is no incident 'I1'"),
        (None, "dispute show D1", "there is no dispute 'D1'"),
        (None, "proposals show p1", "there is no proposal 'p1'"),
        (None, "report master-game --day 2026-02-30", "'2026-02-30' is not a gaming day"),
        (
            None,
            "report master-game --day 2026-11-16",
            "there is nothing to tell of gaming day Nov 16, 2026: name one from Jan 1, 1970 to today's, Nov 15, 2026",
        ),
        (None, "report master-game --day 0001-01-01", "nothing to tell of gaming day Jan 1, 1: name one"),
        (None, "report deposits --day 9999-12-31", "nothing to tell of gaming day Dec 31, 9999: name one"),
        (None, "report reconciliation --since 2026-11-20", "to tell of gaming day Nov 20, 2026: name one"),
        (None, "audit export --since 2026-11-20", "nothing to tell of gaming day Nov 20, 2026: name one"),
        *(
            (
                None,
                f"{line} 2026-11-10 --since 2026-11-11",
                "first gaming day, Nov 11, 2026, is after the last, Nov 10, 2026",
            )
            for line in (
                "report meters --day",
                "report reconciliation --day",
                "report theory --day",
                "audit export --until",
            )
        ),
        (None, "report master-game --csv no/where.csv", "no/where.csv cannot be written: No such file or directory"),
        (None, "report master-game --pdf no/where.pdf", "no/where.pdf cannot be written: No such file or directory"),
        (None, "audit export journal.xml", "'journal.xml' is neither a .csv nor a .json file"),
        (None, "audit export --chain table:T99", "there is no chain 'table:T99'; there are: room"),
        (None, "audit export --kind nonsense", "'nonsense' is not a kind of command; there are: act, add-note, "),
        *(
            (None, f"audit export --actor {actor}", f"'{actor}' is nobody whom a record names: write a role and a name")
            for actor in ("5", "boss:5", "dealer:")
        ),
        (None, "audit export no/where.csv", "no/where.csv cannot be written: No such file or directory"),
        (None, "audit verify --against no.json", "there is no manifest no.json"),
        (None, "backup no/where.backup", "there is no folder no"),
        (None, "restore no.backup --database other.db", "there is no manifest no.backup.json"),
        (None, "staff list --property other", "name one card room of this database, not 'other'; there are: main"),
        (None, "table dance", 'Unknown command "dance"'),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(staffed, badge, line, sentence):
    staffed.write("short.pin", "4712")
    refused(staffed.line(badge, line), sentence)


def test_an_export_that_is_refused_leaves_the_file_that_is_there(staffed):
    staffed.write("journal.csv", "of yesterday")
    refused(staffed.line(None, "audit export journal.csv --kind nonsense"), "'nonsense' is not a kind of command")
    assert (staffed.path / "journal.csv").read_text() == "of yesterday"


@pytest.mark.parametrize("amount", ["-5", "a lot", "1.005", "$1,00", "", "1e9", "12.5", "£5", "0x10", "5 5", "9" * 13])
def test_nonsense_is_not_an_amount(staffed, amount):
    refused(
        staffed.run("5", "player", "deposit", "ann", amount), "is not an amount: write dollars such as $1,000, 500 or"
    )


def test_the_history_of_a_meter_is_not_that_of_a_day_to_come(playing):
    refused(playing.line(None, "progressive history M1 --day 2026-11-16"), "nothing to tell of gaming day Nov 16, 2026")


def test_what_is_refused_leaves_no_record_but_of_who_came_in(playing):
    heads = playing.line(None, "audit verify --json").out
    refused(playing.line("4", "table keypad game-over T2"), "no game is on")
    refused(playing.line("5", "player withdraw ann $501"), "ann has $500 at the cage")
    journal = playing.line(None, "audit export --json").out
    assert '"kind": "press"' not in journal
    assert '"kind": "withdraw"' not in journal
    assert playing.line(None, "audit verify --json").out != heads  # the two who came in


# ---- where


def test_a_missing_database_is_not_made_by_looking_for_it(folder):
    refused(
        folder.line(None, "table list"), "there is no card room at pitboss.db: make one with `pitboss init pitboss.db`"
    )
    refused(folder.line("1", "staff unlock 2 --database rooms/ace.db"), "there is no card room at rooms/ace.db")
    refused(folder.line(None, "selfcheck"), "there is no key at pitboss.key")
    refused(folder.line(None, "backup b"), "there is no card room at pitboss.db")
    refused(folder.line(None, "report master-game --database ."), ". is a folder: name the file of a card room")
    assert [file.name for file in folder.path.iterdir()] == ["1.pin"]


def test_a_file_that_is_no_database(folder):
    folder.write("pitboss.db", "This is not a database, but a letter to my aunt. " * 50)
    refused(folder.line(None, "table list"), "the database refused: file is not a database")
    sqlite3.connect(folder.path / "empty.db").close()
    refused(folder.line(None, "table list --database empty.db"), "there is no card room in empty.db yet")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://localhost:1/none", "the database refused: connection failed"),
        ("mysql://localhost/none", "is not a database that Pitboss knows: sqlite or postgresql"),
        ("://", "is not a database: write a file name or postgresql://host/name"),
    ],
)
def test_an_address_that_leads_nowhere(folder, url, sentence):
    refused(folder.run(None, "table", "list", "--database", url), sentence)


def test_without_the_key_nobody_works_and_auditors_still_read(staffed):
    (staffed.path / "pitboss.key").rename(staffed.path / "safe.key")
    refused(staffed.line("3", "table resume T1"), "there is no key at pitboss.key: restore it from your safe copy")
    refused(staffed.line(None, "table list"), "there is no key at pitboss.key")
    refused(staffed.line(None, "selfcheck"), "there is no key at pitboss.key")
    assert staffed.line(None, "report trial-balance").status == 0
    assert staffed.line(None, "audit verify").status == 0
    assert staffed.line(None, "table list --key safe.key").status == 0
    staffed.write("pitboss.key", "nonsense")
    (staffed.path / "pitboss.key").chmod(0o644)
    refused(staffed.line(None, "table list"), "others can read or change the key at pitboss.key (mode 0644)")
    (staffed.path / "pitboss.key").chmod(0o600)
    refused(staffed.line(None, "table list"), "the key of the room has 6 bytes, and must have 32")


# ---- a new room


def test_a_room_is_made_once(staffed):
    before = (staffed.path / "pitboss.db").read_bytes()
    refused(staffed.line("1", "init"), "there is a card room 'main' in pitboss.db already")
    assert (staffed.path / "pitboss.db").read_bytes() == before


@pytest.mark.parametrize("options", ["", "'the ace.db' --key safe.key --property ace"])
def test_what_comes_next_can_be_typed_as_it_is_told(folder, options):
    made = folder.line("1", f"init {options} --second-pin-file {folder.pin_file('2')}")
    told = [line.strip().split("  ")[0] for line in made.out.partition("Next")[2].splitlines()[1:]]
    hire, approve, enroll, create, template = (line.removeprefix("pitboss ") for line in told)
    for badge, line in (
        ("1", f"{hire} --proposal-id bo"),
        ("2", approve.replace("...", "bo")),
        ("2", f"{enroll} --code {{code}} --new-pin-file {folder.pin_file('3')}"),
        ("3", create),
        (None, template),
    ):
        answer = folder.line(badge, line.format(code=folder.codes.get("3")))
        assert (answer.status, answer.err) == (0, ""), line


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--zone Mars/Olympus", "'Mars/Olympus' is not a time zone"),
        ("--day-starts late", "'late' is not a time of day"),
        ("--jurisdiction nevada", "'nevada' is not a jurisdiction; known are practice, washington"),
        ("--name ''", "a name is needed"),
        ("--badge 'a b'", "'a b' cannot be a badge"),
        ("--second-badge 'a b'", "'a b' cannot be a badge"),
        ("--second-badge 1", "badge 1 cannot be both admins: name another one with --second-badge"),
        ("--second-pin-file easy.pin", "this PIN is too easy"),
        ("", "a PIN is typed in a terminal, and this is none: name a file with --second-pin-file"),
        ("--pin-file easy.pin", "this PIN is too easy"),
        ("--pin-file no.pin", "the PIN in no.pin cannot be read"),
        ("--property 'a:b'", "'a:b' cannot be a property id"),
        ("rooms/ace.db", "rooms/ace.db cannot be made: there is no folder rooms"),
        ("--key keys/ace.key", "keys/ace.key cannot be made: there is no folder keys"),
        (".", ". is a folder: name the file of a card room"),
        ("room --key .", ". is a folder: name a file"),
        ("ace.key", "ace.key cannot be the room and its key: name another file for one of them"),
        (":memory:", "a card room in :memory: would be gone when this command ends: name a file"),
        ("sqlite://", "a card room in sqlite:// would be gone when this command ends: name a file"),
        ("--key letter.pin --second-pin-file 2.pin", "the key at letter.pin cannot be read"),
        ("--key short.pin --second-pin-file 2.pin", "the key of the room has 3 bytes, and must have 32"),
    ],
)
def test_a_room_that_cannot_be_made_leaves_nothing_behind(folder, options, sentence):
    folder.write("easy.pin", "123456")
    folder.write("short.pin", "1234")
    folder.write("letter.pin", "This is no key, but a letter to my aunt.")
    for name in ("easy.pin", "short.pin", "letter.pin"):
        (folder.path / name).chmod(0o600)
    folder.pin_file("2")
    refused(folder.line("1", f"init {options}"), sentence)
    assert {file.suffix for file in folder.path.iterdir()} == {".pin"}
