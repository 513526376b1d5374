"""Crowds of bots that play so many rounds, and the staff who look after them."""

import asyncio

BADGES = [(badge, "470815") for badge in ("3", "4", "6")]
"""Executive, supervisor, surveillance."""
PATIENCE_SECONDS = 120


class SeenRounds(dict):
    """The first and the last round seen at each table. One can wait until another is seen."""

    def __init__(self):
        self._is_new = asyncio.Event()

    def __setitem__(self, table_id, seen):
        super().__setitem__(table_id, seen)
        self._is_new.set()

    def played(self, table_id):
        first, last = self.get(table_id, (0, 0))
        return last - first

    async def next(self):
        await self._is_new.wait()
        self._is_new.clear()


async def play_rounds(crowd, rounds):
    """Let a crowd play until every table has come so far."""
    seen = crowd.tally.at_tables = SeenRounds()
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with crowd.playing():
            while not all(seen.played(table_id) >= rounds for table_id in crowd.plan.tables):
                await seen.next()
