"""Par sheets on paper and on screen: what belongs on one, and its page for the printer."""

from pitboss.lab.par.filing import Filing, file_sheet
from pitboss.lab.par.page import as_html

__all__ = ["Filing", "as_html", "file_sheet"]
