"""The HTTP endpoints of the lab and the process that answers short questions."""
