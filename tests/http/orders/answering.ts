// Helpers for questions inside orders, their answers, and uploads of attachments.
import { expect } from 'vitest';
import type { Person, TestPortal } from '../../support/portal.ts';
import { dataForm } from '../steps.ts';

const withKey = (key: string | undefined) => (key ? { headers: { 'Idempotency-Key': key } } : {});

export function answeringOn(portal: Pick<TestPortal, 'call'>) {
  const beginUpload = (by: Person, name: unknown, size: number) =>
    portal.call('POST', '/account/order-attachments/', { token: by.token, body: { name, byte_size: size } });

  return {
    ask: (by: Person, id: number, body: unknown = { kind: 'text', text: 'বাবার নাম কী?' }, key?: string) =>
      portal.call('POST', `/account/orders/${id}/question/`, { token: by.token, body, ...withKey(key) }),

    answer: (
      by: Person,
      id: number,
      data: unknown,
      file?: { bytes: Uint8Array | string; name: string },
      key?: string,
    ) =>
      portal.call('POST', `/account/orders/${id}/answer/`, {
        token: by.token,
        form: dataForm(data, file),
        ...withKey(key),
      }),

    beginUpload,

    /** Uploads a file in one part. @returns the attachment, and the response to `finish` */
    async upload(by: Person, bytes: Buffer, name = 'ছবি.jpg') {
      const begun = await beginUpload(by, name, bytes.length);
      expect(begun.status, JSON.stringify(begun.body)).toBe(201);
      const { id } = begun.body as { id: number };
      const part = new FormData();
      part.set('offset', '0');
      part.set('file', new Blob([bytes as BlobPart]), 'part');
      await portal.call('PATCH', `/account/order-attachments/${id}/`, { token: by.token, form: part });
      const answer = await portal.call('POST', `/account/order-attachments/${id}/finish/`, {
        token: by.token,
      });
      return { id, answer };
    },
  };
}
