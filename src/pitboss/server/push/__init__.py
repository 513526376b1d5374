"""Pushes changes to clients: one WebSocket on which a client watches tables, meters, jobs and the whole room."""
