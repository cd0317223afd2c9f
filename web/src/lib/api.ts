/** The server's HTTP interface, as far as the table needs it. */

import { language, t } from "./language.svelte";

export interface Problem {
  words: string;
  rule: string | null;
}
export interface GameInfo {
  name: string;
  title: string;
  designer: string;
  pitch: string;
  minutes: string;
  players: number[];
  version: string;
  secret: boolean;
  lesson: boolean;
  ready: boolean;
}
export interface OptionInfo {
  name: string;
  help: string;
  kind: "choice" | "number" | "yes or no";
  values: (string | number | boolean)[];
  default: string | number | boolean;
  rules: string[];
  consent: (string | number | boolean)[];
}
export interface GameDetails extends GameInfo {
  options: OptionInfo[];
  bots: string[];
  clocks: Record<string, string>;
  flags: Record<string, string>;
}
export interface Invitation {
  seats: number[];
  token: string;
}
export interface Opened {
  table: string;
  mine: Invitation;
  open: Invitation[];
  watch: string;
}
export interface TableInfo {
  table: string;
  game: string;
  title: string;
  status: string;
  players: number;
  seats: { name: string; bot: string | null; free: boolean }[];
  created: number;
}
export interface Replay {
  step: number;
  steps: number;
  turn: number | null;
  scene: unknown;
  told: { words: string; rules?: string[]; about?: string[] }[];
}

/** What went wrong, in words for a person. */
export class Failed extends Error {
  constructor(
    words: string,
    readonly rule: string | null = null,
  ) {
    super(words);
  }
}

/** Asks the server; the answer's values, or the reason why not. */
export async function ask<T>(path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const request: RequestInit = { method: body === undefined ? "GET" : "POST", headers };
  if (body !== undefined) request.body = JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, request);
  } catch {
    throw new Failed(t("failed.unreachable"));
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Problem | null;
    throw new Failed(problem ? language.said(problem.words) : t("failed.answered", { status: String(answer.status) }), problem?.rule ?? null);
  }
  const kind = answer.headers.get("content-type") ?? "";
  return (kind.includes("json") && !kind.includes("jsonl") ? await answer.json() : await answer.text()) as T;
}

/** Where a table's socket is. */
export function socketUrl(table: string): string {
  const { protocol, host } = location;
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/api/tables/${table}/socket`;
}
