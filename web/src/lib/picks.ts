/** Walking the tree of picks: the only way to move, for mouse, touch and keyboard alike. It knows no rule. */

import type { Offer } from "./messages";

/** The branch after a path, or null if it leads nowhere. */
export function at(tree: Offer | null, path: readonly string[]): Offer | null {
  let node: Offer | null = tree;
  for (const pick of path) node = node?.next?.[pick] ?? null;
  return node;
}

/** What can be picked after a path. */
export function next(tree: Offer | null, path: readonly string[]): string[] {
  return Object.keys(at(tree, path)?.next ?? {});
}

/** A decision: the path of picks that spells it, its moves, and how a person would say it. */
export interface Decision {
  path: string[];
  line: number[];
  words: string;
}

/** All decisions under a branch; of several ways to spell one, the first. */
export function decisions(tree: Offer | null, path: readonly string[] = []): Decision[] {
  const found = new Map<string, Decision>();
  const walk = (node: Offer | null, here: string[]): void => {
    if (node === null) return;
    if (node.line?.length) {
      const key = node.line.join();
      if (!found.has(key)) found.set(key, { path: here, line: node.line, words: node.words ?? "" });
    }
    for (const [pick, branch] of Object.entries(node.next ?? {})) walk(branch, [...here, pick]);
  };
  walk(at(tree, path), [...path]);
  return [...found.values()];
}

/** What a strong bot thinks of a position. */
export interface Thought {
  /** The share of games that each seat will win. */
  wins: number[];
  /** The best moves, the best first. */
  moves: { move: number; words: string; share: number; wins: number }[];
  /** What will probably be played, in words. */
  line: string[];
}

/** The first decision that begins with a move. */
export function beginning(tree: Offer | null, move: number): Decision | null {
  const found = decisions(tree).filter((each) => each.line[0] === move);
  return found.find((each) => each.line.length === 1) ?? found[0] ?? null;
}

export type Picked =
  | { kind: "path"; path: string[] }
  | { kind: "decision"; decision: Decision }
  | { kind: "refused"; path: string[] };

/**
 * What picking a thing means now. Picking the last pick again takes it back; picking something that starts another
 * path starts that; where only the place of a piece can be picked, the piece means its place. A path that is complete
 * and leads nowhere else is a decision.
 */
export function pick(tree: Offer | null, path: readonly string[], thing: string, place?: string): Picked {
  const offered = next(tree, path);
  if (!offered.includes(thing) && path.at(-1) === thing) return { kind: "path", path: path.slice(0, -1) };
  if (!offered.includes(thing)) {
    if (place && offered.includes(place)) return pick(tree, path, place);
    const first = next(tree, []);
    if (path.length && first.includes(thing)) return pick(tree, [], thing);
    if (path.length && place && first.includes(place)) return pick(tree, [], place);
    return { kind: "refused", path: [...path, thing] };
  }
  const here = [...path, thing];
  const node = at(tree, here)!;
  if (node.line?.length && !Object.keys(node.next ?? {}).length) {
    return { kind: "decision", decision: { path: here, line: node.line, words: node.words ?? "" } };
  }
  return { kind: "path", path: here };
}

/** The decision that a path spells already, where more could be picked. */
export function complete(tree: Offer | null, path: readonly string[]): Decision | null {
  const node = path.length ? at(tree, path) : null;
  return node?.line?.length ? { path: [...path], line: node.line, words: node.words ?? "" } : null;
}

/** What can be picked after a path on the way to one of these decisions. */
export function leading(tree: Offer | null, path: readonly string[], lines: readonly (readonly number[])[]): string[] {
  const wanted = new Set(lines.map((line) => line.join()));
  const leads = (node: Offer): boolean =>
    (node.line?.length ? wanted.has(node.line.join()) : false) || Object.values(node.next ?? {}).some(leads);
  return Object.entries(at(tree, path)?.next ?? {}).filter(([, branch]) => leads(branch)).map(([pick]) => pick);
}
