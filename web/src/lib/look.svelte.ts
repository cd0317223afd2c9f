/** How everything looks in this browser: as chosen, or as the system has it. */

import * as kept from "./kept";
import type { Mood } from "./messages";

export type Light = "light" | "dark" | "contrast";

class Look {
  chosen = $state<kept.Look>(kept.look());
  private dark = $state(false);
  private contrast = $state(false);

  constructor() {
    this.follow("(prefers-color-scheme: dark)", (found) => (this.dark = found));
    this.follow("(prefers-contrast: more)", (found) => (this.contrast = found));
    this.show();
  }

  private follow(query: string, note: (found: boolean) => void): void {
    const asked = matchMedia(query);
    note(asked.matches);
    asked.addEventListener("change", (event) => {
      note(event.matches);
      this.show();
    });
  }

  get light(): Light {
    if (this.chosen !== "auto") return this.chosen;
    return this.contrast ? "contrast" : this.dark ? "dark" : "light";
  }

  choose(value: kept.Look): void {
    this.chosen = value;
    kept.setLook(value);
    this.show();
  }

  private show(): void {
    document.documentElement.dataset["look"] = this.light;
  }
}

export const look = new Look();

/** A game's mood in the light of this browser. */
export function moodIn(mood: Mood, light: Light): Mood {
  return mood.lights[light] ?? mood;
}
