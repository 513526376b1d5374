"""Tests whether the shuffler is random: a battery of tests on the code that deals, and a report for a laboratory."""
