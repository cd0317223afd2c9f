"""Connect the Worlds: build a deck, found bases, and rule the universe."""

from quincunx.engine.game import Game
from quincunx.games.connect_the_worlds import advice, legality, rules, secrets, setup, state

GAME = Game(
    name="connect-the-worlds",
    title="Connect the Worlds",
    designer="",
    minutes="20-120",
    pitch="Draw five cards, and play each for movement or for what it does: gather, research, build, connect. Found "
    "bases on other worlds, hold the largest territory, and rule the universe.",
    players=range(2, 7),
    version="1.0",
    state=state.STATE,
    board=state.BOARD,
    move_count=state.MOVE_COUNT,
    most_moves=state.MOST_MOVES,
    deal=rules.deal,
    moves=legality.moves,
    refusal=legality.refusal,
    play=rules.play,
    outcome=rules.outcome,
    hide=secrets.hide,
    guess=secrets.guess,
    appraise=advice.appraise,
    lane=rules.lane,
    make_board=setup.make_board,
    options=setup.OPTIONS,
    reasons=state.REASONS,
    rulebook=setup.RULES,
    secret=True,
    scene=lambda position: None,  # type: ignore[arg-type, return-value]
)
