// The sound of an own deal (soundOnDealExecution): two short synthesised notes, up for a buy, down for a sell. A browser lets a
// page sound only after its user has done something; until then the sound is blocked, and that is shown, not kept quiet.
import type { Side } from '@openpit/wire';
import { create } from 'zustand';

export type SoundState = 'off' | 'ready' | 'blocked';

export const useDealSound = create<{ readonly state: SoundState }>()(() => ({ state: 'off' }));

/** Several deals within this time are one sound. */
export const quietMs = 1_000;

/** Hertz: a fourth apart, heard through a noisy room. */
const notes: Readonly<Record<Side, readonly [number, number]>> = { B: [659, 880], S: [880, 659] };
const noteSeconds = 0.12;
const loudness = 0.18;

let context: AudioContext | null = null;
let lastAt = Number.NEGATIVE_INFINITY;

function tellState(): void {
  useDealSound.setState({
    state: context === null ? 'off' : context.state === 'running' ? 'ready' : 'blocked',
  });
}

/** Makes ready to sound; the first gesture of the user opens what the browser has blocked. Returns the way to stop. */
export function startDealSound(): () => void {
  if (typeof AudioContext === 'undefined') return () => undefined;
  const own = new AudioContext();
  context = own;
  own.onstatechange = tellState;
  tellState();
  const open = () => void openDealSound();
  const gestures = ['pointerdown', 'keydown'] as const;
  for (const gesture of gestures) addEventListener(gesture, open, { capture: true });
  return () => {
    for (const gesture of gestures) removeEventListener(gesture, open, { capture: true });
    own.onstatechange = null;
    void own.close();
    if (context === own) context = null;
    tellState();
  };
}

/** Opens the sound from a gesture of the user; does nothing when it is open or switched off. */
export async function openDealSound(): Promise<void> {
  if (context === null || context.state !== 'suspended') return;
  await context.resume();
  tellState();
}

/** One sound for the deals that have just come; nothing while it is off or blocked. */
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
  // Risen and faded, so that no note begins or ends with a crack.
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, at + noteSeconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + noteSeconds);
}
