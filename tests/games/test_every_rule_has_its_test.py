"""Every numbered rule of the approvals has a test that is named after it.

Left out is what no round can do: meters and controllers (progressive rules 4 and 9d to 9i) and the payment of envy.
Power Blackjack has headings instead of numbers.
"""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
NUMBERS = {
    "tcp_rule": "1 2 3 4 5 6 7 irregularity_1 irregularity_2 exception",
    "tcp_rule_six_card_bonus": "1 2 3 4 5 6 7 8a",
    "tcp_progressive_rule": "1 2 3 5 6 7 8 9 9c 10a 10b",
    "fsl_rule": "1 2 2a 3 4 5 6 7 8 9 10 11 12 13 14",
    "fsl_progressive_rule": "1 2 3 5 6 7 8 9ab 9c",
    "ddp_rule": "1 2 3 4 4a 4a_i_1 4a_i_1_a 5 5a 5a_i_1 5a_i_1_a 6 7 8a 8b 9",
    "pbj_rule": "dealing_procedure power_split power_double playing_the_game push_22",
}
RULES = [f"{prefix}_{number}_" for prefix, numbers in NUMBERS.items() for number in numbers.split()]


@pytest.fixture(scope="module")
def tests():
    return "\n".join(file.read_text(encoding="utf-8") for file in FOLDER.rglob("test_*.py"))


@pytest.mark.parametrize("rule", RULES)
def test_it_has(tests, rule):
    assert f"def test_{rule}" in tests
