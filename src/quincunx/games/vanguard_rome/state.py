"""The two records of Vanguard: Rome, and the numbering of its moves.

Columns are counted from the owner's left: 31 is the vanguard's. A cell is row * 63 + column. Scalars stand before
arrays in a record (GPU readers need that).
"""

from quincunx.engine.compiling import record
from quincunx.games.vanguard_rome.weights import WEIGHTS

SEATS = 4
ROWS = 2
FRONT, REAR = range(ROWS)
COLUMNS = 63
"""R-40: -31 to +31."""
CENTRE = 31
CELLS = ROWS * COLUMNS
VANGUARD = CENTRE
"""The cell F0."""
BEHIND = COLUMNS + CENTRE
"""The cell R0."""
CENTRE_BIT = 1 << CENTRE
LEFT_BITS = CENTRE_BIT - 1
RIGHT_BITS = ((1 << COLUMNS) - 1) & ~(CENTRE_BIT | LEFT_BITS)

KINDS = 13
"""0 is no unit."""
(NO_UNIT, ARCHER, BALLISTA, CATAPULT, CAVALRY, CENTURION, CHARIOT, CONSUL, ELEPHANT, INFANTRY, PRAETORIAN, SLINGER) = (
    range(12)
)
STANDARD = 12
SWITCHERS = (CENTURION, CONSUL, PRAETORIAN)
UNSEEN = 13
"""Stands for a kind in what another seat sees."""
KIND_MASK = 15
RIDDEN, FACE_UP, USED, RIDER_USED = 16, 32, 64, 128
"""Flags of a unit's code: carries a Chariot, lies face up, has used its ability in this turn (a standing Chariot: has
moved), the Chariot that rides on it has moved in this turn."""

CODES = 256
CAN_SWITCH, CAN_CALL, CAN_DRIVE, CAN_MOUNT, CAN_CARRY = 1, 2, 4, 8, 16
"""Can switch with a neighbour, also with a distant Consul; a Chariot that can leave its carrier, or can go to one; can
carry a Chariot."""

COMMANDS = 8
FLANK, JAVELIN, NIGHTFALL, REINFORCE, RETREAT, STAMPEDE, SURPRISE, VOLLEY = range(COMMANDS)
NO_COMMAND = -1

FRONT_AT_START = 5
"""VR-010: units in a row."""
CENTURION_BONUS = 2
CHARIOT_BONUS = 1
NOBODY = -1
NOWHERE = -1
MOST_PENDING = 2
QUEUE = 4
"""There are only four Standards."""
DECKS = 2

(
    KEEPING,  # Nightfall: keep the army as it lies, or take it up
    LEANING,  # to which side an even row leans
    LAYING,  # the units, one after the other; the opening and Nightfall
    CLOSING,  # option close_up: lines are mended after the clash
    MAIN,
    TARGETING,  # MAIN, second step of a move of a Chariot or a switch with a distant Consul
    FACING,  # whom column 0 faces
    ORDERING,  # which attack command is given
    FIRING,  # whether a Catapult fires
    FOLLOWING,  # who follows a Standard
    RETREATING,  # after the attack
    FILLING,  # who takes the place of the vanguard unit that retreated
    DISCARDING,
    OVER,
) = range(14)

SHARED, DIVIDE_EQUAL, DIVIDE_RANDOM = range(3)
NOT_OVER, DESTROYED, TURN_LIMIT, RESIGNED = range(4)

BOARD = record(
    [
        ("players", "i2"),
        ("use_commands", "i2"),
        ("rows", "i2"),  # 1: only the front row exists
        ("decks", "i2"),  # SHARED ...
        ("hidden_rear", "i2"),
        ("rows_shift", "i2"),  # only the run in the same row shifts together
        ("consul_stacks", "i2"),
        ("command_on_vanguard", "i2"),
        ("close_up", "i2"),
        ("replay_cap", "i2"),
        ("hand_limit", "i2"),
        ("turn_limit", "i2"),  # 0: none
        ("power", "i2", (KINDS + 1,)),
        ("mounted", "i2", (KINDS + 1,)),
        ("unit_count", "i2", (KINDS + 1,)),
        ("command_count", "i2", (COMMANDS,)),
        ("traits", "u1", (CODES,)),  # what a unit of that code can do: CAN_SWITCH ...
        ("advice", "f8", (WEIGHTS,)),  # what `appraise` goes by, see `weights.py`
    ],
)

STATE = record(
    [
        ("chance", "u8"),  # the generator
        ("turn", "i2"),  # the seat that decides
        ("over", "i2"),
        ("first", "i2"),  # the winner of the clash
        ("phase", "i2"),  # KEEPING ...
        ("active", "i2"),  # the seat whose turn it is; NOBODY in the opening
        ("turn_no", "i2"),  # turns begun
        ("replays", "i2"),
        ("winners", "i2"),  # mask of seats; 0: nobody yet
        ("ending", "i2"),  # NOT_OVER ...
        ("command_used", "i2"),  # in this turn
        ("laid", "i2"),  # units laid out in this row by row order
        ("lean", "i2"),  # 0 left, 1 right
        ("asked", "i2"),  # the cell of the Catapult or the Standard in question
        ("queued", "i2"),  # Standards that wait for a companion
        ("order", "i2"),  # the attack command given in this turn, NO_COMMAND if none
        ("order_owner", "i2"),  # whose unit has the order
        ("order_at", "i2"),  # its cell
        ("order_reach", "i2"),  # of a Volley: 1 or 2
        ("retreated", "i2"),  # FILLING: where the unit stands that retreated
        ("picked", "i2"),  # TARGETING: the cell where the move begins
        ("picked_chariot", "i2"),  # 1: a Chariot moves from there; 0: a Praetorian switches
        ("line", "i8", (SEATS, ROWS)),  # occupied columns, as bits: always those of `cells`
        ("attack", "i8", (SEATS, ROWS)),  # who attacks, as bits
        ("judged", "i8", (SEATS, ROWS)),  # whose fate is known, while attacks are resolved
        ("doomed", "i8", (SEATS, ROWS)),  # and who dies
        ("score", "i4", (SEATS,)),  # of the clash, while it is counted
        ("pending", "i2", (MOST_PENDING,)),  # kinds drawn and not placed yet
        ("alive", "i2", (SEATS,)),
        ("facing", "i2", (SEATS,)),  # the opponent that column 0 faces
        ("held", "i2", (SEATS,)),  # number of commands in hand
        ("units_left", "i2", (DECKS,)),  # number of cards in a deck
        ("commands_left", "i2", (DECKS,)),
        ("queue", "i2", (QUEUE,)),  # cells of Standards that wait for a companion
        ("cells", "u1", (SEATS, ROWS, COLUMNS)),  # a unit's code: kind and flags; 0: empty
        ("hand", "u1", (SEATS, COMMANDS)),
        ("unit_deck", "u1", (DECKS, KINDS + 1)),  # cards of each kind; the second deck only if they are divided
        ("unit_pile", "u1", (DECKS, KINDS + 1)),
        ("command_deck", "u1", (DECKS, COMMANDS)),
        ("command_pile", "u1", (DECKS, COMMANDS)),
        ("pool", "u1", (SEATS, 2, KINDS + 1)),  # units to be laid out: plain, and with a Chariot
    ],
)

# Moves: one number for each thing a decision can name.

KEEP, REORG, LEAN_LEFT, LEAN_RIGHT = range(4)
DEPLOY_MOVE = 4
"""DEPLOY kind is DEPLOY_MOVE + 2 * (kind - 1), with a Chariot one more."""
FORWARD_MOVE = DEPLOY_MOVE + 2 * (KINDS - 1)
LATERAL_MOVE = FORWARD_MOVE + COLUMNS
PLACE_MOVE = LATERAL_MOVE + CELLS
"""PLACE kind column is PLACE_MOVE + 63 * (kind - 1) + column."""
DIRECTIONS = 3
"""One column to the left, one to the right, the other row."""
SWAP_MOVE = PLACE_MOVE + (KINDS - 1) * COLUMNS
DISTANT_MOVE = SWAP_MOVE + DIRECTIONS * CELLS
CHARIOT_MOVE = DISTANT_MOVE + CELLS
TARGET_MOVE = CHARIOT_MOVE + CELLS
FLANK_MOVE = TARGET_MOVE + CELLS
REINFORCE_MOVE = FLANK_MOVE + 2 * CELLS
NIGHTFALL_MOVE = REINFORCE_MOVE + 1
ATTACK_MOVE = NIGHTFALL_MOVE + 1
FACE_MOVE = ATTACK_MOVE + 1
NO_ORDER_MOVE = FACE_MOVE + SEATS
JAVELIN_MOVE = NO_ORDER_MOVE + 1
SURPRISE_MOVE = JAVELIN_MOVE + COLUMNS
VOLLEY_MOVE = SURPRISE_MOVE + COLUMNS
"""VOLLEY cell reach is VOLLEY_MOVE + 2 * cell + reach - 1."""
STAMPEDE_MOVE = VOLLEY_MOVE + 2 * CELLS
"""STAMPEDE owner column is STAMPEDE_MOVE + 63 * owner + column."""
HOLD_MOVE = STAMPEDE_MOVE + SEATS * COLUMNS
FIRE_MOVE = HOLD_MOVE + 1
ALONE_MOVE = FIRE_MOVE + 1
FOLLOW_MOVE = ALONE_MOVE + 1
STAY_MOVE = FOLLOW_MOVE + DIRECTIONS
RETREAT_MOVE = STAY_MOVE + 1
DISCARD_MOVE = RETREAT_MOVE + CELLS
MOVE_COUNT = DISCARD_MOVE + COMMANDS
MOST_MOVES = 300
"""MAIN: 2 x 63 places, 59 shifts, 42 + 4 switches, 4 Chariots, 60 flanks, 3 others make 298."""

# Commands: what a seat may do besides.

RESIGN = 0
COMMAND_COUNT = 1

# Refusals, in the order of `REASONS`.

(
    LEGAL,
    GAME_OVER,
    LAY_OUT_FIRST,
    NO_SUCH_ACTION_IN_THE_CLASH,
    NIGHT_FIRST,
    MEND_FIRST,
    ONLY_MAIN,
    ATTACK_IS_ON,
    AFTER_THE_ATTACK,
    FILL_FIRST,
    DISCARD_FIRST,
    ONLY_IN_OPENING_OR_NIGHT,
    ORDERS_COME_WITH_THE_ATTACK,
    RETREAT_COMES_AFTER,
    NO_SURPLUS,
    NOT_ASKED,
    FINISH_THE_CHARIOT,
    FINISH_THE_SWITCH,
    NOT_TO_KEEP,
    NO_LEAN,
    NOT_IN_POOL,
    NO_REAR_UNIT,
    FRONT_TAKEN,
    NO_UNIT_TO_SHIFT,
    VANGUARD_NEVER_SHIFTS,
    BLOCK_IS_ANCHORED,
    NAMED_BY_NEAREST,
    NOT_DRAWN,
    SPACE_TAKEN,
    BEYOND_THE_ENDS,
    BEYOND_THE_CAP,
    NO_UNIT_THERE,
    CANNOT_SWITCH,
    ABILITY_USED,
    SWITCH_NEEDS_A_UNIT,
    NOT_A_PRAETORIAN,
    NO_DISTANT_CONSUL,
    CONSUL_IS_ADJACENT,
    NO_CHARIOT,
    CHARIOT_USED,
    NOBODY_TO_MOUNT,
    IS_MOUNTED,
    STANDING_CHARIOT,
    NOT_A_LEGAL_SPACE,
    NO_COMMANDS,
    NOT_IN_HAND,
    ONE_COMMAND,
    VANGUARD_STAYS,
    OPPOSITE_FLANK,
    PLACE_FIRST,
    PLACE_BEFORE_ATTACK,
    GAPS,
    REAR_WITHOUT_FRONT,
    NOT_AN_OPPONENT,
    NO_JAVELIN,
    NO_TARGET,
    ATTACKS_ANYWAY,
    NOBODY_TO_SURPRISE,
    NO_SURPRISE_FOR_CATAPULTS,
    NO_VOLLEY,
    VOLLEY_REACH,
    NOT_THE_VANGUARD,
    NO_ELEPHANT,
    NOTHING_BEHIND,
    NO_COMPANION,
    NO_CATAPULT_COMPANION,
    NO_RETREAT_THERE,
    NOBODY_FILLS,
    NOT_THE_RETREATED,
    MUST_FILL_VANGUARD,
    NOT_YOUR_DECISION,
    ONLY_THE_FRONT_ROW,
) = range(72)

REASONS = (
    "",
    "VR-090",
    "VR-022",
    "VR-027",
    "VR-155",
    "VR-033",
    "VR-040",
    "VR-062",
    "VR-161",
    "VR-160",
    "VR-048",
    "VR-156",
    "R-35",
    "VR-161",
    "R-51",
    "VR-071",
    "VR-122",
    "VR-134",
    "R-25",
    "VR-156",
    "VR-022",
    "VR-057",
    "VR-057",
    "VR-055",
    "VR-056",
    "VR-058",
    "R-05",
    "VR-041",
    "VR-015",
    "VR-043",
    "R-40",
    "VR-151",
    "VR-060",
    "VR-061",
    "VR-117",
    "VR-134",
    "VR-134",
    "VR-133",
    "VR-119",
    "VR-123",
    "VR-119",
    "VR-121",
    "R-23",
    "VR-122",
    "VR-003",
    "VR-042",
    "VR-047",
    "VR-151",
    "VR-151",
    "R-25",
    "VR-041",
    "VR-052",
    "VR-054",
    "VR-176",
    "VR-154",
    "VR-081",
    "VR-082",
    "VR-164",
    "R-36",
    "VR-165",
    "VR-166",
    "R-29",
    "VR-162",
    "R-32",
    "VR-137",
    "R-26",
    "VR-159",
    "R-27",
    "VR-160",
    "VR-160",
    "R-54",
    "VR-002",
)

# Events: kind and five numbers. A place is seat * 128 + cell.

PLACE = 128
CARD = 32
"""A card in an event: the kind, and whether a Chariot rides on it."""

(
    EV_LAID,  # seat: has finished laying out
    EV_REVEALED,  # 1: after Nightfall
    EV_BLOW,  # place of the attacker, of its target, own power * 32 + card, Slingers * 32 + card, why * 4 + effect
    EV_FATE,  # place, code, damage, own power, Consuls * 4 + fate
    EV_TURNED_UP,  # place, kind
    EV_SCORE,  # seat, vanguard survived, kills, power killed
    EV_TIED,  # replays so far, 1: everybody was destroyed
    EV_FIRST,  # seat, criterion: 1 vanguard, 2 kills, 3 power, 4 toss, 5 last army
    EV_TURN,  # turn number, seat
    EV_DREW,  # seat, kind (0: no card left)
    EV_DREW_COMMAND,  # seat, command + 1 (0: no card left)
    EV_SHUFFLED,  # 0 units, 1 commands; deck
    EV_PLACED,  # seat, kind, cell
    EV_STEPPED,  # seat, column, code
    EV_SHIFTED,  # seat, naming cell, units
    EV_SWITCHED,  # seat, cell of the unit that switches, cell of the other
    EV_CHARIOT,  # seat, from, to, MOUNTED_UP ...
    EV_FLANK,  # seat, from, to, code
    EV_REINFORCED,  # seat
    EV_NIGHTFALL,  # seat
    EV_ATTACK,  # seat, whom column 0 faces, 1: the only opponent, attackers
    EV_ORDER,  # seat, command, place, reach
    EV_NO_ATTACK,  # seat
    EV_DESTROYED,  # seat
    EV_RETREATED,  # seat, to
    EV_DISCARDED,  # seat, command
    EV_CARDS,  # seat, cards on the table, their power
    EV_RESIGNED,  # seat
    EV_WON,  # mask of seats, ending
) = range(1, 30)

BY_VANGUARD, BY_BALLISTA, BY_CAVALRY, BY_CATAPULT, BY_STANDARD, BY_ORDER, BY_ENEMY = range(7)
"""Why a unit attacks. BY_ENEMY: an Elephant that an enemy's Stampede has turned round."""
STRIKES, SHOOTS, SHOOTS_IN_VAIN = range(3)
"""Effects of a blow: damage, an Archer's kill, an Archer against an immune unit."""
STANDS, FELLED, SHOT, UNHARMED = range(4)
"""Fates: survives the damage, dies of damage, dies by an Archer, immune and not otherwise harmed enough."""
MOUNTED_UP, CHANGED_MOUNT, DISMOUNTED = range(3)
SURVIVED, KILL = 1 << 20, 1 << 10
"""Weights of the three criteria in a score."""
