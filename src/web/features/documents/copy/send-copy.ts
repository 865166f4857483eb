// Sends a signed copy to be read. A large one is sent part by part, so that after an interruption it continues where it stopped.
import { uploadPartBytes } from '#contract/files/upload-rules.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { retryUntilAnswered, type SendingFile, uploadInParts } from '../../../lib/api/chunked-upload.ts';

/** How one service has a copy read: sent at once, or from its parts. */
export interface CopyCalls<Answer> {
  atOnce: (form: FormData, signal: AbortSignal) => Promise<Answer>;
  fromParts: (id: number, signal: AbortSignal) => Promise<Answer>;
}

/** A reading that the portal refuses or fails at is not retried automatically. */
const isOutcomeUnknown = (error: unknown) => !(error instanceof ApiError);

async function sendLarge<Answer>(file: File, calls: CopyCalls<Answer>, sending: SendingFile) {
  const { signal } = sending;
  const id = await uploadInParts(
    file,
    {
      start: () => call('POST /account/copy-uploads/', { body: { byte_size: file.size }, signal }),
      arrived: (upload) => call('GET /account/copy-uploads/:id/', { params: { id: upload }, signal }),
      send: (upload, form) =>
        call('PATCH /account/copy-uploads/:id/', { params: { id: upload }, form, signal }),
    },
    sending,
  );
  const answer = await retryUntilAnswered(() => calls.fromParts(id, signal), sending, isOutcomeUnknown);
  // Nothing needs it any more; without this call it is removed within the hour.
  void call('DELETE /account/copy-uploads/:id/', { params: { id } }).catch(() => undefined);
  return answer;
}

/** @throws ApiError when it is refused; an abort */
export async function sendCopy<Answer>(file: File, calls: CopyCalls<Answer>, sending: SendingFile) {
  if (file.size <= uploadPartBytes) {
    const form = new FormData();
    form.set('file', file);
    return retryUntilAnswered(() => calls.atOnce(form, sending.signal), sending, isOutcomeUnknown);
  }
  try {
    return await sendLarge(file, calls, sending);
  } catch (error) {
    // It has been removed meanwhile, as after an hour without a network: then it starts over, once.
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
    sending.onProgress(0);
    return sendLarge(file, calls, sending);
  }
}
