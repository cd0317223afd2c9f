"""Vanagloria Galaxy, and its older sibling Orbit Cubes: two rule sets of one engine."""

from typing import Any

from quincunx.engine import openly
from quincunx.engine.game import Game
from quincunx.games.vanagloria import advice, legality, notation, positions, rules, scene, setup, state, words
from quincunx.games.vanagloria.workshop import StationWorkshop

SHARED: dict[str, Any] = {
    "players": range(2, 7),
    "version": "1.0",
    "state": state.STATE,
    "board": state.BOARD,
    "move_count": state.MOVE_COUNT,
    "most_moves": state.MOST_MOVES,
    "deal": rules.deal,
    "moves": legality.moves,
    "refusal": legality.refusal,
    "play": rules.play,
    "outcome": rules.outcome,
    "hide": openly.hide,
    "guess": openly.guess,
    "appraise": advice.appraise,
    "regard": advice.regard,
    "write": positions.write,
    "place": positions.place,
    "spell": notation.spell,
    "read": notation.read,
    "describe": scene.describe,
    "scene": scene.scene,
    "picks": scene.picks,
    "meant": scene.meant,
    "tell": words.tell,
    "harmed": scene.harmed,
    "idle": lambda position: state.END,
    "art": setup.FOLDER / "art.svg",
}

VANAGLORIA = Game(
    name="vanagloria",
    title="Vanagloria Galaxy",
    designer="Adamo Bencardino (Vanagloria Games)",
    minutes="30-45",
    pitch="Land on an abandoned space station, call dreadnoughts, raise shields, charge weapons, and hold the energy "
    "platforms when the round ends. Two actions a turn, no dice, nowhere to hide.",
    make_board=setup.make_vanagloria,
    weights=setup.VG_WEIGHTS,
    guide=setup.VG_GUIDE,
    options=setup.VG_OPTIONS,
    reasons=tuple(vanagloria for vanagloria, _ in state.REASONS),
    rulebook=setup.VG_RULES,
    lesson=setup.FOLDER / "vanagloria-lesson.toml",
    workshop=StationWorkshop(),
    **SHARED,
)

ORBIT_CUBES = Game(
    name="orbit-cubes",
    title="Orbit Cubes (working title)",
    designer="Adamo Bencardino (Vanagloria Games)",
    minutes="20-30",
    pitch="The older, quicker sibling: twenty cubes each, second lives stacked under them, six homes around a ring of "
    "Full Moons, and 64 points to win.",
    make_board=setup.make_orbit_cubes,
    weights=setup.OC_WEIGHTS,
    guide=setup.OC_GUIDE,
    options=setup.OC_OPTIONS,
    reasons=tuple(orbit for _, orbit in state.REASONS),
    rulebook=setup.OC_RULES,
    lesson=setup.FOLDER / "orbit-cubes-lesson.toml",
    **SHARED,
)
