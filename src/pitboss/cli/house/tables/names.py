"""What the commands of a table are given, with the help that each shows."""

from typing import Annotated

from cyclopts import Parameter

TableId = Annotated[str, Parameter(help="The table, such as T1.")]
Seat = Annotated[int, Parameter(help="The seat, 1 at the dealer's far left.")]
Amount = Annotated[str, Parameter(help="Dollars, such as $1,000 or 12.50.")]
