/** Pan and zoom: which part of a board is seen. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MOST = 8;
/** How much larger than whole a board can be shown. */

/** A box that shows all of a board. */
export function whole(width: number, height: number): Box {
  return { x: 0, y: 0, width, height };
}

/** Kept within the board, and no nearer or farther than makes sense. */
export function kept(box: Box, board: Box): Box {
  const scale = Math.min(Math.max(box.width / board.width, 1 / MOST), 1);
  const width = board.width * scale;
  const height = board.height * scale;
  const x = Math.min(Math.max(box.x, board.x), board.x + board.width - width);
  const y = Math.min(Math.max(box.y, board.y), board.y + board.height - height);
  return { x, y, width, height };
}

/** Nearer (factor above 1) or farther, around a point of the board. */
export function zoomed(box: Box, board: Box, factor: number, x: number, y: number): Box {
  const width = Math.min(Math.max(box.width / factor, board.width / MOST), board.width);
  const scale = width / box.width;
  return kept({ x: x - (x - box.x) * scale, y: y - (y - box.y) * scale, width, height: box.height * scale }, board);
}

/** So much of a board as lies around some of its things: `part` of it, and more where they are far apart. */
export function around(things: { x: number; y: number }[], board: Box, part: number): Box {
  const [xs, ys] = [things.map((thing) => thing.x), things.map((thing) => thing.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.max((right - left) / board.width, (bottom - top) / board.height) + part;
  const [width, height] = [board.width * scale, board.height * scale];
  return kept({ x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }, board);
}

/** Moved by so many units of the board. */
export function moved(box: Box, board: Box, dx: number, dy: number): Box {
  return kept({ ...box, x: box.x + dx, y: box.y + dy }, board);
}

/** Something with a middle and a radius. */
export interface Round {
  id: string;
  x: number;
  y: number;
  size: number;
}

/** The thing nearest to a point, measured from its edge, if it is within reach; of two under the point, the smaller. */
export function nearest<Thing extends Round>(things: readonly Thing[], x: number, y: number, reach: number): Thing | null {
  let best: [number, Thing] | null = null;
  for (const thing of things) {
    const away = Math.hypot(thing.x - x, thing.y - y) - thing.size;
    const far = away > 0 ? away : thing.size / 1e6;
    if (away <= reach && (!best || far < best[0])) best = [far, thing];
  }
  return best?.[1] ?? null;
}

/** The next thing in a direction: rather straight ahead than near. */
export function ahead<Thing extends Round>(things: readonly Thing[], from: Round, dx: number, dy: number): Thing | null {
  let best: [number, Thing] | null = null;
  for (const thing of things) {
    const [x, y] = [thing.x - from.x, thing.y - from.y];
    const along = x * dx + y * dy;
    const far = along + 2.5 * (Math.abs(x * dy) + Math.abs(y * dx));
    if (thing.id !== from.id && along > 0.01 && (!best || far < best[0])) best = [far, thing];
  }
  return best?.[1] ?? null;
}

/** The part of a board on which there is anything, with a margin. */
export function filled(points: readonly { x: number; y: number; size: number }[], board: Box, margin = 14): Box {
  if (!points.length) return board;
  const left = Math.max(0, Math.min(...points.map((each) => each.x - each.size)) - margin);
  const top = Math.max(0, Math.min(...points.map((each) => each.y - each.size)) - margin);
  const right = Math.min(board.width, Math.max(...points.map((each) => each.x + each.size)) + margin);
  const bottom = Math.min(board.height, Math.max(...points.map((each) => each.y + each.size)) + margin);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The smallest box around two. */
export function both(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Moved just so far that a thing is in it. */
export function showing(box: Box, board: Box, thing: Round): Box {
  const shift = (at: number, from: number, long: number): number =>
    at - thing.size < from ? at - thing.size - from : at + thing.size > from + long ? at + thing.size - from - long : 0;
  return moved(box, board, shift(thing.x, box.x, box.width), shift(thing.y, box.y, box.height));
}
