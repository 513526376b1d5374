"""Simulates a whole card room from one seed, with faults in its servers, clock, network and database.

After every step an auditor reads the database without the house's code and checks all invariants. If one is broken, the
simulator makes the history that led to it as short as possible.
"""

from pitboss.fault_simulator.errors import BrokenError, SimulatorError
from pitboss.fault_simulator.faults import Fault
from pitboss.fault_simulator.running import Failure, Plan, RunTally, torture

__all__ = ["BrokenError", "Failure", "Fault", "Plan", "RunTally", "SimulatorError", "torture"]
