"""Counts requests, commands, sockets and threads for Prometheus. Each process marks its figures with its number."""

import os
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import Metric
from sqlalchemy import func, select
from starlette.requests import Request
from starlette.responses import Response

from pitboss.errors import PitbossError
from pitboss.house.jackpots import meters
from pitboss.house.room import Room
from pitboss.house.storage.schema import TABLES
from pitboss.server.problems import NOT_OPEN, answer

disable_created_metrics()  # type: ignore[no-untyped-call]

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The steps of every histogram of times."""


class Metrics:
    """The figures of this process.

    >>> metrics = Metrics()
    >>> metrics.commands.labels("place-wager", "done").inc()
    >>> b'pitboss_commands_total{kind="place-wager",outcome="done",pid="' in metrics.page()
    True
    """

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        self.requests = Counter(
            "pitboss_requests", "Requests by address and answer.", ["method", "route", "status"], registry=own
        )
        self.request_seconds = Histogram(
            "pitboss_request_seconds", "How long requests took.", ["route"], buckets=SECONDS, registry=own
        )
        self.commands = Counter("pitboss_commands", "Commands by outcome.", ["kind", "outcome"], registry=own)
        self.sockets = Gauge("pitboss_sockets", "WebSockets that are open.", registry=own)
        self.pushes = Counter("pitboss_pushes", "Messages pushed through WebSockets.", registry=own)
        self.push_seconds = Histogram(
            "pitboss_push_seconds", "From the news to the push, in seconds.", buckets=SECONDS, registry=own
        )
        self.threads_busy = Gauge(
            "pitboss_threads_busy", "Threads of the house that are busy or waited for.", registry=own
        )
        self.threads = Gauge("pitboss_threads", "Threads of the house.", registry=own)
        self.dealer_acts = Counter(
            "pitboss_dealer_acts", "Acts of the auto-dealer by outcome.", ["kind", "outcome"], registry=own
        )
        self.tables = Gauge("pitboss_tables", "Tables by status.", ["status"], registry=own)
        self.meters = Gauge("pitboss_meter_shown_cents", "The amount each progressive shows.", ["meter"], registry=own)
        self.database_up = Gauge("pitboss_database_up", "Whether the database answers: 1 or 0.", registry=own)
        ProcessCollector(registry=own)
        PlatformCollector(registry=own)

    def read_room(self, room: Room) -> None:
        """Read the figures that are in the database, such as meters. Called from a thread of the house."""
        of_room = TABLES.c.property_id == room.house.property_id
        by_status = select(TABLES.c.status, func.count()).where(of_room).group_by(TABLES.c.status)
        try:
            with room.database.reading() as connection:
                statuses = connection.execute(by_status).all()
                shown = meters.all_of(connection, room.house.property_id)
        except PitbossError:
            self.database_up.set(0)
            return
        self.database_up.set(1)
        self.tables.clear()
        for status, number in statuses:
            self.tables.labels(status).set(number)
        for each in shown:
            self.meters.labels(each.meter_id).set(each.displayed_cents)

    def page(self) -> bytes:
        """All figures, in the format that Prometheus reads."""
        return generate_latest(_Marked(self.registry))


class _Marked:
    """Adds the process number to all figures, because several processes answer at one address."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry, self._pid = registry, str(os.getpid())

    def collect(self) -> Iterator[Metric]:
        for metric in self._registry.collect():
            metric.samples = [each._replace(labels={**each.labels, "pid": self._pid}) for each in metric.samples]
            yield metric


async def show_metrics(request: Request) -> Response:
    """Answer ``/metrics``, only to this machine unless ``metrics_open`` is set."""
    context = request.app.state.context
    if not context.settings.metrics_open and not is_loopback(request.client.host if request.client else ""):
        return answer(NOT_OPEN, "figures are for this machine only, unless metrics_open is set")
    await context.do(context.metrics.read_room, context.room)
    return Response(context.metrics.page(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


def is_loopback(host: str) -> bool:
    """Whether the request is from this machine. Starlette's test client counts as another machine.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("10.0.0.7"), is_loopback("testclient")
    (True, True, False, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
