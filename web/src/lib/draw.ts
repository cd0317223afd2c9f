/** Things on the table as SVG markup. It knows no game: it draws what the scene says, in the scene's mood. */

import type { Arrow, Area, Card, Link, Mood, Piece, Place, Scene, SeatStyle } from "./messages";

export type Point = [number, number];
type Looks = Record<string, string | number | null | undefined>;

export const ON_COLOUR = "#0d1117";
const NOBODY: SeatStyle = { name: "", letter: "", colour: "#9aa5b1", pattern: "" };
const CORNER = 16;
const AREA_GAP = 7;
const MOST_UNDER = 3;
const NOTE_ON_TILE = 0.77;
const SLOT = "slot";
const GLOWS: Looks[] = [
  { part: 0.9, "fill-opacity": 0.13, "stroke-opacity": 0.7, "stroke-width": 1.6 },
  { part: 0.83, "fill-opacity": 0, "stroke-width": 2.2, "stroke-dasharray": "2 5", "stroke-linecap": "round" },
  { part: 0.9, "fill-opacity": 0.2, "stroke-width": 3.5 },
];

// ---------------------------------------------------------------- strokes

/** A number as short as it can be written to a hundredth. */
export function plain(number: number): string {
  return String(Math.round(number * 100) / 100 + 0);
}

/** Text for markup, without what would turn the text around it. */
export function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

/** An element as markup. */
export function tag(name: string, looks: Looks, inside = ""): string {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(looks)) {
    if (value === null || value === undefined || value === "") continue;
    text += ` ${key}="${typeof value === "number" ? plain(value) : escaped(value)}"`;
  }
  return inside ? `${text}>${inside}</${name}>` : `${text}/>`;
}

/** One line of text whose middle is at y. */
export function write(
  x: number, y: number, words: string, size: number, fill: string, weight = 400, anchor = "start", more: Looks = {},
): string {
  if (!words) return "";
  const looks: Looks = { x, y: y + 0.35 * size, "font-size": size, fill, ...more };
  if (weight !== 400) looks["font-weight"] = String(weight);
  if (anchor !== "start") looks["text-anchor"] = anchor;
  return tag("text", looks, escaped(words));
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** About how wide a text is, rather too wide than too narrow. */
export function widthOf(text: string, size: number): number {
  let ems = 0;
  for (const char of text) {
    if (/\p{M}/u.test(char)) continue;
    if (WIDE.test(char)) ems += 1;
    else if ("MW@%—…".includes(char)) ems += 1.05;
    else if ("mw".includes(char)) ems += 0.9;
    else if (" .,:;'|!()[]/ijltfr1I".includes(char)) ems += 0.36;
    else ems += /\p{Lu}/u.test(char) ? 0.7 : 0.58;
  }
  return ems * size;
}

/** The size of a text, or as much smaller as it has to be. */
export function fitting(text: string, size: number, width: number): number {
  return Math.min(size, (size * width) / Math.max(widthOf(text, size), 1));
}

/** The text, or its beginning and an ellipsis if it is too wide. */
export function shortened(text: string, size: number, width: number): string {
  if (widthOf(text, size) <= width) return text;
  let kept = [...text];
  while (kept.length && widthOf(`${kept.join("")}…`, size) > width) kept = kept.slice(0, -1);
  return `${kept.join("").trimEnd()}…`;
}

function cross(x: number, y: number, reach: number, colour: string): string {
  const line = (way: number) => `M${plain(x - reach)} ${plain(y - way)}L${plain(x + reach)} ${plain(y + way)}`;
  return tag("path", { d: line(reach) + line(-reach), stroke: colour, "stroke-width": 0.24 * reach, "stroke-linecap": "round" });
}

function at(x: number, y: number): string {
  return `translate(${plain(x)} ${plain(y)})`;
}

// ---------------------------------------------------------------- a painter

/** Draws the things of one scene; the symbols are those that the page has loaded under a prefix. */
export class Painter {
  private readonly mood: Mood;
  private readonly taken: Set<string>;
  private readonly tiles: Set<string>;
  private readonly cards: Set<string>;
  private readonly where: Map<string, Place>;

  constructor(
    private readonly scene: Scene,
    private readonly art: ReadonlySet<string>,
    private readonly prefix: string,
    private readonly shown: readonly string[] = scene.shown,
  ) {
    this.mood = scene.mood;
    this.taken = new Set(scene.pieces.filter((piece) => !piece.fixed).map((piece) => piece.place));
    this.tiles = new Set(scene.places.filter((place) => place.outline.length).map((place) => place.id));
    this.cards = new Set(scene.places.filter((place) => place.card).map((place) => place.id));
    this.where = new Map(scene.places.map((place) => [place.id, place]));
  }

  style(owner: number | null): SeatStyle {
    return owner === null ? NOBODY : (this.scene.styles[owner] ?? NOBODY);
  }

  symbol(name: string, x: number, y: number, side: number, instead = ""): string {
    if (this.art.has(name)) {
      const box = { x: x - side / 2, y: y - side / 2, width: side, height: side };
      return tag("use", { href: `#${this.prefix}-${name}`, ...box });
    }
    if (!instead) return "";
    return write(x, y, instead, Math.min(0.6 * side, (1.2 * side) / instead.length), this.mood.ink, 700, "middle");
  }

  /** What the ground looks like, under everything and around it. */
  ground(width: number, height: number): string {
    if (!this.mood.stars) return "";
    return tag("g", { transform: at(-width / 2, -height / 2) }, this.grain(2 * width, 2 * height));
  }

  private grain(width: number, height: number): string {
    switch (this.mood.grain) {
      case "map":
        return this.chart(width, height);
      case "marble":
        return this.veins(width, height);
      case "print":
        return this.dots(width, height);
      default:
        return this.stars(width, height);
    }
  }

  /** The circles and bearings of a chart. */
  private chart(width: number, height: number): string {
    const [x, y] = [width / 2, height / 2];
    const far = Math.hypot(width, height) / 2;
    let found = "";
    for (let r = 90; r < far; r += 90) found += tag("circle", { cx: x, cy: y, r });
    let d = "";
    for (let i = 0; i < 24; i++) {
      const [dx, dy] = [Math.cos((i * Math.PI) / 12), Math.sin((i * Math.PI) / 12)];
      d += `M${plain(x + 90 * dx)} ${plain(y + 90 * dy)}L${plain(x + far * dx)} ${plain(y + far * dy)}`;
    }
    return tag("g", { fill: "none", stroke: this.mood.stars, "stroke-width": 0.8, opacity: 0.5 }, found + tag("path", { d, "stroke-dasharray": "2 5" }));
  }

  /** Veins that run across the stone, always the same. */
  private veins(width: number, height: number): string {
    let found = "";
    for (let i = 0; i < 9; i++) {
      const at = (n: number) => ((i * 0.7548776662 + n * 0.569840291) % 1) - 0.5;
      const y = ((i + 0.5) / 9) * 1.6 * height - 0.3 * height;
      let d = `M${plain(-20)} ${plain(y)}`;
      for (let n = 1; n <= 4; n++) {
        const [px, py] = [(n / 4) * (width + 40) - 20, y - 0.09 * n * height + 0.14 * height * at(n)];
        d += `Q${plain(px - width / 8)} ${plain(py + 0.2 * height * at(n + 7))} ${plain(px)} ${plain(py)}`;
      }
      found += tag("path", { d, "stroke-width": 1 + 3 * Math.abs(at(3)), opacity: 0.25 + 0.3 * Math.abs(at(5)) });
    }
    return tag("g", { fill: "none", stroke: this.mood.stars, "stroke-linecap": "round" }, found);
  }

  /** The dots of a cheap print, thinning out from one corner. */
  private dots(width: number, height: number): string {
    const step = Math.max(16, width / 110);
    let found = "";
    for (let size = 5; size > 0; size--) {
      let d = "";
      for (let y = 0; y * step < height; y++) {
        for (let x = 0; x * step < width; x++) {
          const part = 1 - ((x * step) / width + (y * step) / height) / 1.3;
          if (Math.round(6 * part) === size) d += `M${plain((x + (y % 2) / 2) * step)} ${y * step}h0`;
        }
      }
      if (d) found += tag("path", { d, "stroke-width": 0.12 * step * size });
    }
    return tag("g", { stroke: this.mood.stars, "stroke-linecap": "round", opacity: 0.35 }, found);
  }

  private stars(width: number, height: number): string {
    const many = Math.floor((width * height * 150) / 1e6);
    let found = "";
    for (const [size, first, step] of [[1.4, 0, 1], [2.4, 1, 5]] as const) {
      let d = "";
      for (let i = first; i < many; i += step) {
        d += `M${Math.round(((i * 0.7548776662) % 1) * width)} ${Math.round(((i * 0.569840291) % 1) * height)}h0`;
      }
      const looks = { d, stroke: this.mood.stars, "stroke-width": size, "stroke-linecap": "round", opacity: 0.45 };
      found += d ? tag("path", looks) : "";
    }
    return found;
  }

  area(area: Area): string {
    const x = area.points.reduce((sum, point) => sum + point[0], 0) / area.points.length;
    const y = area.points.reduce((sum, point) => sum + point[1], 0) / area.points.length;
    const corners = area.points.map(([px, py]): Point => {
      const keep = 1 - AREA_GAP / Math.max(AREA_GAP, Math.hypot(px - x, py - y));
      return [x + (px - x) * keep, y + (py - y) * keep];
    });
    const points = corners.map(([px, py]) => `${plain(px)},${plain(py)}`).join(" ");
    let found = "";
    for (const [colour, width] of [[this.mood.area_edge, 10], [this.mood.area, 7]] as const) {
      const looks = { points, fill: colour, stroke: colour, "stroke-width": width, "stroke-linejoin": "round" };
      found += tag("polygon", looks);
    }
    if (area.label) {
      const [left, top] = corners.reduce((best, corner) => (corner[0] + corner[1] < best[0] + best[1] ? corner : best));
      found += write(left + 9, top + 14, area.label, 17, this.mood.muted, 600, "start", { opacity: 0.75 });
    }
    return found;
  }

  links(): string {
    const roads = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
    const all = this.scene.links.map((link) => tag("path", { d: course(link) })).join("");
    if (!all) return "";
    const edge = { stroke: this.mood.link_edge, "stroke-width": this.mood.link_width + 5, ...roads };
    return tag("g", edge, all) + tag("g", { stroke: this.mood.link, "stroke-width": this.mood.link_width, ...roads }, all);
  }

  /** A place around its own middle. */
  place(place: Place): string {
    const seat = this.style(place.owner);
    if (!place.outline.length) return this.disc(place, seat);
    const glows = this.shown.flatMap((name, i) => (this.scene.overlays[name]?.includes(place.id) ? [i] : []));
    if (place.card) return this.card(place, place.card, seat, glows);
    return place.kind === SLOT ? this.slot(place, seat, glows) : this.tile(place, seat, glows);
  }

  private tile(place: Place, seat: SeatStyle, glows: number[]): string {
    const corners = place.outline.map(([x, y]): Point => [x - place.x, y - place.y]);
    const top = Math.min(...corners.map(([, y]) => y));
    const edge = (part: number, looks: Looks): string => {
      const points = corners.map(([x, y]) => `${plain(x * part)},${plain(y * part)}`).join(" ");
      return tag("polygon", { points, "stroke-linejoin": "round", ...looks });
    };
    const { mood } = this;
    let found = edge(1, { fill: mood.area, "fill-opacity": 0.62, stroke: mood.area_edge, "stroke-width": 1.2 });
    if (place.owner !== null) {
      const ring = { fill: seat.colour, "fill-opacity": 0.16, stroke: seat.colour, "stroke-width": 2.5 };
      found += edge(0.92, { ...ring, "stroke-dasharray": seat.pattern });
    }
    for (const glow of glows) {
      const { part, ...looks } = GLOWS[Math.min(glow, GLOWS.length - 1)]!;
      found += edge(Number(part), { ...looks, stroke: mood.accent, fill: mood.text });
    }
    found += this.symbol(place.symbol, 0, 0, 1.3 * place.size, place.mark);
    const outline = { stroke: mood.ground, "stroke-width": 3, "paint-order": "stroke" };
    const name = place.caption || place.id;
    return found + write(0, 0.7 * top, name, 0.235 * place.size, mood.muted, 600, "middle", outline);
  }

  private disc(place: Place, seat: SeatStyle): string {
    const { mood } = this;
    const radius = place.size;
    let found = tag("circle", { cy: 3, r: radius + 1.5, fill: "#000", "fill-opacity": 0.25 });
    if (place.owner === null) {
      found += tag("circle", { r: radius, fill: place.note ? mood.worth : mood.rim });
    } else {
      const dashes = scaled(seat.pattern, 1.5);
      found += tag("circle", { r: radius + 2, fill: mood.ground });
      const ring = { r: radius - 1, fill: "none", stroke: seat.colour, "stroke-width": 6 };
      found += tag("circle", { ...ring, "stroke-dasharray": dashes });
    }
    found += tag("circle", { r: radius - 4, fill: mood.disc });
    if (this.taken.has(place.id)) {
      const sign = 0.4 * radius;
      const size = 0.22 * radius;
      const wide = sign + 3 + widthOf(place.id, size);
      found += this.symbol(place.symbol, (sign - wide) / 2, 0.6 * radius, sign, place.mark);
      found += write(sign + 3 - wide / 2, 0.6 * radius, place.id, size, mood.ink, 600);
    } else {
      found += this.symbol(place.symbol, 0, -0.12 * radius, radius, place.mark);
      found += write(0, 0.6 * radius, place.id, 0.25 * radius, mood.ink, 600, "middle");
    }
    return place.kind === "unused" ? tag("g", { opacity: 0.4 }, found) : found;
  }

  // -------------------------------------------------------------- cards

  private slot(place: Place, seat: SeatStyle, glows: number[]): string {
    const [wide, tall] = sizeOf(place);
    const edge = { x: -wide / 2, y: -tall / 2, width: wide, height: tall, rx: 0.09 * wide };
    const looks = { fill: this.mood.area, "fill-opacity": 0.35, stroke: seat.colour, "stroke-width": 2 };
    let found = tag("rect", { ...edge, ...looks, "stroke-dasharray": "5 6", "stroke-opacity": 0.7 });
    found += this.glows(place, glows);
    found += this.symbol(place.symbol, 0, 0, 0.5 * wide, place.mark);
    return found + write(0, 0, place.caption || place.id, 0.17 * wide, this.mood.muted, 600, "middle");
  }

  private glows(place: Place, glows: number[]): string {
    const [wide, tall] = sizeOf(place);
    return glows
      .map((glow, i) => {
        const out = 2 + 5 * i;
        const edge = { x: -wide / 2 - out, y: -tall / 2 - out, width: wide + 2 * out, height: tall + 2 * out };
        const looks = { rx: 0.09 * wide + out, fill: "none", stroke: this.mood.accent, "stroke-width": 3.5 };
        return tag("rect", { ...edge, ...looks, "stroke-dasharray": glow % 2 ? "3 5" : "" });
      })
      .join("");
  }

  private card(place: Place, card: Card, seat: SeatStyle, glows: number[]): string {
    const { mood } = this;
    const [wide, tall] = sizeOf(place);
    const left = -wide / 2;
    const top = -tall / 2;
    const foot = tall / 2 - 0.19 * tall;
    const sheet = { x: left, width: wide, height: tall, rx: 0.09 * wide };
    let found = tag("rect", { y: top + 3, ...sheet, fill: "#000", "fill-opacity": 0.22 });
    found += this.glows(place, glows) + tag("rect", { y: top, ...sheet, fill: mood.disc });
    let face = "";
    if (card.down) face += tag("rect", { y: top, ...sheet, fill: seat.colour, "fill-opacity": 0.38 });
    const figures = card.figures.length > 0;
    const middle = top + (figures ? 0.38 : card.title ? 0.47 : 0.5) * tall;
    const sign = this.symbol(place.symbol, 0, middle, (figures ? 0.52 : 0.62) * wide, place.mark);
    face += card.down && card.title ? tag("g", { opacity: 0.55 }, sign) : sign;
    if (card.title) face += this.foot(card, seat, left, foot, wide, tall);
    const corner = fitting(card.corner, 0.145 * wide, 0.75 * wide);
    face += write(left + 0.07 * wide, top + 0.1 * tall, card.corner, corner, mood.ink, 600);
    face += this.marks(card, wide, top);
    card.figures.slice(0, 2).forEach(([symbol, number], i) => {
      face += this.figure(symbol, number, (2 * i - 1) * 0.25 * wide, foot - 0.14 * wide, 0.27 * wide);
    });
    const edge = { y: top, ...sheet, fill: "none", stroke: seat.colour, "stroke-width": 0.035 * wide };
    face += tag("rect", { ...edge, "stroke-dasharray": seat.pattern });
    return found + (card.pale ? tag("g", { opacity: 0.5 }, face) : face);
  }

  private foot(card: Card, seat: SeatStyle, left: number, foot: number, wide: number, tall: number): string {
    const high = 0.19 * tall;
    const bow = 0.09 * wide;
    const p = plain;
    const d =
      `M${p(left)} ${p(foot)}h${p(wide)}v${p(high - bow)}q0 ${p(bow)} ${p(-bow)} ${p(bow)}` +
      `h${p(2 * bow - wide)}q${p(-bow)} 0 ${p(-bow)} ${p(-bow)}Z`;
    const size = fitting(card.title, 0.155 * wide, 0.8 * wide);
    const words = write(0, foot + high / 2, shortened(card.title, size, wide), size, ON_COLOUR, 700, "middle");
    return tag("path", { d, fill: seat.colour }) + words;
  }

  private marks(card: Card, wide: number, top: number): string {
    const { mood } = this;
    const x = 0.37 * wide;
    let y = top + 0.15 * wide;
    let found = "";
    if (card.count > 1) {
      found += tag("circle", { cx: x, cy: y, r: 0.15 * wide, fill: mood.ink });
      found += write(x, y, String(card.count), 0.19 * wide, mood.disc, 700, "middle");
      y += 0.28 * wide;
    }
    for (const mark of card.marks) {
      if (this.art.has(mark)) found += this.symbol(mark, x, y, 0.2 * wide);
      else found += write(x, y, mark, 0.2 * wide, mood.accent, 800, "middle");
      y += 0.22 * wide;
    }
    return found;
  }

  private figure(symbol: string, number: string, x: number, y: number, size: number): string {
    const plate = { x: x - 0.87 * size, y: y - 0.5 * size, width: 1.7 * size, height: size, rx: 0.3 * size };
    const sign = this.symbol(symbol, x - 0.4 * size, y, 0.8 * size);
    const words = write(x + 0.38 * size, y, number, size, this.mood.ink, 800, "middle");
    return tag("rect", { ...plate, fill: this.mood.disc, "fill-opacity": 0.8 }) + sign + words;
  }

  // -------------------------------------------------------------- pieces

  /** A piece around its own middle. */
  piece(piece: Piece): string {
    const seat = this.style(piece.owner);
    if (piece.fixed) {
      const sign = this.symbol(piece.symbol, 0, 0, 2 * piece.size, piece.text);
      return this.taken.has(piece.place) ? tag("g", { opacity: 0.4 }, sign) : sign;
    }
    if (this.cards.has(piece.place)) return this.onCard(piece, seat);
    return this.tiles.has(piece.place) ? this.token(piece, seat) : this.figurine(piece, seat);
  }

  private onCard(piece: Piece, seat: SeatStyle): string {
    const looks = { r: piece.size, fill: this.mood.disc, stroke: seat.colour, "stroke-width": 0.12 * piece.size };
    const found = tag("circle", looks) + this.symbol(piece.symbol, 0, 0, 1.5 * piece.size, piece.text);
    return piece.spent ? tag("g", { opacity: 0.5 }, found) : found;
  }

  private token(piece: Piece, seat: SeatStyle): string {
    const { mood } = this;
    const size = piece.size;
    const pale = piece.spent || piece.crossed;
    let shown = "";
    for (let i = piece.under ? Math.min(piece.count - 1, MOST_UNDER) : 0; i > 0; i--) {
      shown += this.symbol(piece.under, 0.24 * size * i, -0.14 * size * i - 0.12 * size, 1.3 * size);
    }
    if (mood.chits && seat.letter) {
      const chit = { x: -0.94 * size, y: -1.02 * size, width: 1.88 * size, height: 1.88 * size, rx: 0.26 * size };
      const edge = { stroke: seat.colour, "stroke-width": 0.14 * size, "stroke-dasharray": scaled(seat.pattern, size / 12) };
      shown += tag("rect", { ...chit, y: -0.94 * size, fill: "#000", "fill-opacity": 0.25 });
      shown += tag("rect", { ...chit, fill: mood.disc }) + tag("rect", { ...chit, fill: "none", ...edge });
    }
    shown += this.symbol(piece.symbol, 0, -0.16 * size, (mood.chits ? 1.5 : 1.74) * size, piece.text);
    const words = `${seat.letter}${piece.count > 1 ? piece.count : ""}`;
    if (words) {
      const tall = 0.66 * size;
      const wide = Math.max(widthOf(words, 0.64 * size) + 0.3 * size, 0.84 * size);
      const plate = { x: -wide / 2, y: 0.36 * size, width: wide, height: tall, rx: 0.18 * size };
      shown += tag("rect", { ...plate, fill: seat.colour, stroke: mood.ink, "stroke-width": 0.08 * size });
      shown += write(0, 0.36 * size + tall / 2, words, 0.64 * size, ON_COLOUR, 800, "middle");
    }
    const ground = pale ? tag("circle", { r: 0.95 * size, fill: mood.ground, "fill-opacity": 0.6 }) : "";
    const crossed = piece.crossed ? cross(0, -0.06 * size, 0.7 * size, mood.accent) : "";
    return ground + (pale ? tag("g", { opacity: 0.5 }, shown) : shown) + crossed;
  }

  private figurine(piece: Piece, seat: SeatStyle): string {
    const { mood } = this;
    const size = piece.size;
    const signs = [...(seat.letter ? [seat.letter] : []), ...piece.marks];
    let found = "";
    if (signs.length) {
      const wide = size * Math.max(0.72 * signs.length, 1.1);
      const tall = 0.62 * size;
      const top = 0.36 * size;
      const stand = { x: -wide / 2, y: top, width: wide, height: tall, rx: 0.2 * size };
      found += this.symbol(piece.symbol, 0, -0.3 * size, 1.44 * size, piece.text);
      found += tag("rect", { ...stand, fill: seat.colour, stroke: mood.ink, "stroke-width": 0.09 * size });
      signs.forEach((sign, i) => {
        const x = (i - (signs.length - 1) / 2) * 0.66 * size;
        if (i === 0 && seat.letter) found += write(x, top + tall / 2, sign, 0.62 * size, ON_COLOUR, 800, "middle");
        else found += this.symbol(sign, x, top + tall / 2, 0.56 * size);
      });
    } else {
      found += this.symbol(piece.symbol, 0, 0, 1.9 * size, piece.text);
    }
    if (piece.count > 1) {
      const [x, y] = [0.68 * size, -0.7 * size];
      const looks = { cx: x, cy: y, r: 0.42 * size, fill: mood.ink, stroke: mood.disc, "stroke-width": 0.08 * size };
      found += tag("circle", looks);
      found += write(x, y, String(piece.count), (piece.count < 10 ? 0.6 : 0.46) * size, mood.disc, 700, "middle");
    }
    return piece.spent ? tag("g", { opacity: 0.45 }, found) : found;
  }

  // -------------------------------------------------------------- notes and arrows

  /** A small plate on the rim of a place. */
  note(place: Place): string {
    if (!place.note || place.card) return "";
    const size = (place.outline.length ? 0.25 : 0.28) * place.size;
    const words = shortened(place.note, size, 1.9 * place.size);
    const wide = widthOf(words, size) + size;
    const tall = 1.3 * size;
    const foot = place.y + (place.outline.length ? NOTE_ON_TILE * place.size : place.size + 2);
    const plate = { x: -wide / 2, y: -tall / 2, width: wide, height: tall, rx: tall / 2 };
    const looks = { fill: this.mood.ground, stroke: this.mood.worth, "stroke-width": 1 };
    const inside = tag("rect", { ...plate, ...looks }) + write(0, 0, words, size, this.mood.text, 600, "middle");
    return tag("g", { transform: at(place.x, foot) }, inside);
  }

  arrows(): string {
    let lines = "";
    let plates = "";
    for (const arrow of this.scene.arrows) {
      const [a, b] = [this.where.get(arrow.a), this.where.get(arrow.b)];
      if (a && b) {
        const [line, plate] = this.arrow(arrow, a, b);
        lines += line;
        plates += plate;
      }
    }
    return lines + plates;
  }

  private arrow(arrow: Arrow, a: Place, b: Place): [string, string] {
    const colour = arrow.kind === "sure" ? this.mood.accent : this.mood.muted;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const turn: Point = [(a.x + b.x) / 2 + 2 * arrow.bend * dy, (a.y + b.y) / 2 - 2 * arrow.bend * dx];
    let [start, end] = [edgePoint(a, turn), edgePoint(b, turn)];
    const beside = apart(start, end) < 60;
    if (beside) [start, end] = [between([a.x, a.y], start, 0.45), between([b.x, b.y], end, 0.45)];
    const line = this.shaft(start, turn, end, colour, arrow.kind === "vain");
    if (!arrow.text) return [line, ""];
    let spot = between(between(start, end, 0.5), turn, 0.5);
    if (beside) {
      const away = 60 / Math.max(apart(start, end), 1);
      spot = [spot[0] + away * (end[1] - start[1]), spot[1] - away * (end[0] - start[0])];
    }
    const wide = widthOf(arrow.text, 15) + 15;
    const plate = { x: spot[0] - wide / 2, y: spot[1] - 10.875, width: wide, height: 21.75, rx: 10.875 };
    const words = write(spot[0], spot[1], arrow.text, 15, this.mood.text, 700, "middle");
    return [line, tag("rect", { ...plate, fill: this.mood.panel, stroke: colour, "stroke-width": 2 }) + words];
  }

  private shaft(start: Point, turn: Point, end: Point, colour: string, dashed: boolean): string {
    const length = Math.max(apart(turn, end), 1);
    const [ux, uy] = [(end[0] - turn[0]) / length, (end[1] - turn[1]) / length];
    const neck: Point = [end[0] - 13 * ux, end[1] - 13 * uy];
    const p = plain;
    const d = `M${p(start[0])} ${p(start[1])}Q${p(turn[0])} ${p(turn[1])} ${p(neck[0])} ${p(neck[1])}`;
    const sides = [0.7, -0.7].map((way): Point => [neck[0] - way * 13 * uy, neck[1] + way * 13 * ux]);
    const points = [end, ...sides].map(([x, y]) => `${p(x)},${p(y)}`).join(" ");
    let found = "";
    for (const [stroke, more] of [[this.mood.panel, 4], [colour, 0]] as const) {
      const dashes = dashed && !more ? "9 6" : "";
      found += tag("path", { d, fill: "none", stroke, "stroke-width": 5 + more, "stroke-dasharray": dashes });
      found += tag("polygon", { points, fill: stroke, stroke, "stroke-width": more, "stroke-linejoin": "round" });
    }
    return found;
  }
}

// ---------------------------------------------------------------- geometry

/** The line of a link, its bends rounded. */
export function course(link: Link): string {
  const { points } = link;
  const p = plain;
  let d = `M${p(points[0]![0])} ${p(points[0]![1])}`;
  for (let i = 1; i + 1 < points.length; i++) {
    const bend = points[i]!;
    const [a, b] = [toward(bend, points[i - 1]!), toward(bend, points[i + 1]!)];
    d += `L${p(a[0])} ${p(a[1])}Q${p(bend[0])} ${p(bend[1])} ${p(b[0])} ${p(b[1])}`;
  }
  const last = points.at(-1)!;
  return `${d}L${p(last[0])} ${p(last[1])}`;
}

function toward(bend: Point, other: Point): Point {
  const length = apart(bend, other);
  return between(bend, other, length ? Math.min(CORNER / length, 0.5) : 0);
}

function between(one: Point, other: Point, part: number): Point {
  return [one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])];
}

function apart(one: Point, other: Point): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/** Dashes, so many times as long. */
function scaled(pattern: string, factor: number): string {
  return pattern && pattern.split(" ").map((length) => plain(Number(length) * factor)).join(" ");
}

/** Width and height of an upright outline. */
export function sizeOf(place: Place): Point {
  const across = place.outline.map(([x]) => x);
  const down = place.outline.map(([, y]) => y);
  return [Math.max(...across) - Math.min(...across), Math.max(...down) - Math.min(...down)];
}

function edgePoint(place: Place, to: Point): Point {
  const [wide, tall] = place.outline.length ? sizeOf(place) : [2 * place.size, 2 * place.size];
  const [dx, dy] = [to[0] - place.x, to[1] - place.y];
  const part = Math.min(dx ? wide / 2 / Math.abs(dx) : 1, dy ? tall / 2 / Math.abs(dy) : 1, 1);
  return [place.x + dx * part, place.y + dy * part];
}
