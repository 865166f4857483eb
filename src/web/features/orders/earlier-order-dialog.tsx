// An order whose answer was lost has arrived after all: another one, changed or the same, is placed beside it only if that is wanted.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isKeyReused } from '../../lib/api/submit-key.ts';
import { AlreadyDoneError } from '../../lib/api/unknown-outcome.ts';
import { useFormat } from '../../lib/format.ts';
import { Button, button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useOrdersText } from './text.ts';

export function useEarlierOrder() {
  const [isAsking, setAsking] = useState(false);
  const [same, setSame] = useState<AlreadyDoneError>();
  return {
    isAsking,
    /** Set where the earlier one is the very same. */
    same,
    close: () => setAsking(false),
    /** @returns whether that is why the order was refused; the question is then shown */
    asks(refusal: unknown): boolean {
      const isSame = refusal instanceof AlreadyDoneError;
      const isAsked = isSame || isKeyReused(refusal);
      setAsking(isAsked);
      if (isAsked) setSame(isSame ? refusal : undefined);
      return isAsked;
    },
  };
}

interface EarlierOrderDialogProps {
  earlier: ReturnType<typeof useEarlierOrder>;
  pricePaisa: bigint;
  /** The very same order is there already: nothing is left to be typed. */
  onSame: () => void;
  /** Places this one too. */
  onAgain: () => void;
}

export function EarlierOrderDialog({ earlier, pricePaisa, onSame, onAgain }: EarlierOrderDialogProps) {
  const { earlier: text } = useOrdersText();
  const format = useFormat();
  return (
    <Dialog
      open={earlier.isAsking}
      onClose={earlier.close}
      title={text.title}
      description={earlier.same ? text.same(format.dateTime(earlier.same.at)) : text.text}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              earlier.close();
              onAgain();
            }}
          >
            {(earlier.same ? text.oneMore : text.again)(format.taka(pricePaisa))}
          </Button>
          <Link
            to="/app/my-orders"
            className={button()}
            onClick={() => {
              earlier.close();
              if (earlier.same) onSame();
            }}
          >
            {text.look}
          </Link>
        </>
      }
    />
  );
}
