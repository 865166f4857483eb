// Sends a signed copy to be read. A large one is sent in parts, so that an interrupted upload can resume.
import { uploadPartBytes } from '#contract/files/upload-rules.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { retryUntilAnswered, type SendingFile, uploadInParts } from '../../../lib/api/chunked-upload.ts';

/** How one service reads a copy: from a single request, or from its parts. */
export interface CopyCalls<Answer> {
  atOnce: (form: FormData, signal: AbortSignal) => Promise<Answer>;
  fromParts: (id: number, signal: AbortSignal) => Promise<Answer>;
}

/** A copy that the portal refuses or fails to read is not retried automatically. */
const isConnectionError = (error: unknown) => !(error instanceof ApiError);

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
  const answer = await retryUntilAnswered(() => calls.fromParts(id, signal), sending, isConnectionError);
  // It is no longer needed; without this request it is removed within the hour.
  void call('DELETE /account/copy-uploads/:id/', { params: { id } }).catch(() => undefined);
  return answer;
}

/** @throws ApiError if it is refused, or an abort */
export async function sendCopy<Answer>(file: File, calls: CopyCalls<Answer>, sending: SendingFile) {
  if (file.size <= uploadPartBytes) {
    const form = new FormData();
    form.set('file', file);
    return retryUntilAnswered(() => calls.atOnce(form, sending.signal), sending, isConnectionError);
  }
  try {
    return await sendLarge(file, calls, sending);
  } catch (error) {
    // The upload was removed meanwhile, as after an hour without a network: then it starts over, once.
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
    sending.onProgress(0);
    return sendLarge(file, calls, sending);
  }
}
