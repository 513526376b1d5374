"""Par sheets for people: the rows of a sheet, and its page for the printer."""

from pitboss.lab.par.page import Filing, as_html, file_sheet

__all__ = ["Filing", "as_html", "file_sheet"]
