// The replaced result, below the timeline entry of its replacement. Reading it is logged, so it is loaded only on request.
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { onApiHost } from '../../../lib/new-tab.ts';
import { Button, button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { earlierResultsQuery } from '../queries.ts';
import { useOrdersStaffText } from '../staff/text.ts';

interface EarlierResultProps {
  orderId: number;
  entryId: number;
}

export function EarlierResult(props: EarlierResultProps) {
  const { earlier: text } = useOrdersStaffText();
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <Opened {...props} />
  ) : (
    <Button variant="quiet" size="small" className="mt-1" onClick={() => setOpen(true)}>
      {text.open}
    </Button>
  );
}

function Opened({ orderId, entryId }: EarlierResultProps) {
  const { earlier: text, details } = useOrdersStaffText();
  const { data, isPending, isError, refetch } = useQuery(earlierResultsQuery(orderId));
  if (isError) return <ErrorState title={text.failed} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows rows={1} />;
  const found = data.results.find(({ entry }) => entry === entryId);
  return (
    <section aria-label={text.title} className="mt-1 rounded-md border border-line p-3">
      <p className="text-sm text-muted">{text.title}</p>
      {found?.text_content ? <p className="break-words whitespace-pre-wrap">{found.text_content}</p> : null}
      {found?.file ? (
        <a
          href={onApiHost(found.file)}
          target="_blank"
          rel="noopener noreferrer"
          className={button({ variant: 'quiet', size: 'small', className: 'mt-2' })}
        >
          <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
          <span className="break-all">{found.file_name ?? details.openFile}</span>
        </a>
      ) : null}
      {found?.text_content || found?.file ? null : <p className="text-muted">{text.gone}</p>}
    </section>
  );
}
