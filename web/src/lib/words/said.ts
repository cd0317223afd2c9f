/** What the server has sent, with its words in another language. Talk, names and ids stay as they are. */

import type { Table } from "../connection";
import type { Item, Offer, Scene, Told } from "../messages";

export type Say = (text: string) => string;

function item(each: Item, say: Say): Item {
  return { ...each, label: say(each.label), note: say(each.note) };
}

/** A scene whose words are said anew. */
export function scene(from: Scene, say: Say): Scene {
  const labelled = <T extends { label: string }>(things: T[]): T[] => things.map((each) => ({ ...each, label: say(each.label) }));
  return {
    ...from,
    prompt: say(from.prompt),
    status: from.status.map(say),
    banners: from.banners.map(say),
    areas: labelled(from.areas),
    arrows: labelled(from.arrows).map((arrow) => ({ ...arrow, text: say(arrow.text) })),
    pieces: labelled(from.pieces),
    buttons: labelled(from.buttons),
    places: labelled(from.places).map((place) => ({
      ...place,
      note: say(place.note),
      caption: say(place.caption),
      card: place.card && { ...place.card, title: say(place.card.title), corner: say(place.card.corner) },
    })),
    seats: from.seats.map((seat) => ({
      ...seat,
      facts: seat.facts.map(say),
      tracks: seat.tracks.map((track) => ({ ...track, name: say(track.name) })),
      items: seat.items.map((each) => item(each, say)),
    })),
    panels: from.panels.map((panel) => ({
      ...panel,
      title: say(panel.title),
      lines: panel.lines.map(say),
      choices: panel.choices.map((each) => item(each, say)),
      sides: panel.sides.map((side) => ({
        ...side,
        heading: say(side.heading),
        figures: side.figures.map(([name, number]): [string, number] => [say(name), number]),
        items: side.items.map((each) => item(each, say)),
      })),
    })),
  };
}

/** Picks whose decisions are said anew. */
export function offer(from: Offer, say: Say): Offer {
  const said: Offer = { ...from };
  if (from.words) said.words = say(from.words);
  if (from.next) said.next = Object.fromEntries(Object.entries(from.next).map(([pick, branch]) => [pick, offer(branch, say)]));
  return said;
}

/** Lines of the log, said anew. */
export function lines(from: Told, say: Say): Told {
  return { ...from, lines: from.lines.map((each) => ({ ...each, words: say(each.words) })) };
}

/** A whole table whose words are said anew. */
export function table(from: Table, say: Say): Table {
  const { view } = from;
  return {
    ...from,
    scene: from.scene && scene(from.scene, say),
    told: from.told.map((each) => lines(each, say)),
    view: view && {
      ...view,
      offers: view.offers && offer(view.offers, say),
      commands: view.commands.map((each) => ({ ...each, words: say(each.words) })),
    },
  };
}
