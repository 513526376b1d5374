"""Pages for the printer, as HTML or PDF files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from cyclopts import Parameter

from pitboss.cli.house.showing import Looking
from pitboss.cli.output import OUTPUT, write_bytes, written
from pitboss.cli.screen import open_screen
from pitboss.printing import to_pdf


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Pages(Looking):
    """Where a page goes: to the terminal, or into files."""

    html: Annotated[str | None, Parameter(group=OUTPUT, help="Write it as a page into this file.")] = None
    pdf: Annotated[str | None, Parameter(group=OUTPUT, help="Write it as a PDF into this file.")] = None

    def write(self, make: Callable[[], str], *, for_everybody: bool = False) -> list[str]:
        """Write the files that are wanted, and say which they are."""
        if self.html:
            with written(self.html, for_everybody=for_everybody) as file:
                file.write(make())
        if self.pdf:
            write_bytes(self.pdf, to_pdf(make()), for_everybody=for_everybody)
        return [name for name in (self.html, self.pdf) if name]


PAGES: Final = Pages()


def say_where(title: str, files: Sequence[str]) -> None:
    """Say in which files something is."""
    open_screen().print(f"{title} is in {', '.join(files)}", soft_wrap=True)
