// The uploads of a form until they have arrived.
import { useEffect, useRef, useState } from 'react';
import { maximumAttachmentBytes } from '#contract/files/upload-rules.ts';
import type { Upload } from '#contract/orders/attachment-calls.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { withDetectedType } from '../../../ui/form/detect-file-type.ts';
import { useOrdersText } from '../text.ts';
import { sendFile } from './send-file.ts';
import { shrinkPhoto } from './shrink-photo.ts';

export interface PendingUpload {
  readonly key: number;
  readonly name: string;
  /** Share that has arrived, from 0 to 1. */
  readonly part: number;
  readonly state: 'preparing' | 'sending' | 'cut' | 'failed';
  /** Why it failed. */
  readonly words?: string;
}

export interface Uploads {
  /** Uploads that have not arrived, including failed ones. */
  readonly pending: readonly PendingUpload[];
  /** Whether an upload is in progress. */
  readonly isBusy: boolean;
  add(file: File): void;
  drop(key: number): void;
}

/** A file that was chosen but has not arrived. */
export interface Unsent {
  readonly key: number;
  readonly name: string;
}

/** Where a form stores, with its draft, the names of files that have not arrived: the files themselves are lost when the tab closes. */
interface UnsentFiles {
  readonly unsent: readonly Unsent[];
  onUnsent(change: (old: readonly Unsent[]) => readonly Unsent[]): void;
}

const accepted = /\.(pdf|jpe?g|png|webp|heic|heif)$/i;

/** Makes the browser ask before the page is left while files are being uploaded. */
function useLeaveWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isBusy]);
}

export function useUploads(onReady: (upload: Upload) => unknown, kept?: UnsentFiles): Uploads {
  const { attach: text } = useOrdersText();
  const format = useFormat();
  const [pending, setPending] = useState<readonly PendingUpload[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const ready = useRef(onReady);
  ready.current = onReady;
  const isBusy = pending.some(({ state }) => state !== 'failed');
  useLeaveWarning(isBusy);
  useEffect(() => {
    const all = stops.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);

  const change = (key: number, to: Partial<PendingUpload>) =>
    setPending((old) => old.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const drop = (key: number) => {
    stops.current.get(key)?.abort();
    stops.current.delete(key);
    setPending((old) => old.filter((one) => one.key !== key));
    kept?.onUnsent((old) => old.filter((one) => one.key !== key));
  };
  const lost = kept?.unsent.filter(({ key }) => !pending.some((one) => one.key === key)) ?? [];

  async function run(key: number, given: File, signal: AbortSignal) {
    const fail = (words: string) => change(key, { state: 'failed', words });
    const file = await withDetectedType(given);
    if (!accepted.test(file.name)) return fail(text.wrongType);
    const small = await shrinkPhoto(file).catch(() => undefined);
    if (signal.aborted) return;
    if (!small) return fail(text.unreadable);
    if (small.size === 0) return fail(text.unreadable);
    if (small.size > maximumAttachmentBytes)
      return fail(text.tooLarge(format.count(maximumAttachmentBytes / 1024 ** 2)));
    change(key, { state: 'sending' });
    try {
      const upload = await sendFile(small, {
        signal,
        onProgress: (part) => change(key, { part, state: 'sending' }),
        onConnectionLost: () => change(key, { state: 'cut' }),
      });
      await ready.current(upload);
      drop(key);
    } catch (error) {
      if (!signal.aborted) fail(errorMessage(error, text.failed));
    }
  }

  return {
    pending: [...lost.map((one) => ({ ...one, part: 0, state: 'failed' as const })), ...pending],
    isBusy,
    drop,
    add(file) {
      const key = Date.now() + Math.random();
      const stop = new AbortController();
      stops.current.set(key, stop);
      setPending((old) => [...old, { key, name: file.name, part: 0, state: 'preparing' }]);
      kept?.onUnsent((old) => [...old, { key, name: file.name }]);
      void run(key, file, stop.signal);
    },
  };
}
