/** Pan and zoom: which part of a board is seen. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MOST = 8;
/** How much larger than whole a board can be shown. */

const AROUND = 0.4;
/** How much of a board is seen around a thing. */

/** A box that shows all of a board. */
export function whole(width: number, height: number): Box {
  return { x: 0, y: 0, width, height };
}

/** Kept within the board, and no nearer or farther than makes sense. */
export function kept(box: Box, board: Box): Box {
  const scale = Math.min(Math.max(box.width / board.width, 1 / MOST), 1);
  const width = board.width * scale;
  const height = board.height * scale;
  const x = Math.min(Math.max(box.x, 0), board.width - width);
  const y = Math.min(Math.max(box.y, 0), board.height - height);
  return { x, y, width, height };
}

/** Nearer (factor above 1) or farther, around a point of the board. */
export function zoomed(box: Box, board: Box, factor: number, x: number, y: number): Box {
  const width = Math.min(Math.max(box.width / factor, board.width / MOST), board.width);
  const scale = width / box.width;
  return kept({ x: x - (x - box.x) * scale, y: y - (y - box.y) * scale, width, height: box.height * scale }, board);
}

/** A part of the board around some of its things, with some of their surroundings. */
export function around(things: { x: number; y: number }[], board: Box): Box {
  const [xs, ys] = [things.map((thing) => thing.x), things.map((thing) => thing.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.max((right - left) / board.width, (bottom - top) / board.height) + AROUND;
  const [width, height] = [board.width * scale, board.height * scale];
  return kept({ x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }, board);
}

/** Moved by so many units of the board. */
export function moved(box: Box, board: Box, dx: number, dy: number): Box {
  return kept({ ...box, x: box.x + dx, y: box.y + dy }, board);
}
