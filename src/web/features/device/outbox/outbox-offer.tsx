// Shown below a form that could not be sent without a network: offers to keep it in the outbox, which sends it later.
import { useState } from 'react';
import { isUnreachable } from '../../../lib/api/api-error.ts';
import { useImpersonation } from '../../../lib/impersonation.ts';
import { fetchCode } from '../../../lib/loading/code.ts';
import { notify } from '../../../lib/notify.ts';
import { Button } from '../../../ui/button.tsx';
import type { Intent } from './outbox.ts';
import { useOutboxText } from './text.ts';

interface OutboxOfferProps {
  /** The error of the last submit. */
  error: unknown;
  /** Whether that submit may have left the device: false if it began without a network. */
  isTried: () => boolean;
  intent: () => Intent;
  onKept: () => void;
}

export function OutboxOffer({ error, isTried, intent, onKept }: OutboxOfferProps) {
  const text = useOutboxText();
  const [isBusy, setBusy] = useState(false);
  const isViewed = useImpersonation() !== undefined;
  if (!isUnreachable(error) || isViewed) return null;
  async function keep() {
    setBusy(true);
    try {
      const { addToOutbox } = await fetchCode(() => import('./outbox-sender.ts'));
      await addToOutbox(intent(), isTried());
      notify.success(text.kept);
      onKept();
    } catch {
      notify.error(text.notKept);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="space-y-3 rounded-lg border border-line bg-sunken p-4">
      <p>{text.offer}</p>
      <Button variant="quiet" busy={isBusy} onClick={() => void keep()}>
        {text.keep}
      </Button>
    </div>
  );
}
