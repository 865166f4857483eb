// The sound of a new order: two soft notes, synthesised so that no file is fetched. Browsers allow it after a click.

import { readStored, writeStored } from '../../lib/storage/stored.ts';
import { createStore } from '../../lib/store.ts';

const volume = 0.1;
const storedKey = 'order_sound';
/** Leaves time for a press to be painted. */
const afterPressMs = 200;
const lateMs = 1_000;
/** Suspended while nothing sounds: a running context would use the processor for silence all day. */
let context: AudioContext | undefined;
let sounding = 0;

const rest = () => {
  if (sounding === 0) void context?.suspend();
};

/** Whether the sound is switched off; stored on this device. */
export const muted = createStore(readStored(storedKey) === 'off');

export function setMuted(next: boolean): void {
  muted.set(next);
  writeStored(storedKey, next ? 'off' : null);
}

/** Call it once; the sound is ready after the first click. */
export function readySound(): () => void {
  // Setting up sound takes longer than a press may, so the press is painted first. Browsers still allow sound from a timer started by it.
  const start = () =>
    setTimeout(() => {
      context ??= new AudioContext();
      void context.resume().then(rest);
    }, afterPressMs);
  // Not 'pointerdown', which does not yet permit sound on touch screens.
  window.addEventListener('click', start, { once: true });
  return () => window.removeEventListener('click', start);
}

export function ding(): void {
  const sound = context;
  if (muted.get() || !sound) return;
  const asked = performance.now();
  void sound.resume().then(() => {
    // A device may allow the sound only at the next press, which is too late.
    if (performance.now() - asked < lateMs) play(sound);
    rest();
  });
}

function play(context: AudioContext): void {
  const now = context.currentTime;
  for (const [index, frequency] of [880, 1320].entries()) {
    const note = context.createOscillator();
    const loudness = context.createGain();
    const start = now + index * 0.14;
    note.frequency.value = frequency;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(volume, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
    note.connect(loudness).connect(context.destination);
    note.start(start);
    note.stop(start + 0.42);
    sounding += 1;
    note.onended = () => {
      sounding -= 1;
      rest();
    };
  }
}
