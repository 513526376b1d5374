"""A simulator of the whole card room: one seed drives tables, people, clock, network and database, and breaks them.

After every step everything that must hold is checked by an auditor who reads the database past the house. Where
something does not hold, the history that led there is made as short as it will go.
"""

from pitboss.fault_simulator.errors import BrokenError, SimulatorError
from pitboss.fault_simulator.faults import Fault
from pitboss.fault_simulator.running import Failure, Plan, RunTally, torture

__all__ = ["BrokenError", "Failure", "Fault", "Plan", "RunTally", "SimulatorError", "torture"]
