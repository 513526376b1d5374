"""The HTTP and WebSocket door of the card room."""
