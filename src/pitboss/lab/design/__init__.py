"""The paytable designer: computes the house edge of an edited paytable, and the pay that meets a target edge."""

from pitboss.lab.design.consequences import Consequences, consequences
from pitboss.lab.design.places import DesignError, Place
from pitboss.lab.design.reading import Design, DesignQuestion, Edit, design_of, read_design
from pitboss.lab.design.solving import PayChoice, Solution, solve

__all__ = [
    "Consequences",
    "Design",
    "DesignError",
    "DesignQuestion",
    "Edit",
    "PayChoice",
    "Place",
    "Solution",
    "consequences",
    "design_of",
    "read_design",
    "solve",
]
