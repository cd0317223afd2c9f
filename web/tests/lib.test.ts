import { expect, test } from "vitest";

import { Connection, type Listener, type Table } from "../src/lib/connection";
import { linked, page } from "../src/lib/markdown";
import type { Offer, Piece, Scene, Update } from "../src/lib/messages";
import { at, complete, decisions, leading, next, pick } from "../src/lib/picks";
import { journeys, patched } from "../src/lib/scene";
import { around } from "../src/lib/view";

const TREE: Offer = {
  next: {
    ship: { next: { F6: { line: [10], words: "to F6" }, F7: { line: [11], words: "to F7", next: { bomb: { line: [11, 3], words: "and bomb" } } } } },
    F5: { next: { F6: { line: [10], words: "to F6" } } },
    pass: { line: [0], words: "pass" },
  },
};

test("a tree is walked by its picks", () => {
  expect(next(TREE, [])).toEqual(["ship", "F5", "pass"]);
  expect(next(TREE, ["ship"])).toEqual(["F6", "F7"]);
  expect(at(TREE, ["ship", "X"])).toBeNull();
  expect(decisions(TREE).map((each) => each.words)).toEqual(["to F6", "to F7", "and bomb", "pass"]);
  expect(complete(TREE, ["ship", "F7"])?.line).toEqual([11]);
  expect(complete(TREE, [])).toBeNull();
});

test("picking leads on, decides, goes back, starts anew, or is refused", () => {
  expect(pick(TREE, [], "ship")).toEqual({ kind: "path", path: ["ship"] });
  expect(pick(TREE, [], "pass")).toMatchObject({ kind: "decision", decision: { line: [0] } });
  expect(pick(TREE, ["ship"], "F7")).toEqual({ kind: "path", path: ["ship", "F7"] });
  expect(pick(TREE, ["ship"], "ship")).toEqual({ kind: "path", path: [] });
  expect(pick(TREE, ["ship"], "pass")).toMatchObject({ kind: "decision", decision: { line: [0] } });
  expect(pick(TREE, [], "tanker", "F5")).toEqual({ kind: "path", path: ["F5"] });
  expect(pick(TREE, ["ship"], "Z9")).toEqual({ kind: "refused", path: ["ship", "Z9"] });
});

const piece = (id: string, x: number, more: Partial<Piece> = {}): Piece => ({
  id, place: "", x, y: 0, size: 1, symbol: "cube", owner: 0, count: 1, marks: [], text: "", label: "", spent: false,
  under: "", fixed: false, crossed: false, ...more,
});

test("a board is looked at around some of its things, and never beyond its edges", () => {
  const board = { x: 0, y: 0, width: 100, height: 50 };
  expect(around([{ x: 50, y: 25 }], board, 0.5)).toEqual({ x: 25, y: 12.5, width: 50, height: 25 });
  expect(around([{ x: 0, y: 0 }], board, 0.5)).toEqual({ x: 0, y: 0, width: 50, height: 25 });
  expect(around([{ x: 30, y: 20 }, { x: 50, y: 30 }], board, 0.3)).toEqual({ x: 15, y: 12.5, width: 50, height: 25 });
  expect(around([{ x: 50, y: 25 }], board, 2)).toEqual(board);
});

test("what leads to a decision is known, by every way that spells it", () => {
  const tree = { next: { a: { next: { b: { line: [1, 2] }, c: { line: [3] } } }, d: { line: [1, 2] }, e: { line: [4] } } };
  expect(leading(tree, [], [[1, 2]])).toEqual(["a", "d"]);
  expect(leading(tree, ["a"], [[1, 2]])).toEqual(["b"]);
  expect(leading(tree, [], [[3], [4]])).toEqual(["a", "e"]);
  expect(leading(tree, ["e"], [[1, 2]])).toEqual([]);
  expect(leading(null, [], [[1, 2]])).toEqual([]);
});

test("a rulebook's page is read into blocks", () => {
  const text = "## A round\n1. Move\n2. Fight\n\n- **AB-01** See R-02.\n\n> **Example.** One\n> two.\n\n- plain\n- list";
  expect(page(text)).toEqual([
    { kind: "heading", level: 2, text: "A round", id: "a-round" },
    { kind: "list", items: ["Move", "Fight"], numbered: true },
    { kind: "rule", id: "AB-01", html: "See R-02." },
    { kind: "quote", html: "<strong>Example.</strong> One two." },
    { kind: "list", items: ["plain", "list"], numbered: false },
  ]);
});

test("rules are linked where they are named, but neither in code nor twice", () => {
  const known = new Set(["AB-01"]);
  expect(linked("See AB-01, not AB-02.", known, "/rules/x")).toBe('See <a href="/rules/x#AB-01">AB-01</a>, not AB-02.');
  expect(linked('<a href="/AB-01">AB-01</a> <code>AB-01</code>', known, "/y")).toBe('<a href="/AB-01">AB-01</a> <code>AB-01</code>');
});

test("a scene is put together from patches", () => {
  const whole = { values: { prompt: "a" }, changed: { pieces: [piece("a", 1), piece("b", 2)] }, gone: {}, order: { pieces: ["b", "a"], places: [], areas: [] } };
  const first = patched(null, whole)!;
  expect(first.pieces.map((each) => each.id)).toEqual(["b", "a"]);
  const second = patched(first, { values: {}, changed: { pieces: [piece("c", 3)] }, gone: { pieces: ["b"] }, order: {} })!;
  expect(second.pieces.map((each) => each.id)).toEqual(["a", "c"]);
  expect(second.pieces[0]).toBe(first.pieces[1]);
  expect(patched(second, null)).toBe(second);
});

test("a piece that is new somewhere came from where one of its kind is gone", () => {
  const before = { pieces: [piece("a", 0), piece("b", 9), piece("c", 4, { owner: 1 })] } as unknown as Scene;
  const after = { pieces: [piece("d", 3), piece("b", 9), piece("c", 5, { owner: 1 })] } as unknown as Scene;
  expect(journeys(before, after)).toEqual([
    { id: "d", from: { x: 0, y: 0 } },
    { id: "c", from: { x: 4, y: 0 } },
  ]);
  expect(journeys(null, after)).toEqual([]);
});

/** A socket that a test holds the other end of. */
class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  begin(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const quiet = (changed: (table: Table) => void): Listener => ({
  changed, state: () => {}, refused: () => {}, stale: () => {}, because: () => {}, opinion: () => {}, pointed: () => {},
});

const update = (n: number, steps: number, told: Update["told"] = []): Partial<Update> & { type: "update" } => ({
  type: "update", n, steps, told, talk: [], scene: null,
});

test("an action is sent again after a lost connection, under the same key", async () => {
  FakeSocket.all = [];
  let last: Table | null = null;
  const connection = new Connection("ws://x", "token", quiet((table) => (last = table)), () => new FakeSocket() as unknown as WebSocket);
  const one = FakeSocket.all[0]!;
  one.begin();
  expect(one.sent[0]).toEqual({ type: "hello", token: "token", seen: 0 });
  one.tell(update(4, 1, [{ step: 1, lines: [{ words: "a" }] }]));
  const answer = connection.act({ type: "play", move: 3 });
  one.close();
  await new Promise((later) => setTimeout(later, 400));
  const two = FakeSocket.all[1]!;
  two.begin();
  expect(two.sent[0]).toEqual({ type: "hello", token: "token", seen: 4 });
  expect(two.sent[1]).toEqual(one.sent[1]);
  two.tell({ type: "done", key: (two.sent[1] as { key: string }).key, n: 5 });
  expect(await answer).toMatchObject({ type: "done", n: 5 });
  two.tell(update(6, 1, [{ step: 1, lines: [{ words: "b" }] }]));
  expect(last!.told).toEqual([{ step: 1, lines: [{ words: "b" }] }]);
  connection.close();
});
