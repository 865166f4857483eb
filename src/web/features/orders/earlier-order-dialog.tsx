// An order whose response was lost has arrived after all. A changed or identical order is placed in addition only if the customer wants that.
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
    /** Set if the earlier order is identical. */
    same,
    close: () => setAsking(false),
    /** @returns whether the order was refused for that reason; the question is then shown */
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
  /** The identical order already exists: nothing is left to type. */
  onSame: () => void;
  /** Places this order too. */
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
