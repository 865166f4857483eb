// The pages of a shared paper as pictures. While they are open, the link is checked; they disappear when it ends.
import { useEffect, useState } from 'react';
import { ApiError, isUnreachable } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { waitForNetwork } from '../../lib/loading/code.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Callout } from '../../ui/surface.tsx';
import { PaperPicture } from './paper-picture.tsx';
import { fetchPage, isStillLive, type Viewing } from './share-reading.ts';
import { useFilesText } from './text.ts';

const pollMilliseconds = 3000;

/** Checks whether the link is still live, and does so at once when the tab becomes visible again. */
function useStillLive(viewing: Viewing, onGone: () => void): boolean {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      try {
        const live = await isStillLive(viewing, stop.signal);
        if (stop.signal.aborted) return;
        if (!live) onGone();
        setOffline(false);
      } catch (error) {
        if (!stop.signal.aborted && !(error instanceof ApiError)) setOffline(true);
      }
    };
    const timer = setInterval(() => void ask(), pollMilliseconds);
    const onVisible = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [viewing, onGone]);
  return offline;
}

export function SharedPages({ viewing, onGone }: { viewing: Viewing; onGone: () => void }) {
  const { viewer: text } = useFilesText();
  const [pages, setPages] = useState(1);
  const offline = useStillLive(viewing, onGone);
  return (
    <>
      {offline ? (
        <Callout tone="warn" role="status" className="mb-4">
          {text.offline}
        </Callout>
      ) : null}
      <ol className="space-y-4">
        {Array.from({ length: pages }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
          <li key={index}>
            <SharedPage viewing={viewing} page={index + 1} pages={pages} onPages={setPages} onGone={onGone} />
          </li>
        ))}
      </ol>
    </>
  );
}

interface SharedPageProps {
  viewing: Viewing;
  page: number;
  pages: number;
  onPages: (pages: number) => void;
  onGone: () => void;
}

function SharedPage({ viewing, page, pages, onPages, onGone }: SharedPageProps) {
  const { viewer: text } = useFilesText();
  const format = useFormat();
  const [picture, setPicture] = useState<string>();
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn tries again
  useEffect(() => {
    const stop = new AbortController();
    let address: string | undefined;
    setFailed(false);
    fetchPage(viewing, page, stop.signal).then(
      (answer) => {
        if (stop.signal.aborted) return;
        address = URL.createObjectURL(answer.picture);
        setPicture(address);
        onPages(answer.pages);
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (error instanceof ApiError && error.status === 404) return onGone();
        setFailed(true);
        if (isUnreachable(error))
          void waitForNetwork(turn).then(() => stop.signal.aborted || setTurn(turn + 1));
      },
    );
    return () => {
      stop.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [viewing, page, turn]);

  const label = text.page(format.digits(page), format.digits(pages));
  if (failed) return <ErrorState title={text.failed} onRetry={() => setTurn(turn + 1)} />;
  if (!picture) {
    return (
      <div role="status">
        <span className="sr-only">{text.loadingPage}</span>
        <Skeleton className="aspect-[1/1.414]" />
      </div>
    );
  }
  return (
    <figure>
      <PaperPicture src={picture} alt={label} className="no-print select-none" />
      <figcaption aria-hidden="true" className="pt-1 text-center text-sm text-muted">
        {label}
      </figcaption>
    </figure>
  );
}
