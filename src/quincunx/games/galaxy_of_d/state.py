"""The two records of Galaxy of D, and the numbering of its moves.

Sectors are numbered row by row from the top left; all orders of candidates are ascending. Seats index everything;
colours are only shown. Scalars stand before arrays in a record (GPU readers need that).
"""

from quincunx.engine.compiling import record
from quincunx.games.galaxy_of_d.weights import WEIGHTS

SEATS = 2
PIRATES = 2
"""GD-410: pirate 0 is a Scavenger, pirate 1 a Cruiser. As a side of a combat they come after the two seats."""
PIRATE_SIDE = 2
SIDES = 3
SECTORS = 140
"""Of the largest map."""
ROWS = 14
LINKS = 6
THINGS = 10
"""GD-103: 9 Things and the Spaceport."""
SHIPS = 28
"""GD-015: chits of a side."""
FIGHTS = SHIPS + 1
"""Most contested sectors at once: each ship somewhere else, and the own Starbase."""

KINDS = 7
"""I S F C B A D, in the order of the ship table."""
FREIGHTER_KIND, BOMBER_KIND = 2, 4
CLASSES = 8
"""A class is a kind and, for Freighters, the cargo: L is a laden one."""
(INTERCEPTOR, SCAVENGER, FREIGHTER, LADEN, CRUISER, BOMBER, ASSASSIN, DESTROYER) = range(CLASSES)
UNSEEN = 8
"""Stands for a class in what another seat sees of a stack."""
CLASS_CODES = "ISFLCBAD"
PIRATE_CLASS = (SCAVENGER, CRUISER)

TOKEN, PLANET, ASTEROID, SPACEPORT, PIRATE_S, PIRATE_C = range(6)
"""Things; a TOKEN lies face down."""

MONEY_CAP = 25
"""GD-010"""
CARGO_FACTOR = 4
BOMB_DAMAGE = 10
BASE_ATTACK = 3
BASE_INCOME = 1
BASE_TICK = 1
PLANET_INCOME = 2
ASTEROID_INCOME = 1
THING_DISTANCE = 2
"""GD-105, GD-119: no two Things, and no Starbase and Thing, are nearer than this."""
BASE_DISTANCE = 3
"""GD-121: between the Starbases; an option may ask for more."""
QUICK_TOKENS = 5
"""GD-601"""
EXTRA_THINGS = 3
"""GD-102"""
EXTRA_MONEY = 13
"""GD-113"""
QUICK_MONEY = 15
PIRATE_SPEED = 2
PIRATE_MOVES_UP_TO = 3
"""GD-402: of a die."""
LAST_TIE = 5
"""R-10: after so many ties a coin decides."""
NOWHERE = -1

(
    PLACING,  # THINGS in the rules document: only with thing_placement = alternate
    RPS,
    COLOUR,
    BID,
    BASE,
    SECRET_BUY,
    MOVE_SELECT,
    MOVE_GO,
    COMBAT_SELECT,
    ABSORB,
    PIRATE_SELECT,
    BUY,
    OVER,
) = range(13)

FIRST_COIN, FIRST_SEAT_0, FIRST_SEAT_1, FIRST_RPS = range(4)
ACTIVE_FIRST, DEFENDER_FIRST, SECRET = range(3)
NOT_OVER, BOMBED, IN_COMBAT, BURNT_OUT, CONCEDED = range(5)
CONTACT, ACTED, FOUGHT, FALLEN = 1, 2, 4, 8
"""What is noted of a Pirate in phase 3, and, FALLEN, in a combat."""

MOVED, DEAD = 16, 32
"""Flags of a ship's code: sector * 64 + flags + class. DEAD: lost in the running combat, removed at its end."""
SECTOR_SHIFT = 6
CLASS_MASK = 15

BOARD = record(
    [
        ("players", "i2"),
        ("sectors", "i2"),
        ("quick", "i2"),
        ("alternate", "i2"),  # the players place the Things
        ("first_player", "i2"),  # FIRST_COIN ...
        ("pick_colours", "i2"),
        ("base_distance", "i2"),  # between the Starbases
        ("gap", "i2"),  # the Cargo Price counts the sectors strictly between
        ("redraw", "i2"),
        ("starbase_stops", "i2"),
        ("bomber_stay", "i2"),
        ("absorb_order", "i2"),  # ACTIVE_FIRST ...
        ("pirate_active", "i2"),  # R-34: the active player chooses the Pirates' losses
        ("pirate_once", "i2"),
        ("fog", "i2"),  # of enemy stacks only the top ship is shown
        ("things_roll", "i2"),  # 0: a die
        ("money_roll", "i2"),  # 0: a die
        ("start_armor", "i2"),
        ("window", "i8", (SECTORS,)),  # which cells around a sector are on the map, see `reach.py`
        ("q", "i2", (SECTORS,)),
        ("r", "i2", (SECTORS,)),
        ("degree", "i2", (SECTORS,)),
        ("link", "i2", (SECTORS, LINKS)),  # neighbours, ascending
        ("row_start", "i2", (ROWS,)),  # a row's first sector
        ("row_q", "i2", (ROWS,)),  # and its q
        ("cost", "i2", (KINDS,)),
        ("chits", "i2", (KINDS,)),
        ("speed", "i2", (CLASSES + 1,)),  # by class; nothing is known of an unseen one
        ("attack", "i2", (CLASSES + 1,)),
        ("armor", "i2", (CLASSES + 1,)),
        ("steps", "u1", (SECTORS, SECTORS)),  # between two sectors: the map is convex
        ("advice", "f8", (WEIGHTS,)),  # what `appraise` goes by, see `weights.py`
    ],
)

STATE = record(
    [
        ("chance", "u8"),  # the generator
        ("turn", "i2"),  # the seat that decides
        ("over", "i2"),
        ("phase", "i2"),  # PLACING ...
        ("active", "i2"),  # the seat whose turn it is
        ("first", "i2"),  # First Turn Player
        ("turn_no", "i2"),  # player-turns, from 1; 0 in the setup
        ("winner", "i2"),  # -1: nobody yet
        ("ending", "i2"),  # NOT_OVER ...
        ("cargo_price", "i2"),
        ("tokens", "i2"),  # how many Things the setup places
        ("things", "i2"),  # how many lie on the map
        ("bid", "i2"),  # the last one
        ("bid_winner", "i2"),  # -1 until known
        ("rps", "i2"),  # seat 0's hidden choice + 1
        ("ties", "i2"),
        ("buy_floor", "i2"),  # the least kind that may still be bought in this phase 4
        ("picked", "i2"),  # MOVE_GO: the code of the ship that is about to move; -1: none
        ("fight", "i2"),  # sector of the running combat; -1: none
        ("by_pirate", "i2"),  # 1 if it is fought in phase 3
        ("cursor", "i2"),  # ABSORB: whose losses are being named: 0 first player in order, 1 second, 2 Pirates
        ("todo", "i2"),  # contested sectors still to fight
        ("colour", "i2", (SEATS,)),  # 0 Redog, 1 Cynder
        ("money", "i2", (SEATS,)),
        ("armor", "i2", (SEATS,)),  # of the Starbases, as computed: may be negative in the end
        ("starbase", "i2", (SEATS,)),  # sector; -1: not placed yet
        ("count", "i2", (SEATS,)),  # ships in play
        ("pirate_at", "i2", (PIRATES,)),  # -1: not in the game or destroyed
        ("pirate_note", "i2", (PIRATES,)),  # CONTACT | ACTED | FOUGHT | FALLEN
        ("score", "i2", (SIDES,)),  # Attack Scores of the running combat
        ("left", "i2", (SIDES,)),  # what each side has still to absorb
        ("thing_at", "i2", (THINGS,)),  # ascending
        ("thing_kind", "i2", (THINGS,)),
        ("basket", "i2", (SEATS, KINDS)),  # hidden until both are ready
        ("in_play", "i2", (SEATS, KINDS)),  # ships of each kind; the other chits lie in the open pool
        ("fight_at", "i2", (FIGHTS,)),  # ascending
        ("ship", "i2", (SEATS, SHIPS)),  # codes, by sector; in a sector from the bottom of the stack to its top
    ],
)

# Moves: one number for each thing a decision can name.

RPS_CHOICES = 3
END = 0
PASS = 1
BID_MOVE = 2
"""BID n is BID_MOVE + n - 1."""
COLOUR_MOVE = BID_MOVE + MONEY_CAP
RPS_MOVE = COLOUR_MOVE + SEATS
PLACE_MOVE = RPS_MOVE + RPS_CHOICES
SHIP_MOVE = PLACE_MOVE + SECTORS
"""SHIP s c is SHIP_MOVE + s * 8 + c."""
GO_MOVE = SHIP_MOVE + SECTORS * CLASSES
"""GO s is GO_MOVE + s; with an effect on the way it is SECTORS more."""
FIGHT_MOVE = GO_MOVE + 2 * SECTORS
ABSORB_MOVE = FIGHT_MOVE + SECTORS
PIRATE_MOVE = ABSORB_MOVE + CLASSES
BUY_MOVE = PIRATE_MOVE + PIRATES
MOVE_COUNT = BUY_MOVE + KINDS
MOST_MOVES = SECTORS

# Commands: what a seat may do at any time.

CONCEDE = 0
TOP_COMMAND = 1
"""SET_TOP s c is TOP_COMMAND + s * 8 + c."""
COMMAND_COUNT = TOP_COMMAND + SECTORS * CLASSES

# Refusals, in the order of `REASONS`.

(
    LEGAL,
    GAME_OVER,
    NOT_NOW,
    NOT_IN_SETUP,
    NOT_IN_QUICK_SETUP,
    OFF_THE_MAP,
    NO_SHIP,
    HAS_MOVED,
    TOO_FAR,
    STOPPED,
    STOPPED_BY_STARBASE,
    NO_WAY_BACK,
    NO_EFFECT,
    EFFECT_CANNOT_BE_DECLINED,
    STRIKE_CANNOT_BE_DECLINED,
    THING_HERE,
    THING_NEXT,
    BASE_ON_THING,
    BASE_NEXT_TO_THING,
    BASES_TOO_NEAR,
    NO_ROOM_FOR_THE_OTHER,
    BID_TOO_LOW,
    BID_ABOVE_CASH,
    CANNOT_RAISE,
    BASKET_IN_ORDER,
    SECRET_TOO_DEAR,
    SECRET_NO_CHIT,
    TOO_DEAR,
    NO_CHIT,
    NOT_CONTESTED,
    ALREADY_FOUGHT,
    NOT_IN_COMBAT,
    ALREADY_LOST,
    NO_SUCH_PIRATE,
    PIRATE_HAS_ACTED,
    ONLY_YOUR_STACKS,
    COMBATS_ARE_MANDATORY,
    PIRATES_ACT,
    MUST_ABSORB,
    MUST_GO,
    ONE_FIRST_PLAYER,
    BASE_NEXT_TO_PIRATE,
    HOUSE_DISTANCE,
    STRIKES_ONLY_ON_ENTERING,
) = range(44)

REASONS = (
    "",
    "GD-508",
    "GD-201",
    "GD-100",
    "GD-600",
    "GD-212",
    "GD-210",
    "GD-210",
    "GD-016",
    "GD-214",
    "R-17",
    "R-24",
    "GD-222",
    "R-21",
    "GD-217",
    "GD-104",
    "GD-105",
    "GD-118",
    "GD-119",
    "GD-121",
    "R-05",
    "GD-115",
    "GD-115",
    "GD-116",
    "R-15",
    "GD-123",
    "GD-123",
    "GD-500",
    "GD-501",
    "GD-300",
    "GD-303",
    "R-29",
    "GD-311",
    "GD-400",
    "GD-400",
    "GD-230",
    "GD-303",
    "GD-400",
    "R-30",
    "R-16",
    "GD-110",
    "R-14",
    "R-06",
    "R-19",
)

# Events: kind and five numbers.

(
    EV_RPS,  # choice of seat 0, choice of seat 1
    EV_FIRST,  # seat, 1: by a coin after the last tie
    EV_TOKEN,  # seat, sector
    EV_GALAXY,  # tokens
    EV_COLOUR,  # seat, colour
    EV_MONEY,  # die (0: fixed by an option or by the quick setup), dollars
    EV_BID,  # seat, dollars
    EV_PASS,  # seat, winner, dollars, 1: could not raise
    EV_BASE,  # seat, sector, dollars paid
    EV_BASKET,  # seat, kind: nobody else hears of it
    EV_READY,  # seat
    EV_REVEALED,  # seat, I S F C as octal digits, B A D as octal digits, dollars
    EV_WENT,  # seat * 16 + class, from, via or -1, via or -1, to
    EV_STOPPED,  # seat, sector
    EV_LOADED,  # seat, sector
    EV_SOLD,  # seat, sector, dollars got
    EV_STRIKE,  # seat, Armor left, 1: by a Bomber that stayed
    EV_MOVEMENT_OVER,  # seat, combats to come
    EV_COMBAT,  # sector, Attack Score of seat 0, seat 1, Pirates (-1: not there), 1: in phase 3
    EV_NAMED,  # side, class, sector, 1: destroyed, left to absorb
    EV_LOST,  # side, class, how many, sector
    EV_BASE_HIT,  # seat, damage, Armor left
    EV_BOUNTY,  # seat, dollars got, ships destroyed
    EV_COMBAT_OVER,  # sector, mask of the sides that remain
    EV_PIRATE_ROLLS,  # pirate, die
    EV_PIRATE_IDLE,  # pirate, 0: no target, 1: its company is gone, 2: it has fought already
    EV_PIRATE_TARGET,  # pirate, sector, candidates, number rolled
    EV_PIRATE_STEP,  # pirate, from, to, candidates, number rolled
    EV_BOUGHT,  # seat, kind
    EV_INCOME,  # seat, planets, asteroids, dollars got
    EV_TICK,  # seat, Armor left
    EV_TURN,  # player-turn, seat
    EV_CONCEDED,  # seat
    EV_TOP,  # seat, sector, class
    EV_WON,  # seat, ending
) = range(1, 36)
