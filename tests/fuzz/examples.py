"""How many examples the tests of this folder try, the same ones each time."""

from hypothesis import HealthCheck, Phase, settings

EXAMPLES = 40
"""Of each target. All that was found was found by a few hundred; the long form tries many thousands."""

QUICK = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    report_multiple_bugs=False,
)
