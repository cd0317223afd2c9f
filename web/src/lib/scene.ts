/** The scene that a client has put together from patches. */

import type { Patch, Scene } from "./messages";

/** The parts of a scene that are lists of things with ids: only what changed in them is sent. */
const LISTS = ["areas", "places", "pieces"] as const;

export type Thing = { id: string };

/** A scene after a patch. What did not change stays the same object. */
export function patched(scene: Scene | null, patch: Patch | null): Scene | null {
  if (patch === null) return scene;
  const next = { ...(scene ?? {}), ...patch.values } as Record<string, unknown>;
  for (const name of LISTS) {
    const things = new Map<string, Thing>();
    for (const thing of (scene?.[name] ?? []) as Thing[]) things.set(thing.id, thing);
    for (const thing of (patch.changed[name] ?? []) as Thing[]) things.set(thing.id, thing);
    for (const id of patch.gone[name] ?? []) things.delete(id);
    const order = patch.order[name];
    next[name] = order ? order.map((id) => things.get(id)!) : [...things.values()];
  }
  return next as unknown as Scene;
}

/** What a thing on the table is called. */
export function label(scene: Scene, id: string): string {
  const things: { id: string; label: string }[] = [...scene.pieces, ...scene.places, ...scene.areas, ...scene.buttons];
  return things.find((thing) => thing.id === id)?.label || id;
}

/** A piece that came to stand somewhere else: where it was before. */
export interface Journey {
  id: string;
  from: { x: number; y: number };
}

/**
 * Which pieces have travelled from one scene to the next. Equal pieces are interchangeable, so ids say where a piece
 * stands rather than which it is: a piece that is new somewhere came from where one of its kind is gone.
 */
export function journeys(before: Scene | null, after: Scene): Journey[] {
  if (before === null) return [];
  const was = new Map(before.pieces.map((piece) => [piece.id, piece]));
  const is = new Map(after.pieces.map((piece) => [piece.id, piece]));
  const found: Journey[] = [];
  const left = before.pieces.filter((piece) => !is.has(piece.id) || is.get(piece.id)!.count < piece.count);
  for (const piece of after.pieces) {
    const old = was.get(piece.id);
    if (old && (old.x !== piece.x || old.y !== piece.y)) {
      found.push({ id: piece.id, from: { x: old.x, y: old.y } });
    } else if (!old) {
      const alike = left.filter((other) => other.symbol === piece.symbol && other.owner === piece.owner);
      const nearest = alike.sort((a, b) => distance(a, piece) - distance(b, piece))[0];
      if (nearest) {
        found.push({ id: piece.id, from: { x: nearest.x, y: nearest.y } });
        left.splice(left.indexOf(nearest), 1);
      }
    }
  }
  return found;
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}
