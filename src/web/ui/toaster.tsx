// The corner for short messages. It is part of the first page's code, because error messages must work without a network.
import { useEffect } from 'react';
import { shortMessage } from '../lib/notify.ts';
import { useStore } from '../lib/store.ts';
import { useUiText } from './text.ts';

const toneStyles = {
  good: { sign: '✓', colours: 'border-l-good text-good' },
  bad: { sign: '!', colours: 'border-l-bad text-bad' },
  plain: { sign: 'i', colours: 'border-l-line-strong text-muted' },
} as const;

/** Below the header, which it never covers; clicks pass through to what is beneath. */
export function Toaster() {
  const text = useUiText();
  const message = useStore(shortMessage);
  useEffect(() => {
    if (!message) return;
    const hide = () => shortMessage.get() === message && shortMessage.set(undefined);
    // Its time begins when it is seen: in a background tab, when the user returns to it.
    requestAnimationFrame(() => setTimeout(hide, message.duration));
  }, [message]);
  const { sign, colours } = toneStyles[message?.tone ?? 'plain'];
  return (
    // Always rendered, so that screen readers follow it and an open dialog does not hide it from them.
    <section aria-label={text.common.notifications} aria-live="polite">
      {message ? (
        <ol
          data-toast
          className="no-print pointer-events-none fixed inset-x-3 top-[calc(var(--ribbon)+4.5rem)] z-60 mx-auto w-fit max-w-md"
        >
          <li
            key={message.id}
            className={`flex gap-3 rounded-md border border-l-4 border-line bg-surface px-4 py-3 shadow-high ${colours}`}
          >
            <b aria-hidden="true">{sign}</b>
            <span className="text-ink">{message.text}</span>
          </li>
        </ol>
      ) : null}
    </section>
  );
}
