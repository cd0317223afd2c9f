"""The two records of Connect the Worlds, and the numbering of its moves.

Hexes are numbered: 85 of space, then 123 of each world. A map's hexes are a set of bits in two words of 62. Scalars
stand before arrays in a record (GPU readers need that).
"""

from quincunx.engine.compiling import record
from quincunx.games.connect_the_worlds.weights import WEIGHTS

SEATS = 6
WORLDS = 7
MAPS = 1 + WORLDS
"""Space is map 0, world k is map k + 1."""
SPACE = 0
SPACE_HEXES, WORLD_HEXES = 85, 123
HEXES = SPACE_HEXES + WORLDS * WORLD_HEXES
WORDS, WORD_BITS = 2, 62
NOBODY = -1
NOWHERE = -1

CARDS, ACTIONS, KINDS, BASES = 14, 6, 8, 4
"""Card kinds; the first six are action cards, the others unit cards; the first four of these are bases."""
(SCIENTISTS, ENGINEERS, PORTAL, HARVESTER, EXCAVATOR, FURNACE) = range(ACTIONS)
(STANDARD_BASE, ADVANCED_BASE, OUTPOST, METROPLEX, ASSAULT_TEAM, ARMOURED_CORE, TITAN_FORCE, CAPITAL_ARMY) = range(
    KINDS
)
HAND = 5
"""CW-066"""
MOST_PIECES = SEATS * KINDS * 8
MOST_PORTALS, PORTALS_EACH = 192, 32
"""CWR-27"""
LOCKED = 1
"""The lowest bit of a piece's code: hex * 16 + kind * 2 + locked."""
UNLIMITED = -1

SHORT, MEDIUM, LONG = range(3)
CHOOSE, ASSIGNED, FREE = range(3)
DRAW_AUTO, DRAW_ASK, DRAW_OFF = range(3)

(
    SETUP_WORLD,
    SETUP_HEX,
    MAIN,
    MOVE_FROM,
    MOVE_PIECE,
    MOVE_TO,
    BUY,
    CONNECT_A,
    CONNECT_B,
    DEPLOY_TO,
    EARLY_DRAW,
    OVER,
) = range(12)
NOT_OVER, BY_GOAL, LAST_SURVIVOR, DEAD_DRAW, ROUND_LIMIT = range(5)

BOARD = record(
    [
        ("players", "i2"),
        ("worlds", "i2"),
        ("homes", "i2"),  # worlds that somebody may start on; all of them with start_world = free
        ("goal", "i2"),  # SHORT ...
        ("round_limit", "i2"),  # 0: none
        ("truce", "i2"),  # rounds
        ("start_world", "i2"),  # CHOOSE ...
        ("start_centre", "i2"),
        ("start_resources", "i2"),
        ("start_units", "i2"),  # 0, 2 or 3
        ("first_player", "i2"),  # NOBODY: drawn
        ("early_draw", "i2"),  # DRAW_AUTO ...
        ("bought_to_deck", "i2"),
        ("markers", "i2"),  # 0: no limit
        ("move_once", "i2"),
        ("deploy_in_peace", "i2"),  # CWR-40: not into a hex with enemies
        ("high_first", "i2"),
        ("base_by_strength", "i2"),
        ("beaten_base_dies", "i2"),
        ("portals_stay", "i2"),  # CWR-28: also when a base is captured
        ("overlap_is_nobodys", "i2"),
        ("no_space_territory", "i2"),
        ("strictly_most", "i2"),
        ("closed_discards", "i2"),
        ("cost", "i2", (CARDS,)),
        ("move", "i2", (ACTIONS,)),
        ("gather", "i2", (ACTIONS,)),
        ("strength", "i2", (KINDS,)),
        ("start_deck", "i2", (CARDS,)),
        ("supply", "i2", (CARDS,)),  # UNLIMITED, or the number of cards that can be bought at first
        ("orbit", "i2", (WORLDS,)),  # the space hex of each world
        ("world_at", "i2", (SPACE_HEXES,)),  # the world in a space hex, NOWHERE if none
        ("q", "i1", (SPACE_HEXES + WORLD_HEXES,)),  # axial coordinates: of space, then of any world
        ("r", "i1", (SPACE_HEXES + WORLD_HEXES,)),
        ("all_hexes", "i8", (2, WORDS)),  # of space, of any world
        ("ring", "i8", (SPACE_HEXES + WORLD_HEXES, WORDS)),  # a hex and its neighbours, as a set
        ("advice", "f8", (WEIGHTS,)),  # what `appraise` goes by, see `weights.py`
        ("guide", "f8", (WEIGHTS,)),  # what `regard` goes by
    ],
)

STATE = record(
    [
        ("chance", "u8"),  # the generator
        ("turn", "i2"),  # the seat that decides
        ("over", "i2"),
        ("first", "i2"),  # Player 1
        ("phase", "i2"),  # SETUP_WORLD ...
        ("round_no", "i2"),  # from 1 on; 0 during setup
        ("card", "i2"),  # the card that is being played, NOWHERE if none
        ("picked", "i2"),  # the hex where a move begins, or one end of a portal
        ("kind", "i2"),  # the piece that is being moved; SETUP_HEX: the world
        ("alive", "i2"),  # seats that are not eliminated, as bits
        ("began", "i2"),  # those that were not when the round began
        ("placed", "i2"),  # seats that have their first base
        ("winners", "i2"),  # mask of seats
        ("ending", "i2"),  # NOT_OVER ...
        ("pieces", "i2"),  # on the map
        ("portals", "i2"),
        ("held", "i8", (SEATS, MAPS, WORDS)),  # the hexes with pieces of a seat
        ("based", "i8", (MAPS, WORDS)),  # the hexes with a base
        ("reach", "i8", (MAPS, WORDS)),  # MOVE_TO: where the piece can go
        ("edge", "i8", (2, MAPS, WORDS)),  # while that is found: what was reached last, and what is reached next
        ("pool", "i4", (SEATS,)),
        ("deck_left", "i2", (SEATS,)),  # numbers of cards
        ("hand_left", "i2", (SEATS,)),
        ("discard_left", "i2", (SEATS,)),
        ("deck", "i2", (SEATS, CARDS)),
        ("discard", "i2", (SEATS, CARDS)),
        ("supply", "i2", (CARDS,)),
        ("piece", "i2", (MOST_PIECES,)),  # hex * 16 + kind * 2 + locked, ascending
        ("portal", "i2", (MOST_PORTALS, 2)),  # pairs of hexes with bases, each ascending, in ascending order
        ("on_map", "i2", (SEATS, KINDS)),  # markers on the map
        ("settler", "i1", (WORLDS,)),  # the seat that started on a world, NOBODY if none
        ("hand", "u1", (SEATS, CARDS)),
        ("known", "u1", (SEATS, CARDS)),  # the part of a hand that everybody can infer
    ],
)

# Moves: one number for each thing a decision can name.

END_MOVE, NOW_MOVE, LATER_MOVE = range(3)
MOVE_WITH = 3
SPECIAL_MOVE = MOVE_WITH + ACTIONS
DEPLOY_MOVE = SPECIAL_MOVE + ACTIONS
BUY_MOVE = DEPLOY_MOVE + KINDS
PIECE_MOVE = BUY_MOVE + CARDS
WORLD_MOVE = PIECE_MOVE + KINDS
HEX_MOVE = WORLD_MOVE + WORLDS
MOVE_COUNT = HEX_MOVE + HEXES
MOST_MOVES = HEXES
"""945 destinations: every hex but the one where the piece is."""

# Refusals, in the order of `REASONS`.

(
    LEGAL,
    GAME_OVER,
    SETTLE_FIRST,
    SETTLED,
    CHOOSE_A_WORLD,
    WORLD_TAKEN,
    NOT_THAT_WORLD,
    HEX_TAKEN,
    DRAW_FIRST,
    NO_EARLY_DRAW,
    FINISH_THE_MOVE,
    FINISH_THE_PURCHASE,
    FINISH_THE_PORTAL,
    FINISH_THE_DEPLOYMENT,
    PLAY_A_CARD,
    NOT_IN_HAND,
    CANNOT_MOVE_WITH_IT,
    NOTHING_TO_MOVE,
    NOT_YOUR_PIECE,
    PIECE_IS_LOCKED,
    NO_WAY_OUT,
    SAME_HEX,
    TOO_FAR,
    BLOCKED,
    BASE_IN_THE_WAY,
    TRUCE,
    TOO_DEAR,
    ONLY_ACTION_CARDS,
    ONLY_UNIT_CARDS,
    SOLD_OUT,
    NO_TWO_BASES,
    NOT_YOUR_BASE,
    CONNECTED,
    TOO_MANY_PORTALS,
    NO_MARKER,
    NOT_YOUR_TERRITORY,
    BASE_ON_BASE,
    ENEMY_THERE,
    NO_SUCH_HEX,
) = range(39)

REASONS = (
    "",
    "CW-020",
    "CW-035",
    "CW-038",
    "CW-035",
    "CWR-05",
    "CWR-06",
    "CW-130",
    "CW-065",
    "CWR-11",
    "CW-102",
    "CW-204",
    "CW-206",
    "CW-210",
    "CW-090",
    "CW-072",
    "CW-100",
    "CW-132",
    "CW-132",
    "CW-127",
    "CW-130",
    "CWR-20",
    "CW-121",
    "CW-125",
    "CW-130",
    "CW-247",
    "CW-204",
    "CW-202",
    "CW-203",
    "CWR-13",
    "CW-206",
    "CW-206",
    "CW-206",
    "CWR-27",
    "CW-212",
    "CW-210",
    "CW-211",
    "CWR-40",
    "CW-080",
)

# Events: kind and five numbers. A force is seat * 8 + kind.

(
    EV_FIRST,  # seat
    EV_SETTLED,  # seat, world, hex
    EV_ROUND,  # round
    EV_TURN,  # round, seat
    EV_DREW,  # seat, card
    EV_DREW_SOME,  # seat, how many: what the others see
    EV_SHUFFLED,  # seat, how many
    EV_MOVED,  # force, card, from, to
    EV_DEPLOYED,  # force, hex
    EV_FIGHT,  # attacking force, defending force, hex, ATTACKER_WINS ...
    EV_CAPTURED,  # force, hex, seat that lost it
    EV_BASE_LOST,  # force, hex: no marker for the captor, or by option
    EV_CLOSED,  # hex, hex: a portal disappears
    EV_GATHERED,  # seat, card, amount
    EV_BOUGHT,  # seat, card, cost, 0, with
    EV_CONNECTED,  # seat, hex, hex
    EV_DISCARDED,  # seat, card, how many: unplayed
    EV_DISCARDED_SOME,  # seat, how many: what the others see if discards are closed
    EV_ELIMINATED,  # seat
    EV_STANDING,  # seat, territory, worlds, bases, strength
    EV_TIED,  # mask of seats
    EV_WON,  # mask of seats, ending
) = range(1, 23)
ATTACKER_WINS, BOTH_LOST, DEFENDER_WINS = range(3)
