// The setting to keep lists and papers on this device, and what is kept now.
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useImpersonation } from '../../../lib/impersonation.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout, Card } from '../../../ui/surface.tsx';
import { storageProblem } from '../storage-problem.ts';
import { setKeeping, useIsKeeping } from './keeping.ts';
import { keptPapers } from './kept-papers.ts';
import { useKeptText } from './text.ts';
import { openUserStore } from './user-store.ts';

export function KeepingCard() {
  const text = useKeptText();
  const format = useFormat();
  const isOn = useIsKeeping();
  const papers = useStore(keptPapers);
  const trouble = useStore(storageProblem);
  const [isBusy, setBusy] = useState(false);
  const isViewed = useImpersonation() !== undefined;
  if (isViewed) return null;

  async function change() {
    setBusy(true);
    storageProblem.set(undefined);
    try {
      if (!isOn) {
        await openUserStore('kept');
        // Otherwise a browser that is short of space removes it first.
        await navigator.storage?.persist?.();
      } else keptPapers.set(new Map());
      setKeeping(!isOn);
    } catch {
      storageProblem.set('impossible');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Card title={text.title} description={text.hint} className="max-w-3xl">
      {trouble ? (
        <Callout tone="warn" role="alert" className="mb-4">
          {text[trouble]}
        </Callout>
      ) : null}
      {isOn && !trouble ? (
        <p className="mb-4" role="status">
          {papers.size === 0 ? text.on : text.onWith(format.digits(papers.size))}
        </p>
      ) : null}
      <Button variant={isOn ? 'dangerQuiet' : 'main'} busy={isBusy} onClick={() => void change()}>
        {isOn ? text.stop : text.start}
      </Button>
    </Card>
  );
}
