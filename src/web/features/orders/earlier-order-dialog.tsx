// An order whose answer was lost has arrived after all: the one that was changed since is placed beside it only if that is wanted.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isEarlierThere } from '../../lib/api/submit-key.ts';
import { useFormat } from '../../lib/format.ts';
import { Button, button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useOrdersText } from './text.ts';

export function useEarlierOrder() {
  const [isAsking, setAsking] = useState(false);
  return {
    isAsking,
    close: () => setAsking(false),
    /** @returns whether that is why the order was refused; the question is then shown */
    asks(refusal: unknown): boolean {
      setAsking(isEarlierThere(refusal));
      return isEarlierThere(refusal);
    },
  };
}

interface EarlierOrderDialogProps {
  earlier: ReturnType<typeof useEarlierOrder>;
  pricePaisa: bigint;
  /** Places this one too. */
  onAgain: () => void;
}

export function EarlierOrderDialog({ earlier, pricePaisa, onAgain }: EarlierOrderDialogProps) {
  const { earlier: text } = useOrdersText();
  const format = useFormat();
  return (
    <Dialog
      open={earlier.isAsking}
      onClose={earlier.close}
      title={text.title}
      description={text.text}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              earlier.close();
              onAgain();
            }}
          >
            {text.again(format.taka(pricePaisa))}
          </Button>
          <Link to="/app/my-orders" className={button()} onClick={earlier.close}>
            {text.look}
          </Link>
        </>
      }
    />
  );
}
