// The sound of a new order: two soft notes, made here, so that no file is fetched. Browsers allow it after a click.

const volume = 0.1;
let context: AudioContext | undefined;

/** Call it once; the sound is ready from the first click on. */
export function readySound(): () => void {
  const start = () => {
    context ??= new AudioContext();
    void context.resume();
  };
  window.addEventListener('pointerdown', start, { once: true });
  return () => window.removeEventListener('pointerdown', start);
}

export function ding(): void {
  if (context?.state !== 'running') return;
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
