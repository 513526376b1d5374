"""The documents say what is true: their examples run, their captures are what the command prints, their links lead."""

import doctest
import re
import runpy
import shlex
from pathlib import Path

import pytest

from pitboss.cli.app import app

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def captures(text):
    """Each `$ pitboss ...` of an indented block, with the lines that follow it there."""
    for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE):
        for part in re.split(r"^    \$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield command, [line.strip() for line in shown.splitlines() if line.strip()]


@pytest.mark.parametrize("document", ["README.md", "docs/tour.md"])
def test_the_examples_run(document):
    result = doctest.testfile(str(ROOT / document), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_the_readme_fits_one_screen():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 75


def test_the_captures_of_the_readme_are_what_the_command_prints(pitboss):
    found = list(captures((ROOT / "README.md").read_text(encoding="utf-8")))
    assert len(found) >= 2
    for command, shown in found:
        name, *arguments = shlex.split(command)
        answer = pitboss(*arguments)
        assert name == "pitboss"
        assert [line.strip() for line in (answer.out + answer.err).splitlines() if line.strip()] == shown


def test_the_pictures_show_what_the_commands_show_now():
    drawn = runpy.run_path(str(ROOT / "docs" / "pictures.py"))["pictures"]()
    kept = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "pictures").glob("*.svg")}
    assert sorted(kept) == sorted(drawn)
    assert [name for name in kept if kept[name] != drawn[name]] == [], "run make pictures"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_to_files_lead_somewhere(document):
    links = re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_every_command_that_a_document_names_is_there():
    named = [
        (document.name, found[1].split())
        for document in DOCUMENTS
        for found in re.finditer(
            r"(?:`|^    (?:\$ )?)pitboss ([a-z][a-z-]*(?: [a-z][a-z-]*)*)",
            document.read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    ]
    assert len(named) > 100
    assert [(document, " ".join(words)) for document, words in named if not is_command(words)] == []


def is_command(words):
    """Whether words lead to a command; those after it are its arguments."""
    found = app
    for word in words:
        if word not in list(found):
            return found.default_command is not None
        found = found[word]
    return True


def test_the_documents_stand_on_their_own():
    for path in [*DOCUMENTS, *ROOT.glob("tests/**/*.py"), *ROOT.glob("src/**/*.py")]:
        assert "../" + "shared" not in path.read_text(encoding="utf-8")
