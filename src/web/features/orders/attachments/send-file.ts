// Uploads a photo or PDF for an order, in parts.
import type { Upload } from '#contract/orders/attachment-calls.ts';
import { call } from '../../../lib/api/api.ts';
import { retryUntilAnswered, type SendingFile, uploadInParts } from '../../../lib/api/chunked-upload.ts';

/** @throws ApiError if it is refused, or an abort */
export async function sendFile(file: File, sending: SendingFile): Promise<Upload> {
  const { signal } = sending;
  const id = await uploadInParts(
    file,
    {
      start: () =>
        call('POST /account/order-attachments/', {
          body: { name: file.name.slice(-200), byte_size: file.size },
          signal,
        }),
      arrived: (upload) => call('GET /account/order-attachments/:id/', { params: { id: upload }, signal }),
      send: (upload, form) =>
        call('PATCH /account/order-attachments/:id/', { params: { id: upload }, form, signal }),
    },
    sending,
  );
  const params = { id };
  return retryUntilAnswered(
    () => call('POST /account/order-attachments/:id/finish/', { params, signal }),
    sending,
  );
}
