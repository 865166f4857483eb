// The sound of a new order: two soft notes, made here, so that no file is fetched. Browsers allow it after a click.

import { createStore } from '../../lib/store.ts';
import { readStored, writeStored } from '../../lib/stored.ts';

const volume = 0.1;
const memory = 'order_sound';
/** Time for a press to be painted. */
const afterPressMs = 200;
let context: AudioContext | undefined;

/** Whether the sound is switched off; remembered on this device. */
export const muted = createStore(readStored(memory) === 'off');

export function setMuted(next: boolean): void {
  muted.set(next);
  writeStored(memory, next ? 'off' : null);
}

/** Call it once; the sound is ready after the first click. */
export function readySound(): () => void {
  // Setting up sound takes longer than a press may take, so the press is painted first. Browsers still count a timer as permitted by the press.
  const start = () =>
    setTimeout(() => {
      context ??= new AudioContext();
      void context.resume();
    }, afterPressMs);
  // Not 'pointerdown': on touch screens that does not yet permit a page to play sound.
  window.addEventListener('click', start, { once: true });
  return () => window.removeEventListener('click', start);
}

export function ding(): void {
  if (muted.get() || context?.state !== 'running') return;
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
  }
}
