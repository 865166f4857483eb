// Short messages in the corner, one at a time: each replaces the one before.
import { createStore } from './store.ts';

export interface ShortMessage {
  id: number;
  tone: 'good' | 'bad' | 'plain';
  text: string;
  /** Milliseconds from when it appears. */
  duration: number;
}

export const shortMessage = createStore<ShortMessage | undefined>(undefined);

/** Long enough for the screen to render what the same event changed on it. */
const paintDelayMs = 60;
let lastId = 0;
let lastOwnId = 0;

/** Whether an error on the page, at a field or a form, already shows this text, so that it is not repeated. */
function isOnPage(text: string): boolean {
  if (typeof document === 'undefined' || !document.querySelectorAll) return false;
  return [...document.querySelectorAll('[role=alert], [id$=-error]')].some((alert) =>
    alert.textContent?.includes(text),
  );
}

function show(tone: ShortMessage['tone'], text: string, isNews = false): void {
  lastId += 1;
  const id = lastId;
  // News never replaces the result of the user's own action.
  if (!isNews) lastOwnId = id;
  setTimeout(() => {
    if (isNews) {
      const shown = shortMessage.get();
      if (lastOwnId > id || (shown && shown.tone !== 'plain')) return;
    } else if (lastOwnId !== id) return;
    // A previous error is obsolete, even if the new message is already on the page.
    const duration = tone === 'good' ? 2000 : 4000;
    shortMessage.set(tone === 'bad' && isOnPage(text) ? undefined : { id, tone, text, duration });
  }, paintDelayMs);
}

export const notify = {
  success: (text: string) => show('good', text),
  error: (text: string) => show('bad', text),
  info: (text: string) => show('plain', text),
  /** About what others did. */
  news: (text: string) => show('plain', text, true),
};
