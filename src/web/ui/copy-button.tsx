import { Check, Copy } from 'lucide-react';
import { notify } from '../lib/notify.ts';
import { useBriefly } from '../lib/timing.ts';
import { button } from './button.tsx';
import { useUiText } from './text.ts';

/** Copies a short text to the clipboard and shows a tick for two seconds. */
export function CopyButton({ text: copied, label }: { text: string; label: string }) {
  const { common } = useUiText();
  const [done, showDone] = useBriefly();

  async function copy() {
    try {
      await navigator.clipboard.writeText(copied);
      showDone();
      notify.success(common.copied);
    } catch {
      notify.error(common.copyFailed);
    }
  }

  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={button({ variant: 'bare', size: 'icon', className: '-my-2.5' })}
      onClick={() => void copy()}
    >
      {done ? (
        <Check className="size-4 text-good" aria-hidden="true" />
      ) : (
        <Copy className="size-4 text-muted" aria-hidden="true" />
      )}
    </button>
  );
}
