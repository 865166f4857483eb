// Uploads a file in parts. After an interruption it waits for the network, asks how much has arrived and resumes from there.
import { minimumUploadPartBytes, uploadPartBytes } from '#contract/files/upload-rules.ts';
import { waitForNetwork } from '../loading/code.ts';
import { ApiError } from './api-error.ts';

export interface SendingFile {
  signal: AbortSignal;
  /** @param part share of the whole, from 0 to 1 */
  onProgress: (part: number) => void;
  /** Called when nothing gets through; the upload resumes by itself. */
  onConnectionLost: () => void;
}

interface Arrived {
  id: number;
  offset: number;
}

/** The requests of one kind of upload. */
export interface UploadCalls<A extends Arrived> {
  start: (signal: AbortSignal) => Promise<A>;
  arrived: (id: number, signal: AbortSignal) => Promise<A>;
  send: (id: number, form: FormData, signal: AbortSignal) => Promise<A>;
}

/** Whether a request got no response, or none from the portal itself. */
export const isInterrupted = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 500 || error.status === 408 : true;

/** Retries a request until it gets a response. */
export async function retryUntilAnswered<T>(
  work: () => Promise<T>,
  { signal, onConnectionLost }: SendingFile,
  isRepeated: (error: unknown) => boolean = isInterrupted,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isRepeated(error)) throw error;
      onConnectionLost();
      await waitForNetwork(tries);
      signal.throwIfAborted();
    }
  }
}

/** Doubles the size after a part that took less than a second and halves it after one that took more than four: progress only counts whole parts. */
function nextPartBytes(bytes: number, ms: number): number {
  if (ms < 1_000) return Math.min(bytes * 2, uploadPartBytes);
  return ms > 4_000 ? Math.max(bytes / 2, minimumUploadPartBytes) : bytes;
}

/**
 * @returns the id of the complete upload
 * @throws ApiError if it is refused, or an abort
 */
export async function uploadInParts<A extends Arrived>(
  file: File,
  calls: UploadCalls<A>,
  sending: SendingFile,
): Promise<number> {
  const { signal, onProgress } = sending;
  const begun = await retryUntilAnswered(() => calls.start(signal), sending);
  let { offset } = begun;
  let partBytes = minimumUploadPartBytes;
  while (offset < file.size) {
    const form = new FormData();
    form.set('offset', String(offset));
    form.set('file', file.slice(offset, offset + partBytes), 'part');
    const startedAt = Date.now();
    try {
      ({ offset } = await calls.send(begun.id, form, signal));
      partBytes = nextPartBytes(partBytes, Date.now() - startedAt);
    } catch (error) {
      const isBehind = error instanceof ApiError && error.code === 'upload_offset';
      if (signal.aborted || !(isBehind || isInterrupted(error))) throw error;
      if (!isBehind) sending.onConnectionLost();
      ({ offset } = await retryUntilAnswered(() => calls.arrived(begun.id, signal), sending));
    }
    onProgress(offset / file.size);
  }
  return begun.id;
}
