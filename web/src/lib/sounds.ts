/** A few short sounds, made on the spot: nobody hears them who has not asked for them. */

export type Sound = "move" | "turn" | "no" | "over";

/** Each note: its pitch in hertz, when it begins and how long it lasts, in seconds. */
const NOTES: Record<Sound, [number, number, number][]> = {
  move: [[330, 0, 0.07]],
  turn: [[523, 0, 0.12], [784, 0.1, 0.18]],
  no: [[196, 0, 0.14]],
  over: [[523, 0, 0.16], [659, 0.14, 0.16], [784, 0.28, 0.32]],
};
const LOUDNESS = 0.08;

let context: AudioContext | null = null;

/** Lets a sound be heard, where the browser can. */
export function sound(name: Sound): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const [pitch, begin, length] of NOTES[name]) note(context, pitch, context.currentTime + begin, length);
  } catch {
    // A browser without sound plays all the same.
  }
}

function note(at: AudioContext, pitch: number, begin: number, length: number): void {
  const voice = at.createOscillator();
  const loud = at.createGain();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  loud.gain.setValueAtTime(0, begin);
  loud.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.01);
  loud.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  voice.connect(loud).connect(at.destination);
  voice.start(begin);
  voice.stop(begin + length);
}
