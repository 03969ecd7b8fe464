// The sound of the user's deals (soundOnDealExecution): two short synthesised notes, rising for a buy, falling for a sell. A browser blocks
// sound until the user has done something on the page; the page shows that it is blocked.
import type { Side } from '@openpit/wire';
import { create } from 'zustand';

type SoundState = 'off' | 'ready' | 'blocked';

export const useDealSound = create<{ readonly state: SoundState }>()(() => ({ state: 'off' }));

/** Several deals within this time are one sound. */
export const quietMs = 1_000;

/** Hertz: a fourth apart, audible in a noisy room. */
const notes: Readonly<Record<Side, readonly [number, number]>> = { B: [659, 880], S: [880, 659] };
const noteSeconds = 0.12;
const loudness = 0.18;

let context: AudioContext | null = null;
let lastAt = Number.NEGATIVE_INFINITY;

function publishState(): void {
  useDealSound.setState({
    state: context === null ? 'off' : context.state === 'running' ? 'ready' : 'blocked',
  });
}

/** Prepares the sound; the user's first gesture unblocks it. Returns a function that stops it. */
export function startDealSound(): () => void {
  if (typeof AudioContext === 'undefined') return () => undefined;
  const audio = new AudioContext();
  context = audio;
  audio.onstatechange = publishState;
  publishState();
  const open = () => void openDealSound();
  const gestures = ['pointerdown', 'keydown'] as const;
  for (const gesture of gestures) addEventListener(gesture, open, { capture: true });
  return () => {
    for (const gesture of gestures) removeEventListener(gesture, open, { capture: true });
    audio.onstatechange = null;
    void audio.close();
    if (context === audio) context = null;
    publishState();
  };
}

/** Unblocks the sound in a gesture of the user; does nothing when it is not blocked or off. */
export async function openDealSound(): Promise<void> {
  if (context === null || context.state !== 'suspended') return;
  await context.resume();
  publishState();
}

/** Plays one sound for the deals that have just arrived; nothing while it is off or blocked. */
export function playDealSound(side: Side, now = Date.now()): void {
  if (context?.state !== 'running' || now - lastAt < quietMs) return;
  lastAt = now;
  const [first, second] = notes[side];
  playNote(context, first, context.currentTime);
  playNote(context, second, context.currentTime + noteSeconds);
}

function playNote(audio: AudioContext, hertz: number, at: number): void {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.value = hertz;
  // Faded in and out, so that no note begins or ends with a click.
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, at + noteSeconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + noteSeconds);
}
