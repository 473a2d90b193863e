import { scanSettings } from "./scan-settings.ts";

/** The outcome of a scan. `kept`: it is kept at this station, and not sent yet. */
export type Outcome = "good" | "bad" | "kept";

interface Tone {
  readonly hertz: number;
  readonly ms: number;
}

const tones: Readonly<Record<Outcome, readonly Tone[]>> = {
  good: [{ hertz: 1760, ms: 90 }],
  bad: [{ hertz: 196, ms: 600 }],
  kept: [
    { hertz: 660, ms: 110 },
    { hertz: 990, ms: 110 },
  ],
};

const flashMs = 400;
const vibrationMs = 200;
const volume = 0.2;

let audio: AudioContext | undefined;

/** Says what came of a scan without words: by a sound, a flash, and for a bad one a vibration. */
export function feedback(outcome: Outcome): void {
  flash(outcome);
  if (!scanSettings().isLoud) return;
  if (outcome === "bad" && "vibrate" in navigator) navigator.vibrate(vibrationMs);
  play(tones[outcome]);
}

function flash(outcome: Outcome): void {
  const { dataset } = document.documentElement;
  dataset["flash"] = outcome;
  setTimeout(() => delete dataset["flash"], flashMs);
}

function play(sequence: readonly Tone[]): void {
  audio ??= new AudioContext();
  // A browser lets a page sound only after a key or a touch. A scan is keys.
  void audio.resume();
  let at = audio.currentTime;
  for (const { hertz, ms } of sequence) {
    const oscillator = new OscillatorNode(audio, { frequency: hertz, type: "square" });
    oscillator.connect(new GainNode(audio, { gain: volume })).connect(audio.destination);
    oscillator.start(at);
    at += ms / 1000;
    oscillator.stop(at);
  }
}
