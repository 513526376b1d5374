"""What happens, as it happens: one WebSocket, on which somebody watches tables, meters and the whole room."""
