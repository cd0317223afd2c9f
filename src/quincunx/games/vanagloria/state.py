"""The two records of Vanagloria Galaxy and Orbit Cubes, and the numbering of their moves.

One engine, two rule sets. The words are those of the published game (platform, corridor, dreadnought); Orbit Cubes'
planets, orbits and cubes are the same things. Scalars stand before arrays in a record (GPU readers need that).
"""

from quincunx.engine.compiling import record
from quincunx.games.vanagloria.weights import WEIGHTS

SEATS = 6
NODES = 58
"""All 25 tiles hold 52 platforms; with six entrances no board has more nodes than this."""
LINKS = 5
"""No platform has more corridors: 4 in Vanagloria Galaxy, 5 at a Planet Cube."""
UNITS = 23
"""The largest box: 12 plain and 11 shielded standees; 20 cubes."""
ACTIONS = 2
ROUND_CAP = 999
"""R-11: a technical cap; the highest score wins then."""

ENTRANCE, RADIO, SHIELD, WEAPONS, ALPHA, BETA = range(6)
KINDS = 6
DISARMED, MELEE, RANGE = range(3)
WEAPON_LEVELS = 3
CLASSES = 2 * WEAPON_LEVELS
"""A class is weapon level + 3 if shielded (or with a second life)."""
STANDARD, PRO, RANDOM = range(3)
NO_MARK, ACTIVATED, ATTACKED = range(3)

# A unit's code is node * 8 + class (`units.code_of`): equal units on one platform are interchangeable.

BOARD = record(
    [
        ("players", "i2"),
        ("nodes", "i2"),
        ("target", "i2"),
        ("round_limit", "i2"),  # 0: none but the cap
        ("turn_mode", "i2"),  # STANDARD, PRO or RANDOM
        ("first", "i2"),  # the seat that gets token 1, -1: chance decides
        ("cubes", "i2"),  # Orbit Cubes: cubes a player owns; 0: Vanagloria's standees and stands
        ("total12", "i2"),  # twelve units in all instead of twelve plain ones
        ("respawn", "i2"),  # VG-072, OC-052: a wiped-out player gets one unit
        ("permanent", "i2"),  # OC-053: lost cubes are gone for good
        ("plain_limit", "i2"),  # 12
        ("shield_limit", "i2"),  # 11
        ("energy_count", "i2"),
        ("stand_limit", "i2", (WEAPON_LEVELS,)),  # 8, 8, 7
        ("points", "i2", (KINDS,)),  # for complete control, by kind
        ("entrance", "i2", (SEATS,)),  # node of each seat's entrance
        ("pro", "i2", (SEATS,)),  # turn tokens clockwise from the first player in Pro
        ("kind", "i2", (NODES,)),
        ("degree", "i2", (NODES,)),
        ("gates", "i2", (NODES,)),  # so many of its neighbours are entrances: the first of `link`
        ("link", "i2", (NODES, LINKS)),  # neighbours, ascending
        ("energy", "i2", (NODES,)),  # the energy platforms, energy_count of them
        ("distance", "i2", (NODES, KINDS)),  # corridors to the nearest platform of each kind, FAR if there is none
        ("steps", "i2", (NODES, NODES)),  # corridors between two nodes; nobody walks through an entrance
        ("advice", "f8", (WEIGHTS,)),  # what `appraise` goes by, see `weights.py`
        ("guide", "f8", (WEIGHTS,)),  # what `regard` goes by, where that is not the same
    ],
)
FAR = 99

STATE = record(
    [
        ("chance", "u8"),  # the generator
        ("turn", "i2"),  # the seat that acts
        ("over", "i2"),
        ("round_no", "i2"),  # from 1
        ("place", "i2"),  # index of the acting seat in `order`
        ("actions", "i2"),  # left to the acting seat, 2 or 1
        ("mark", "i2"),  # what the first action of this turn was: NO_MARK, ACTIVATED or ATTACKED
        ("mark_node", "i2"),  # by the unit here
        ("mark_class", "i2"),  # of this class after the activation; for attacks its weapon level
        ("first", "i2"),  # the seat that had token 1 in round 1
        ("winners", "i2"),  # bit mask of seats
        ("overtime", "i2"),  # 1 once a tie at the target has occurred
        ("out", "i4"),  # bit mask of eliminated seats (Orbit Cubes)
        ("score", "i4", (SEATS,)),  # 999 rounds of a level fight can pass 32,767
        ("token", "i2", (SEATS,)),  # this round's turn token of each seat
        ("order", "i2", (SEATS,)),  # seats by token
        ("count", "i2", (SEATS,)),  # units in play
        ("plain", "i2", (SEATS,)),  # of these without shield
        ("armed", "i2", (SEATS, WEAPON_LEVELS)),  # units by weapon level
        ("lost", "i2", (SEATS,)),  # cubes gone for good
        ("unit", "i2", (SEATS, UNITS)),  # codes, ascending; empty slots NONE
        ("present", "i2", (NODES,)),  # bit mask of the seats with a unit on each node
    ],
)
NONE = 32_767

# Moves: END, then for each node 36 numbers for its stacks and 210 for attacks from it.
#   stack  = class * 6 + k (k < 5: move along link k; k = 5: activate)
#   attack = 36 + (reach * 5 + rival - 1) * 6 + target class, with reach 0: a melee unit; 1: a range unit on its own
#            platform; 2 + k: a range unit along link k; rival r: the seat r places clockwise from the attacker.
# One action is one number: with 246 * 58 + 1 of them the whole list stays smaller than one more step would be worth.

END = 0
PER_STACK = LINKS + 1
ACTIVATE = LINKS
REACH_MELEE, REACH_OWN, REACH_LINK = 0, 1, 2
REACHES = 2 + LINKS
RIVALS = SEATS - 1
STACK_MOVES = CLASSES * PER_STACK
PER_NODE = STACK_MOVES + REACHES * RIVALS * CLASSES
MOVE_COUNT = 1 + NODES * PER_NODE
MOST_MOVES = 2_176
"""Rules document, 5.3: 1,841 and 2,121 are the arithmetic bounds."""

# Refusals, in the order of `REASONS`: (Vanagloria Galaxy, Orbit Cubes).

(
    LEGAL,
    GAME_OVER,
    NO_SUCH_MOVE,
    NO_PLATFORM,
    NO_UNIT_TO_MOVE,
    NOT_LINKED,
    INTO_ENTRANCE,
    NO_UNIT_TO_ACTIVATE,
    ENTRANCE_HAS_NO_FUNCTION,
    ENERGY_HAS_NO_FUNCTION,
    ENEMY_HERE,
    ALREADY_ACTIVATED,
    ALREADY_SHIELDED,
    ALREADY_RANGE,
    TWELVE_PLAIN,
    TWELVE_UNITS,
    EIGHT_DISARMED,
    EIGHT_MELEE,
    SEVEN_RANGE,
    ELEVEN_SHIELDED,
    BOX_EMPTY,
    NO_ATTACKER,
    ATTACKER_DISARMED,
    MELEE_REACH,
    RANGE_REACH,
    ALREADY_ATTACKED,
    TARGET_ON_ENTRANCE,
    NO_TARGET,
    OWN_UNIT,
    NOT_YOUR_UNIT,
    INTO_UNUSED_START,
    OVER_AT_THE_LIMIT,
    OVER_FOR_ALL_BUT_ONE,
) = range(33)

REASONS = (
    ("", ""),
    ("VG-093", "OC-049"),
    ("VG-059", "OC-032"),
    ("VG-031", "OC-021"),
    ("VG-060", "OC-033"),
    ("VG-032", "OC-021"),
    ("VG-022", "OC-012"),
    ("VG-061", "OC-034"),
    ("VG-035", "OC-023"),
    ("VG-036", "OC-025"),
    ("VG-062", "OC-035"),
    ("VG-064", "OC-037"),
    ("VG-088", "OC-016"),
    ("VG-088", "OC-056"),
    ("VG-013", ""),
    ("R-02", ""),
    ("VG-015", ""),
    ("VG-014", ""),
    ("VG-015", ""),
    ("VG-015", ""),
    ("", "OC-055"),
    ("VG-063", "OC-036"),
    ("VG-006", "OC-038"),
    ("VG-067", "OC-039"),
    ("VG-068", "OC-040"),
    ("VG-065", "OC-037"),
    ("VG-021", "OC-011"),
    ("VG-063", "OC-036"),
    ("VG-090", "OC-036"),
    ("VG-098", "OC-036"),
    ("", "OC-057"),
    ("VG-094", "OC-059"),
    ("", "OC-052"),
)

# Events: kind and five numbers.

(
    EV_MOVED,  # seat, class, from, to
    EV_CALLED,  # seat, radio, entrance
    EV_SHIELDED,  # seat, class after, node
    EV_CHARGED,  # seat, class after, node
    EV_ATTACKED,  # seat, attacker's node, weapon
    EV_SHIELD_BROKEN,  # target seat, class after, node
    EV_DESTROYED,  # target seat, class, node
    EV_LOST_AT_TWELVE,  # target seat, class, node
    EV_REPLACED,  # seat, entrance
    EV_OUT,  # seat
    EV_TURN_ENDED,  # seat, actions left unused
    EV_PAID,  # node, points each, mask of seats
    EV_ROUND,  # round
    EV_OVERTIME,  # score
    EV_WON,  # mask of winners, 0: by points, 1: at the round limit, 2: as the last one standing
) = range(1, 16)
BY_POINTS, AT_THE_LIMIT, LAST_STANDING = range(3)
