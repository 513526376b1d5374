"""The example of the recipe for a role: compliance, who reports to the commission and reads the records."""

from pitboss.house.actor import add_role
from pitboss.house.permissions import permit

NAME = "compliance"

COMMANDS = """
                        compliance
  open-incident         x
  add-note              x
  report-to-commission  x
  close-incident        s
  set-pin               x
  add-second-factor     x
  log-out-everywhere    x
"""

QUERIES = """
                        compliance
  incidents             x
  records               x
  reports               x
"""

add_role(NAME, page="/manager/reports")
permit(commands=COMMANDS, queries=QUERIES)
