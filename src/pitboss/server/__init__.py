"""The HTTP and WebSocket server of the card room."""
