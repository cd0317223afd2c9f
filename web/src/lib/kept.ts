/** What this browser keeps: links to tables, the look, a name. Nothing of it is sent anywhere by itself. */

export interface KeptTable {
  table: string;
  token: string;
  game: string;
  title: string;
  when: number;
  /** Links that this person can hand on. */
  open?: { seats: number[]; token: string }[];
  watch?: string;
}

const TABLES = "quincunx.tables";
const LOOK = "quincunx.look";
const NAME = "quincunx.name";
const LANGUAGE = "quincunx.language";
const WAYS = "quincunx.ways";
const MOST = 40;

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays: the link in the address is enough.
  }
}

/** The tables of this browser, the latest first. */
export function tables(): KeptTable[] {
  return read<KeptTable[]>(TABLES, []);
}

export function keep(table: KeptTable): void {
  const before = tables().find((each) => each.table === table.table);
  const rest = tables().filter((each) => each.table !== table.table);
  write(TABLES, [{ ...before, ...table }, ...rest].slice(0, MOST));
}

export function forget(table: string): void {
  write(TABLES, tables().filter((each) => each.table !== table));
}

export function tokenOf(table: string): string | null {
  return tables().find((each) => each.table === table)?.token ?? null;
}

export type Look = "auto" | "light" | "dark" | "contrast";

export function look(): Look {
  return read<Look>(LOOK, "auto");
}

export function setLook(value: Look): void {
  write(LOOK, value);
}

export function language(): string | null {
  return read<string | null>(LANGUAGE, null);
}

export function setLanguage(code: string): void {
  write(LANGUAGE, code);
}

export function name(): string {
  return read<string>(NAME, "");
}

export function setName(value: string): void {
  write(NAME, value);
}

/** How somebody likes to play. */
export interface Ways {
  /** Ask before a decision is final. */
  confirm: boolean;
  sounds: boolean;
}

export function ways(): Ways {
  return { confirm: false, sounds: false, ...read<Partial<Ways>>(WAYS, {}) };
}

export function setWays(value: Ways): void {
  write(WAYS, value);
}
