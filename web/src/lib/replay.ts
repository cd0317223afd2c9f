/** Which step of a game is looked at, and from whose knowledge: in the address, so that it can be shared. */

export interface Spot {
  step: number;
  /** Whose knowledge; null: everything is open. */
  seat: number | null;
}

const NUMBER = /^\d{1,6}$/;

/** What an address asks to be shown; null: nothing in particular. */
export function asked(query: string, seats: number): Spot | null {
  const wanted = new URLSearchParams(query);
  const step = wanted.get("step") ?? "";
  const seat = wanted.get("seat") ?? "";
  if (!NUMBER.test(step)) return null;
  return { step: Number(step), seat: NUMBER.test(seat) && Number(seat) < seats ? Number(seat) : null };
}

/** A step that there is. */
export function within(step: number, steps: number): number {
  return Math.min(Math.max(Math.round(step) || 0, 0), steps);
}

/** The part of an address that names a spot. */
export function queryOf({ step, seat }: Spot): string {
  return `?step=${step}${seat === null ? "" : `&seat=${seat}`}`;
}

/** Where a key leads from a step; null: it is no key of the replay. */
export function stepFor(key: string, step: number, steps: number): number | null {
  const to: Record<string, number> = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: steps };
  return key in to ? within(to[key]!, steps) : null;
}
