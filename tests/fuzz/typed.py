"""Valid examples of what people type and write by hand."""

from pitboss.cards import parse_cards

HANDS = ("As Kd 10h Td Jk Jk2", "AsKdTh", "a♠, k♦ | 9c; joker", "Qs 6d 4h", "2c 3c 4c 5c 6c 7c / 8d")
IN_A_GAME = ("As Kd Th", "Qs 6d 4h 9c 8c 7c", "Ks Kd 7h 4c 2d")
AMOUNTS = ("$5,000", "$2.50", "$1000", "$1,234,567.89", "$0")
BARE = ("5,000", "2.50", "1000")
PERCENTS = ("21%", "30.331%", "0.5%", "100%")
PAYS = ("40 to 1", "500 for 1", "10% of meter", "push", "1,000 to 1", "3 to 2")
CHANCES = ("22,100 to 1", "9 to 1")
INSTANTS = ("2026-11-15 10:00", "2026-11-15T10:00:00+01:00", "2026-11-15", "2026-11-15T18:00:00.000000Z")
DAYS = ("2026-11-15", "1990-12-31", "2000-02-29")
TIMES = ("06:00", "05:30:00", "00:00")
ZONES = ("America/Los_Angeles", "UTC", "Europe/Berlin")
COMPONENTS = ("Game Manager v6.6 Build 520", "CHAM2+ v1.66P$", "i-Deal 3.8.024", "ViPS")
ADDRESSES = ("http://127.0.0.1:8022/", "https://ace.example", "http://[::1]:8022")
BADGES = ("3:4711 4:0815", "17:1234")
REQUIREMENTS = ("pair of kings or better", "ace-ten high or better", "flush or lower", "three aces", "king or better")
DESIGNS = (
    'base = "TCP-01"\n[wagers.pair-plus.pays]\nflush = "3 to 1"',
    'base = "TCPP-1"\nothers = 3\ntitle = "Ours"\n[wagers.progressive]\nseed = "$2,000"\ncontribution = "22%"\n'
    '[wagers.progressive.envy]\nakq-of-spades = "$50"\n[solve]\nunknown = "seed"\ntarget = "house-edge 20%"\n'
    'reading = "rules"',
)
TYPED = (
    "place-wager 3 ante $5",
    "set-hand 2 AsKdTh9c9d2s",
    "settle 4",
    "place-chip 3",
    "swipe-card",
    "j-pot 3",
    "turn-key JPH",
)
SIX = parse_cards("Ks Kc 2h 9s 9d Jk")
URLS = ("rooms/ace.db", "postgresql://localhost/ace", "postgresql://ann:secret@127.0.0.1:5432/ace?sslmode=require")
ROLES = ("dealer", "supervisor", "executive")
