// Loads a saved record by the id in the URL; a malformed id is reported at once, without a request.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { notify } from '../../../lib/notify.ts';
import { button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { Card } from '../../../ui/surface.tsx';
import { documentQuery } from '../queries.ts';
import { useDocumentsText } from '../text.ts';

const maximumId = 2_147_483_647;

/** @returns undefined for anything but an integer from 1 to the largest id */
export function readId(typed: string): number | undefined {
  const text = toAsciiDigits(typed.trim());
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= maximumId ? id : undefined;
}

interface RecordLoaderProps<R> {
  /** As in the URL. */
  id: string;
  kind: string;
  load: (id: number, signal: AbortSignal) => Promise<R>;
  invalidId: string;
  failed: string;
  children: (record: R) => ReactNode;
}

export function RecordLoader<R>({
  id: typed,
  kind,
  load,
  invalidId,
  failed,
  children,
}: RecordLoaderProps<R>) {
  const text = useDocumentsText();
  const id = readId(typed);
  const { data, error, isPending, refetch } = useQuery(documentQuery(kind, id, load));
  const words = error ? errorMessage(error, failed) : '';
  useEffect(() => {
    if (id === undefined) notify.error(invalidId);
  }, [id, invalidId]);
  useEffect(() => {
    if (words !== '') notify.error(words);
  }, [words]);

  if (id === undefined || (error instanceof ApiError && error.status === 404)) {
    return (
      <Card>
        <EmptyState title={id === undefined ? invalidId : words} icon={<FileX />}>
          <Link to="/app/my-files" className={button({ variant: 'quiet' })}>
            {text.toFiles}
          </Link>
        </EmptyState>
      </Card>
    );
  }
  if (data !== undefined) return children(data);
  if (isPending) {
    return (
      <Card>
        <p role="status" className="mb-4">
          {text.loading}
        </p>
        <Skeleton className="h-64" />
      </Card>
    );
  }
  return (
    <Card>
      <ErrorState title={words} onRetry={() => void refetch()} />
    </Card>
  );
}
