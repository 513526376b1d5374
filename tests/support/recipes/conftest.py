"""The examples of the recipes register what they are about when they are imported, so only their own tests import them."""

collect_ignore_glob = ["*.py"]
