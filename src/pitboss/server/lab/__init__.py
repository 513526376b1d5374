"""The lab behind the server's door."""
