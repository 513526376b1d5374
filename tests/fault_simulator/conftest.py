"""A place for simulated rooms, made once: each test gets days of its own in it."""

import logging

import pytest

from pitboss.fault_simulator.sites import SqliteSite
from pitboss.house.people import pins
from support.card_room import CHEAP


@pytest.fixture(scope="package", autouse=True)
def quietly():
    """The house logs every refusal, and here that is all day long; nobody logs in, so PINs may be cheap."""
    usual, pins.HASHER = pins.HASHER, CHEAP
    logging.getLogger("pitboss").setLevel(logging.CRITICAL)
    yield
    pins.HASHER = usual
    logging.getLogger("pitboss").setLevel(logging.NOTSET)


@pytest.fixture(scope="package")
def site(tmp_path_factory, quietly):
    return SqliteSite(tmp_path_factory.mktemp("torture"))
