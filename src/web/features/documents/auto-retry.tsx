// Retries a request without a response as soon as the portal is reachable; the customer can stop it.
import { useEffect, useRef, useState } from 'react';
import { isUnreachable } from '../../lib/api/api-error.ts';
import { isServerReachable, waitForNetwork } from '../../lib/loading/code.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useDocumentsText } from './text.ts';

/** Runs in one tab at a time, so that a second tab finds what the first has made. */
const inOneTab = (work: () => Promise<void>): Promise<unknown> =>
  navigator.locks ? navigator.locks.request('going-on', work) : work();

export interface AutoRetry {
  isWaiting: boolean;
  stop: () => void;
}

/**
 * @param error why the last attempt failed; a new error starts a new wait
 * @param of the form's content at that attempt: a change ends the wait, because half-typed content is not what was submitted
 * @param again must be safe to repeat; runs in one tab at a time until its promise settles
 */
export function useAutoRetry(error: unknown, of: object, again: () => unknown): AutoRetry {
  const [stopped, setStopped] = useState<unknown>();
  const [failed, setFailed] = useState({ error, of });
  if (failed.error !== error) setFailed({ error, of });
  const isWaiting = isUnreachable(error) && stopped !== error && failed.of === of;
  const tries = useRef(0);
  const latest = useRef(again);
  latest.current = again;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed try waits anew
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isCancelled = false;
    const wait = async () => {
      do {
        await waitForNetwork(tries.current);
        tries.current += 1;
      } while (!isCancelled && !(await isServerReachable()));
      await inOneTab(async () => {
        if (!isCancelled) await latest.current();
      });
    };
    void wait();
    return () => {
      isCancelled = true;
    };
  }, [isWaiting, error]);
  return { isWaiting, stop: () => setStopped(error) };
}

export function AutoRetryNotice({ isWaiting, stop }: AutoRetry) {
  const { reading: text } = useDocumentsText();
  return isWaiting ? (
    <Callout tone="warn" role="status" className="mt-3">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {text.again}
        <Button
          variant="quiet"
          size="small"
          onClick={({ currentTarget }) => {
            // This button disappears with the note, and the focus would be lost with it.
            currentTarget.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus();
            stop();
          }}
        >
          {text.cancel}
        </Button>
      </span>
    </Callout>
  ) : null;
}
