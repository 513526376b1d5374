"""What was worked out before is read without the machinery that worked it out, which loads slowly."""

import subprocess
import sys

CODE = """
import sys
from pitboss.lab.bonus import readings
from pitboss.lab.progressives import progressive_sheets
from pitboss.lab.store import Store
from pitboss.lab.three_card_poker import ante_readings
from pitboss.lab.work import Resources
from pitboss.paytables import load_catalogue

means, catalogue = Resources(Store(), processes=1), load_catalogue()
print(ante_readings(catalogue["TCP-01"]["ante-bonus"], means)["rules"].house_edge)
print(readings(catalogue["FSLP-01"]["fortune-bonus"], means)["printed"].house_edge)
print(progressive_sheets(catalogue["TCPP-1"]["progressive"], means)["rules"].advantage)
print("numba" in sys.modules, "numpy" in sys.modules)
"""


def test_a_kept_result_brings_neither_numba_nor_numpy(tmp_path):
    def run():
        command = [sys.executable, "-c", CODE]
        done = subprocess.run(command, env={"PITBOSS_CACHE": str(tmp_path)}, capture_output=True, text=True, check=True)
        return done.stdout.split()

    first, second = run(), run()
    assert first == ["3.3730%", "1.9971%", "22.3348%", "True", "True"]
    assert second == [*first[:3], "False", "False"]
