"""Whether the cards come by chance: a battery of tests on the code that deals, and a report for a laboratory."""
