"""The lab's results are kept for one run of the tests, so that what several tests ask for is worked out once."""

import pytest

from pitboss.lab.store import Store
from pitboss.lab.work import Resources


@pytest.fixture(scope="session")
def resources(tmp_path_factory):
    return Resources(Store(tmp_path_factory.mktemp("lab")), processes=1)
