"""What people, other programs and enemies write where something else is expected."""

import math

NUMBERS = (0, -1, 1, 2, 7, 53, 54, 2**31, 2**63, 2**64, -(2**63), 10**18, 10**400, 10**4299, 0.5, 1.0, -0.0, 1e308)
"""Those that programs trip over; JSON takes whole numbers of up to 4,300 digits, and these as they are."""
NOT_NUMBERS = (math.nan, math.inf, -math.inf)

WORDS = (
    "",
    " ",
    "\0",
    "\n",
    "\r\n> void",
    "\x1b[2J",
    "\ud800",
    "\udcff",
    "\u202esdrac",
    "\ufeff",
    "🃏",
    "Ks",
    "K\u030as",
    "\u212as",  # the Kelvin sign, which is a k to a careless program
    "١٢٣",  # Arabic digits
    "1e999",
    "NaN",
    "-0",
    "+5",
    "1_000",
    "0x10",
    "9" * 5000,
    "x" * 3000,
    ".." * 40,
    "../../../etc/passwd",
    "%s%n{0}${jndi}",
    "'; DROP TABLE rounds; --",
    "[red]",
    "[/]",
    "None",
    "null",
    "true",
    "2026-13-45",
    "0001-01-01",
    "9999-12-31T23:59:59+14:00",
    "house",
    "progressive",
    "Jk2",
    "table:T1",
)
"""What people, other programs and enemies write."""

VALUES = (None, True, False, *NUMBERS, *NOT_NUMBERS, *WORDS, (), {})
"""In the place of anything; a list is written () so that nobody shares it."""
