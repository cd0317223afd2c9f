/** Clocks that tick between two updates. */

import { t } from "./language.svelte";
import type { Times } from "./messages";

const LOW = 20_000;
/** Milliseconds from which on the time is short. */

/** When each message about the clocks came. */
const came = new WeakMap<Times, number>();

/** Milliseconds that a seat has left, so long after it was told. */
export function left(times: Times, seat: number, passed: number): number {
  return Math.max(0, times.left[seat]! - (times.awaited === seat ? passed : 0));
}

/** A time as a clock shows it. */
export function face(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const days = Math.floor(seconds / 86400);
  if (days > 0) return t("seats.days", { days, hours: Math.floor((seconds % 86400) / 3600) });
  const pad = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:` : ""}${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** The clocks of a table, for a component that shows them. */
export function clockOf(times: () => Times | null): { text: (seat: number) => string; low: (seat: number) => boolean } {
  let now = $state(Date.now());
  let told = $state(Date.now());
  $effect(() => {
    const current = times();
    now = Date.now();
    if (!current) return;
    if (!came.has(current)) came.set(current, now);
    told = came.get(current)!;
    const timer = setInterval(() => (now = Date.now()), 250);
    return () => clearInterval(timer);
  });
  const of = (seat: number) => left(times()!, seat, now - told);
  return { text: (seat) => face(of(seat)), low: (seat) => of(seat) < LOW };
}
