// Sends a file part by part. After a cut it waits for the network, asks how much has arrived, and goes on from there.
import type { Upload } from '#contract/orders/attachment-calls.ts';
import { attachmentPartBytes } from '#contract/orders/attachment-rules.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { networkMayBeBack } from '../../../lib/code.ts';

export interface SendingFile {
  signal: AbortSignal;
  /** @param part of the whole, from 0 to 1 */
  onProgress: (part: number) => void;
  /** Nothing gets through just now; it goes on by itself. */
  onCut: () => void;
}

const isCut = (error: unknown) =>
  error instanceof ApiError ? error.status >= 500 || error.status === 408 : true;

async function patiently<T>(work: () => Promise<T>, { signal, onCut }: SendingFile): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isCut(error)) throw error;
      onCut();
      await networkMayBeBack(tries);
      signal.throwIfAborted();
    }
  }
}

/** @throws ApiError when it is refused; an abort */
export async function sendFile(file: File, sending: SendingFile): Promise<Upload> {
  const { signal, onProgress } = sending;
  const begun = await patiently(
    () =>
      call('POST /account/order-attachments/', {
        body: { name: file.name.slice(-200), byte_size: file.size },
        signal,
      }),
    sending,
  );
  const params = { id: begun.id };
  const arrived = () =>
    patiently(() => call('GET /account/order-attachments/:id/', { params, signal }), sending);
  let { offset } = begun;
  while (offset < file.size) {
    const form = new FormData();
    form.set('offset', String(offset));
    form.set('file', file.slice(offset, offset + attachmentPartBytes), 'part');
    try {
      ({ offset } = await call('PATCH /account/order-attachments/:id/', { params, form, signal }));
    } catch (error) {
      const isBehind = error instanceof ApiError && error.code === 'upload_offset';
      if (signal.aborted || !(isBehind || isCut(error))) throw error;
      if (!isBehind) sending.onCut();
      ({ offset } = await arrived());
    }
    onProgress(offset / file.size);
  }
  return patiently(() => call('POST /account/order-attachments/:id/finish/', { params, signal }), sending);
}
