import { expect, test } from "vitest";

import { face, left } from "../src/lib/clock.svelte";
import type { Offer } from "../src/lib/messages";
import { beginning } from "../src/lib/picks";
import { asked, queryOf, stepFor, within } from "../src/lib/replay";
import { cited } from "../src/lib/rulebook";
import { ahead, both, filled, kept, nearest, showing } from "../src/lib/view";

test("an address names a step of a game, and from whose knowledge it is seen", () => {
  expect(asked("?step=12&seat=1", 2)).toEqual({ step: 12, seat: 1 });
  expect(asked("?step=12&seat=5", 2)).toEqual({ step: 12, seat: null });
  expect(asked("?step=-1", 2)).toBeNull();
  expect(asked("?lang=de", 2)).toBeNull();
  for (const spot of [{ step: 0, seat: null }, { step: 7, seat: 3 }]) expect(asked(queryOf(spot), 4)).toEqual(spot);
});

test("the keys of a replay stay within the game", () => {
  expect(["ArrowLeft", "ArrowRight", "Home", "End", "x"].map((key) => stepFor(key, 0, 9))).toEqual([0, 1, 0, 9, null]);
  expect(stepFor("ArrowRight", 9, 9)).toBe(9);
  expect([-3, 4, 40, Number.NaN].map((step) => within(step, 9))).toEqual([0, 4, 9, 0]);
});

test("only the clock of whoever is awaited runs, and none below zero", () => {
  const times = { at: 0, left: [61_000, 5_000], awaited: 1 };
  expect([left(times, 0, 3_000), left(times, 1, 3_000), left(times, 1, 9_000)]).toEqual([61_000, 2_000, 0]);
  expect([0, 999, 61_000, 3_600_000].map(face)).toEqual(["00:00", "00:01", "01:01", "1:00:00"]);
});

test("rules that a text names can be opened, and nothing else that looks like one", () => {
  const parts = cited("R-35: from F-3, see VG-046.", (id) => id === "R-35" || id === "VG-046");
  expect(parts.filter((part) => part.rule).map((part) => part.text)).toEqual(["R-35", "VG-046"]);
  expect(parts.map((part) => part.text).join("")).toBe("R-35: from F-3, see VG-046.");
});

test("a move that a bot names is found among the decisions, the whole move before a part of one", () => {
  const tree: Offer = { next: { a: { line: [5, 2], words: "both" }, b: { line: [5], words: "one" } } };
  expect(beginning(tree, 5)?.words).toBe("one");
  expect(beginning(tree, 6)).toBeNull();
});

const round = (id: string, x: number, y: number, size = 10) => ({ id, x, y, size });
const BOARD = { x: 0, y: 0, width: 400, height: 200 };

test("a finger means the nearest thing within its reach, and of two under it the smaller", () => {
  const things = [round("place", 100, 100, 40), round("piece", 110, 100), round("far", 300, 100)];
  expect(nearest(things, 112, 100, 22)?.id).toBe("piece");
  expect(nearest(things, 70, 100, 22)?.id).toBe("place");
  expect(nearest(things, 270, 100, 22)?.id).toBe("far");
  expect(nearest(things, 200, 100, 22)).toBeNull();
});

test("arrows go to what lies rather straight ahead than near", () => {
  const things = [round("here", 0, 0), round("aside", 20, 30), round("ahead", 60, 0), round("behind", -10, 0)];
  expect(ahead(things, things[0]!, 1, 0)?.id).toBe("ahead");
  expect(ahead(things, things[0]!, -1, 0)?.id).toBe("behind");
  expect(ahead(things, things[0]!, 0, -1)).toBeNull();
});

test("a board is shown as far as there is anything on it", () => {
  const box = filled([round("a", 100, 50), round("b", 300, 150)], BOARD, 5);
  expect(box).toEqual({ x: 85, y: 35, width: 230, height: 130 });
  expect(filled([], BOARD)).toEqual(BOARD);
  expect(both(box, { x: 0, y: 60, width: 10, height: 140 })).toEqual({ x: 0, y: 35, width: 315, height: 165 });
  expect(kept({ x: 0, y: 0, width: 115, height: 65 }, box)).toEqual({ x: 85, y: 35, width: 115, height: 65 });
});

test("what is gone to comes into sight", () => {
  const near = { x: 0, y: 0, width: 100, height: 50 };
  expect(showing(near, BOARD, round("a", 50, 25))).toEqual(near);
  expect(showing(near, BOARD, round("a", 200, 25))).toEqual({ ...near, x: 110 });
});
