// Before a customer pays for a paper that they already made within a day: shows it, and asks whether they still want a new one.

import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import type { DocumentKind } from '#contract/documents/kinds.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/format.ts';
import { onApiHost } from '../../../lib/new-tab.ts';
import { useDebounced } from '../../../lib/timing.ts';
import { Button, button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { recentCopyQuery } from '../queries.ts';
import { useDocumentsText } from '../text.ts';

/** NIDs have at least 10 digits; anything shorter is still being typed. */
const shortestNumber = 10;

export type RecentCopy = ReturnType<typeof useRecentCopy>;

export function useRecentCopy(kind: DocumentKind, typed: string) {
  const digits = toAsciiDigits(typed).replace(/\D/g, '');
  const number = digits.length < shortestNumber ? '' : digits;
  const asked = useDebounced(number, 300);
  const { data } = useQuery(recentCopyQuery(kind, asked));
  const file = asked === number ? (data?.file ?? undefined) : undefined;
  const [isAsking, setAsking] = useState(false);
  return {
    file,
    isAsking: isAsking && file !== undefined,
    close: () => setAsking(false),
    /**
     * @returns whether there is such a copy; the question is then shown
     * @throws if that could not be looked up
     */
    asks(): boolean | Promise<boolean> {
      const ask = (isThere: boolean) => {
        setAsking(isThere);
        return isThere;
      };
      if (number === '') return false;
      const query = recentCopyQuery(kind, number);
      const known = queryClient.getQueryState(query.queryKey);
      // A request whose response was lost may have made one since.
      if (known?.data !== undefined && !known.isInvalidated) return ask(known.data.file !== null);
      return queryClient.fetchQuery({ ...query, staleTime: 0 }).then((now) => ask(now.file !== null));
    },
  };
}

interface RecentCopyDialogProps {
  recent: RecentCopy;
  pricePaisa: bigint;
  /** Makes and pays for a new one anyway. */
  onAgain: () => void;
}

export function RecentCopyDialog({ recent, pricePaisa, onAgain }: RecentCopyDialogProps) {
  const { recent: text } = useDocumentsText();
  const format = useFormat();
  const { file } = recent;
  if (!file) return null;
  return (
    <Dialog
      open={recent.isAsking}
      onClose={recent.close}
      title={text.title}
      description={text.text(file.full_name, format.dateTime(file.created_at))}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              recent.close();
              onAgain();
            }}
          >
            {text.again(format.taka(pricePaisa))}
          </Button>
          <a
            href={onApiHost(file.open_path)}
            target="_blank"
            rel="noopener noreferrer"
            className={button()}
            onClick={recent.close}
          >
            <ExternalLink className="size-5" aria-hidden="true" />
            {text.open}
          </a>
        </>
      }
    />
  );
}
