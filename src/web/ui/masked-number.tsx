// A number of which a list shows only the last digits. One click reveals and copies it, which the server records.
import { Check, Copy } from 'lucide-react';
import { isMasked } from '#contract/mask.ts';
import { errorMessage } from '../lib/api/api-error.ts';
import { useMutation } from '../lib/api/use-mutation.ts';
import { useFormat } from '../lib/format.ts';
import { notify } from '../lib/notify.ts';
import { useBriefly } from '../lib/timing.ts';
import { button } from './button.tsx';
import { useUiText } from './text.ts';

interface MaskedNumberProps {
  /** As shown in the list. */
  shown: string;
  /** Fetches the full number from the server. */
  reveal: () => Promise<string>;
}

export function MaskedNumber({ shown, reveal }: MaskedNumberProps) {
  const { common } = useUiText();
  const format = useFormat();
  const [copied, showCopied] = useBriefly();
  const { data, isPending, mutate } = useMutation({
    mutationFn: reveal,
    async onSuccess(number) {
      try {
        await navigator.clipboard.writeText(number);
        showCopied();
        notify.success(common.copied);
      } catch {
        // The number is on the screen and can be copied by hand.
        notify.error(common.copyFailed);
      }
    },
    onError: (error) => notify.error(errorMessage(error, common.numberFailed)),
  });
  if (!isMasked(shown)) return <>{format.digits(shown)}</>;
  return (
    <span className="inline-flex items-center gap-1">
      <span className="break-all">{format.digits(data ?? shown)}</span>
      <button
        type="button"
        aria-label={`${common.showNumber} ${format.digits(shown)}`}
        title={common.showNumber}
        aria-disabled={isPending || undefined}
        className={button({ variant: 'bare', size: 'icon', className: '-my-2.5 shrink-0' })}
        onClick={() => mutate()}
      >
        {copied ? (
          <Check className="size-4 text-good" aria-hidden="true" />
        ) : (
          <Copy className="size-4 text-muted" aria-hidden="true" />
        )}
      </button>
    </span>
  );
}
