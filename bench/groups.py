"""The groups of the table, in their order. Standard library only."""

SAME_HANDS = "Five cards valued, the same hands for all"
ARRAYS = "Hands valued, whole arrays"
BY_STEPS = "Rounds played step by step, one seat"
SIX_SEATS = "Complete rounds of six seats by the readable rules"
SIMULATED = "Rounds simulated, one seat with all wagers, one core"
GROWTH = "Growth of the simulation with work and processes"
EXACT = "Exact analyses"
COMMANDS = "Durable commands"
ATTACKED = "Players' commands at ten tables while one client attacks"

GROUPS = (SAME_HANDS, ARRAYS, BY_STEPS, SIX_SEATS, SIMULATED, GROWTH, EXACT, COMMANDS, ATTACKED)
