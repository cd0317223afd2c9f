// Made by `python -m quincunx.server.typescript`: change the messages there, not here.

export interface Add {
  type: "add";
  key: string;
  seen: number;
  text: string;
}

export interface Alive {
  type: "alive";
}

export interface Answer {
  type: "answer";
  key: string;
  seen: number;
  seat?: number | null;
  pact: number;
  answer: string;
}

export interface Area {
  id: string;
  points: [number, number][];
  kind: string;
  label: string;
}

export interface Arrow {
  a: string;
  b: string;
  text: string;
  kind: string;
  label: string;
  bend: number;
}

export interface Back {
  type: "back";
  key: string;
  seen: number;
}

export interface Because {
  type: "because";
  id: number;
  words: string | null;
  rule: string | null;
}

export interface Button {
  id: string;
  label: string;
}

export interface Bye {
  type: "bye";
  words: string;
  again: boolean;
}

export interface Card {
  title: string;
  corner: string;
  figures: [string, string][];
  marks: string[];
  count: number;
  down: boolean;
  pale: boolean;
}

export interface Chair {
  name: string;
  bot: string | null;
  ready: boolean;
  here: boolean;
  standIn: string | null;
  flagged: boolean;
}

export interface Command {
  type: "command";
  key: string;
  seen: number;
  seat?: number | null;
  command: string;
}

export interface Consent {
  type: "consent";
  key: string;
  seen: number;
  yes: boolean;
}

export interface Done {
  type: "done";
  key: string;
  n: number;
}

export interface Hello {
  type: "hello";
  token: string;
  seen?: number;
}

export interface Hint {
  type: "hint";
  id: number;
}

export interface Item {
  symbol: string;
  count: number;
  text: string;
  label: string;
  note: string;
  owner: number | null;
  crossed: boolean;
  id: string;
}

export interface Leave {
  type: "leave";
  key: string;
  seen: number;
}

export interface LessonStep {
  step: number;
  steps: number;
  lesson: Record<string, string>;
  seat: number;
  title: Record<string, string> | null;
  say: Record<string, string>;
  other: Record<string, string> | null;
  rules: string[];
  lines: number[][];
  told: Line[];
  scene: Scene;
  offers: Offer | null;
}

export interface Line {
  words: string;
  rules?: string[];
  about?: string[];
}

export interface Link {
  a: string;
  b: string;
  points: [number, number][];
  kind: string;
}

export interface Look {
  type: "look";
  seat?: number | null;
}

export interface Mood {
  ground: string;
  stars: string;
  area: string;
  area_edge: string;
  link: string;
  link_edge: string;
  link_width: number;
  disc: string;
  rim: string;
  worth: string;
  ink: string;
  panel: string;
  card: string;
  groove: string;
  text: string;
  muted: string;
  accent: string;
  grain: string;
  chits: boolean;
  lights: Record<string, Mood>;
}

export interface Mute {
  type: "mute";
  seat: number;
  muted?: boolean;
}

export interface Offer {
  line?: number[];
  words?: string;
  next?: Record<string, Offer>;
}

export interface Opened {
  seed: string;
  salt: string;
  added: string[];
}

export interface Opinion {
  type: "opinion";
  id: number;
  opinion: unknown;
}

export interface Order {
  seat: number;
  text: string;
  words: string;
}

export interface PactView {
  number: number;
  members: number[];
  nonAggression: boolean;
  commonEnemy: number | null;
  untilRound: number;
  public: boolean;
  status: string;
  accepted: number[];
  brokenBy: number | null;
}

export interface Panel {
  title: string;
  sides: Side[];
  choices: Item[];
  lines: string[];
}

export interface Patch {
  values: Record<string, unknown>;
  changed: Record<string, unknown[]>;
  gone: Record<string, string[]>;
  order: Record<string, string[]>;
}

export interface Piece {
  id: string;
  place: string;
  x: number;
  y: number;
  size: number;
  symbol: string;
  owner: number | null;
  count: number;
  marks: string[];
  text: string;
  label: string;
  spent: boolean;
  under: string;
  fixed: boolean;
  crossed: boolean;
}

export interface Place {
  id: string;
  x: number;
  y: number;
  size: number;
  symbol: string;
  kind: string;
  mark: string;
  owner: number | null;
  label: string;
  note: string;
  outline: [number, number][];
  caption: string;
  card: Card | null;
}

export interface Play {
  type: "play";
  key: string;
  seen: number;
  move: number | string | number[];
}

export interface Point {
  type: "point";
  thing: string;
}

export interface Pointed {
  type: "pointed";
  seat: number;
  thing: string;
}

export interface Propose {
  type: "propose";
  key: string;
  seen: number;
  seat?: number | null;
  members: number[];
  nonAggression?: boolean;
  commonEnemy?: number | null;
  untilRound?: number;
  public?: boolean;
}

export interface Question {
  seat: number;
  count: number;
  of: number[];
}

export interface Ready {
  type: "ready";
  key: string;
  seen: number;
  ready?: boolean;
}

export interface Refused {
  type: "refused";
  words: string;
  rule: string | null;
  key: string | null;
  id: number | null;
}

export interface Resign {
  type: "resign";
  key: string;
  seen: number;
  seat?: number | null;
}

export interface Say {
  type: "say";
  key: string;
  seen: number;
  seat?: number | null;
  text: string;
  to?: number | null;
}

export interface Scene {
  title: string;
  width: number;
  height: number;
  prompt: string;
  mood: Mood;
  styles: SeatStyle[];
  areas: Area[];
  links: Link[];
  arrows: Arrow[];
  places: Place[];
  pieces: Piece[];
  seats: Seat[];
  buttons: Button[];
  status: string[];
  banners: string[];
  overlays: Record<string, string[]>;
  shown: string[];
  panels: Panel[];
}

export interface Seat {
  seat: number;
  name: string;
  turn: boolean;
  score: number | null;
  goal: number | null;
  gain: number;
  facts: string[];
  out: boolean;
  tracks: Track[];
  marks: string[];
  items: Item[];
}

export interface SeatStyle {
  name: string;
  letter: string;
  colour: string;
  pattern: string;
}

export interface Side {
  heading: string;
  owner: number | null;
  figures: [string, number][];
  items: Item[];
  turn: boolean;
}

export interface Sit {
  type: "sit";
  key: string;
  seen: number;
  seat: number;
  name?: string;
  bot?: string | null;
}

export interface Stale {
  type: "stale";
  key: string;
  n: number;
}

export interface Start {
  type: "start";
  key: string;
  seen: number;
}

export interface Talk {
  n: number;
  at: number;
  seat: number;
  text: string;
  to: number | null;
}

export interface Times {
  at: number;
  left: number[];
  awaited: number | null;
}

export interface Told {
  step: number;
  lines: Line[];
}

export interface Track {
  name: string;
  value: number;
  most: number;
  symbol: string;
  text: string;
}

export interface Undo {
  type: "undo";
  key: string;
  seen: number;
}

export interface Update {
  type: "update";
  n: number;
  changedAt: number;
  status: string;
  seats: number[];
  chairs: Chair[];
  turn: number | null;
  viewer: number | null;
  scene: Patch | null;
  offers: Offer | null;
  commands: Order[];
  steps: number;
  told: Told[];
  talk: Talk[];
  pacts: PactView[];
  asked: Question | null;
  times: Times | null;
  results: number[] | null;
  ended: string | null;
  opened: Opened | null;
  thinking: string | null;
}

export interface Welcome {
  type: "welcome";
  table: string;
  game: string;
  title: string;
  rules: string;
  players: number;
  options: Record<string, unknown>;
  settings: Record<string, unknown>;
  commitment: string;
  host: boolean;
  secret: boolean;
  styles: SeatStyle[];
}

export interface Why {
  type: "why";
  id: number;
  path: string[];
}

export type FromClient = Hello | Alive | Look | Why | Hint | Mute | Point | Play | Command | Undo | Consent | Say | Propose | Answer | Resign | Leave | Back | Sit | Ready | Add | Start;

export type FromServer = Welcome | Update | Done | Refused | Stale | Because | Opinion | Pointed | Alive | Bye;
