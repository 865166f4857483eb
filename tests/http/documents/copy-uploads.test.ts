// Signed copies uploaded in parts: resumed after an interruption, private to their owner, limited, sealed, and removed later.
import { describe, expect, it } from 'vitest';
import { maximumPdfBytes, minimumUploadPartBytes, uploadPartBytes } from '#contract/files/upload-rules.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { findInTables } from '../platform/table-dump.ts';
import { expectRefusal, statuses } from '../steps.ts';
import { fixture, nidCalls } from './nid-steps.ts';

const portal = usePortal();
const { upload } = nidCalls(portal);
/** Readers ignore what follows the end of a PDF, so a small copy can be made large enough for several parts. */
const copy = Buffer.concat([
  fixture('s01-l1-chromium-notosans.pdf'),
  Buffer.alloc(2 * uploadPartBytes, '% গোপন-লেখা-৪৭১১\n'),
  fixture('s01-l1-chromium-notosans.pdf').subarray(-200),
]);

const start = (by: Person, byte_size: unknown) =>
  portal.call('POST', '/account/copy-uploads/', { token: by.token, body: { byte_size } });
const state = (by: Person, id: number) =>
  portal.call('GET', `/account/copy-uploads/${id}/`, { token: by.token });
const remove = (by: Person, id: number) =>
  portal.call('DELETE', `/account/copy-uploads/${id}/`, { token: by.token });
const read = (by: Person, id: number, what = 'nid-extract') =>
  portal.call('POST', `/account/copy-uploads/${id}/${what}/`, { token: by.token });

function sendPart(by: Person, id: number, offset: number, bytes: Buffer) {
  const form = new FormData();
  form.set('offset', String(offset));
  form.set('file', new Blob([bytes as BlobPart]), 'part');
  return portal.call('PATCH', `/account/copy-uploads/${id}/`, { token: by.token, form });
}

async function send(by: Person, bytes: Buffer): Promise<number> {
  const { body } = await start(by, bytes.length);
  for (let at = 0; at < bytes.length; at += uploadPartBytes) {
    const part = bytes.subarray(at, at + uploadPartBytes);
    expect(await sendPart(by, body.id, at, part)).toMatchObject({
      status: 200,
      body: { id: body.id, byte_size: bytes.length, offset: at + part.length },
    });
  }
  return body.id;
}

const rowsOf = (by: Person) =>
  asOwner(portal.ownerUrl, 'select from copy_uploads where owner_id = $1', [by.id]);

describe('a copy in parts', () => {
  it('is begun 200 times a day and no more', async () => {
    const person = await portal.customer();
    expect((await start(person, copy.length)).status).toBe(201);
    const fill = (tries: number) =>
      asOwner(
        portal.ownerUrl,
        `update rate_limits set tries = array_fill(now(), array[$1::int]) where kept_until > now() + interval '23 hours 59 minutes'`,
        [tries],
      );
    await fill(199);
    expect((await start(person, copy.length)).status).toBe(201);
    await fill(200);
    expect((await start(person, copy.length)).status).toBe(429);
    await asOwner(portal.ownerUrl, 'delete from rate_limits');
  });

  it('resumes after an interruption at the reported offset, and is read like one sent in a single request', async () => {
    const person = await portal.customer();
    const { status, body: begun } = await start(person, copy.length);
    expect([status, begun]).toEqual([201, { id: begun.id, byte_size: copy.length, offset: 0 }]);
    await sendPart(person, begun.id, 0, copy.subarray(0, uploadPartBytes));
    // The response was lost, so the client sends the same part again.
    const again = await sendPart(person, begun.id, 0, copy.subarray(0, uploadPartBytes));
    expectRefusal(again, 'upload_offset');
    expectRefusal(
      await sendPart(person, begun.id, uploadPartBytes + 1, copy.subarray(0, 9)),
      'upload_offset',
    );
    expectRefusal(await read(person, begun.id), 'upload_offset');
    let { offset } = (await state(person, begun.id)).body;
    expect(offset).toBe(uploadPartBytes);
    while (offset < copy.length)
      ({ offset } = (
        await sendPart(person, begun.id, offset, copy.subarray(offset, offset + uploadPartBytes))
      ).body);
    const parts = await read(person, begun.id);
    const atOnce = await upload(person, copy);
    expect(atOnce.status).toBe(200);
    expect(parts.body).toEqual({ ...atOnce.body, extraction_id: parts.body.extraction_id });
    // After a lost response it can be requested again, also by the other service.
    expect((await read(person, begun.id, 'sign-copy-extract')).status).toBe(200);
    expect((await remove(person, begun.id)).status).toBe(200);
    expectRefusal(await read(person, begun.id), 'not_found');
    expect(await asOwner(portal.ownerUrl, 'select from copy_upload_parts')).toEqual([]);
  });

  it('accepts each byte once, even from concurrent requests', async () => {
    const person = await portal.customer();
    const { body } = await start(person, 1_000);
    const races = await Promise.all(
      [1, 2, 3, 4].map(() => sendPart(person, body.id, 0, Buffer.alloc(1_000))),
    );
    expect(statuses(races)).toEqual({ 200: 1, 409: 3 });
  });

  it('reserves memory each time it is read, within a limit for each person', async () => {
    const person = await portal.customer();
    const id = await send(
      person,
      Buffer.concat([copy, Buffer.alloc(8 * 1024 * 1024, '%'), copy.subarray(-200)]),
    );
    const answers = await Promise.all(Array.from({ length: 12 }, () => read(person, id)));
    const refused = answers.filter(({ headers }) => headers.get('retry-after') === '3');
    expect(refused.length).toBeGreaterThanOrEqual(6);
    for (const answer of refused) expectRefusal(answer, 'busy');
    expect((await read(person, id)).status).toBe(200);
    await remove(person, id);
  }, 60_000);

  it('belongs to the person who began it', async () => {
    const [person, other] = [await portal.customer(), await portal.customer()];
    const { body } = await start(person, 1_000);
    for (const answer of [
      await state(other, body.id),
      await sendPart(other, body.id, 0, Buffer.alloc(1_000)),
      await read(other, body.id),
      await read(other, body.id, 'sign-copy-extract'),
      await remove(other, body.id),
    ])
      expectRefusal(answer, 'not_found');
    expect((await state(person, body.id)).body.offset).toBe(0);
  });

  it('is limited in size, in part size, and in number: the oldest is removed', async () => {
    const person = await portal.customer();
    for (const size of [0, -1, 1.5, 'x', maximumPdfBytes + 1])
      expect((await start(person, size)).status, String(size)).toBe(400);
    expect((await start(person, maximumPdfBytes + 1)).body).toEqual({
      byte_size: ['ফাইলটি খুব বড়, সর্বোচ্চ ১০ এমবি'],
    });
    const first = (await start(person, minimumUploadPartBytes + 10)).body;
    for (const length of [0, minimumUploadPartBytes - 1, minimumUploadPartBytes + 11, uploadPartBytes + 1])
      expect((await sendPart(person, first.id, 0, Buffer.alloc(length))).status, String(length)).toBe(400);
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => start(person, 10)));
    expect(await rowsOf(person)).toHaveLength(5);
    expectRefusal(await state(person, first.id), 'not_found');
  });

  it.each([
    ['an encrypted file', 'hostile/sx1-encrypted.pdf', 'file_encrypted'],
    ['a file that is cut off', 'hostile/sx2-truncated.pdf', 'file_broken'],
    ['a picture that is called a PDF', 'hostile/sx3-jpeg.pdf', 'file_not_pdf'],
    ['a file of 60 pages', 'hostile/sx4-pages.pdf', 'file_too_many_pages'],
  ] as const)('refuses %s and keeps nothing of it', async (_what, name, code) => {
    const person = await portal.customer();
    expectRefusal(await read(person, await send(person, fixture(name))), code);
    expect(await rowsOf(person)).toEqual([]);
  });
});

describe('a stored part of a copy', () => {
  it('is sealed', async () => {
    const person = await portal.customer();
    await send(person, copy);
    expect(await findInTables(portal, ['গোপন-লেখা-৪৭১১'])).toEqual([]);
  });

  it('is removed an hour after the upload began', async () => {
    const [person, other] = [await portal.customer(), await portal.customer()];
    const old = (await start(person, 10)).body.id;
    await sendPart(person, old, 0, Buffer.alloc(10));
    const young = (await start(other, 10)).body.id;
    await asOwner(
      portal.ownerUrl,
      `update copy_uploads set created_at = now() - interval '61 minutes' where owner_id = $1`,
      [person.id],
    );
    await portal.portal.documents.removeOldUploads();
    expectRefusal(await state(person, old), 'not_found');
    expectRefusal(await read(person, old), 'not_found');
    expect((await state(other, young)).status).toBe(200);
  });
});
