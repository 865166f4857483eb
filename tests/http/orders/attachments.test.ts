// Attachments of orders: uploads that resume after an interruption, their validation, exactly one order for each, who may open them, and when they are
// removed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { hasRight, staffRoles } from '#contract/access.ts';
import { maximumImageBytes, uploadPartBytes } from '#contract/files/upload-rules.ts';
import { maximumUnusedAttachments } from '#contract/orders/attachment-rules.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { findInTables } from '../platform/table-dump.ts';
import {
  balanceOf,
  eventually,
  expectBooksRight,
  expectRefusal,
  makeStaff,
  orderBody,
  placeOrder,
  servicesByCode,
  statuses,
} from '../steps.ts';

const portal = usePortal();

/** Metadata that a phone adds to a photo: where it was taken. */
const gpsMark = 'GPS 23.8103N 90.4125E';

function photo(width = 60, height = 40): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#336699';
  context.fillRect(0, 0, width, height);
  const jpeg = canvas.toBuffer('image/jpeg');
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(gpsMark)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, jpeg.subarray(2)]);
}

const pdf = Buffer.from(`%PDF-1.7\n${'এক পাতা '.repeat(40_000)}\n%%EOF`);

const start = (by: Person, body: unknown) =>
  portal.call('POST', '/account/order-attachments/', { token: by.token, body });
const finish = (by: Person, id: number) =>
  portal.call('POST', `/account/order-attachments/${id}/finish/`, { token: by.token });
const state = (by: Person, id: number) =>
  portal.call('GET', `/account/order-attachments/${id}/`, { token: by.token });
const remove = (by: Person, id: number) =>
  portal.call('DELETE', `/account/order-attachments/${id}/`, { token: by.token });
const list = (by: Person, order: number) =>
  portal.call('GET', `/account/orders/${order}/attachments/`, { token: by.token });

function sendPart(by: Person, id: number, offset: number, bytes: Buffer) {
  const form = new FormData();
  form.set('offset', String(offset));
  form.set('file', new Blob([bytes as BlobPart]), 'part');
  return portal.call('PATCH', `/account/order-attachments/${id}/`, { token: by.token, form });
}

async function upload(by: Person, bytes: Buffer, name = 'ছবি.jpg') {
  const { body: begun } = await start(by, { name, byte_size: bytes.length });
  expect(begun).toMatchObject({ byte_size: bytes.length, offset: 0, is_ready: false });
  for (let at = 0; at < bytes.length; at += uploadPartBytes)
    await sendPart(by, begun.id, at, bytes.subarray(at, at + uploadPartBytes));
  return { id: begun.id as number, answer: await finish(by, begun.id) };
}

async function ready(by: Person, bytes = photo(), name?: string): Promise<number> {
  const { id, answer } = await upload(by, bytes, name);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { is_ready: true } });
  return id;
}

async function customerWithMoney() {
  const services = await servicesByCode(portal);
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  return { person, service: services.AB! };
}

const attach = (by: Person, order: number, attachments: number[], key?: string) =>
  portal.call('POST', `/account/orders/${order}/attachments/`, {
    token: by.token,
    body: { attachments },
    ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
  });

describe('an upload', () => {
  it('resumes after an interruption at the offset that the portal reports', async () => {
    const person = await portal.customer();
    const { body: begun } = await start(person, { name: 'দলিল.pdf', byte_size: pdf.length });
    expect(begun).toMatchObject({ offset: 0, is_ready: false });
    expect(pdf.length).toBeGreaterThan(2 * uploadPartBytes);
    const first = await sendPart(person, begun.id, 0, pdf.subarray(0, uploadPartBytes));
    expect(first.body.offset).toBe(uploadPartBytes);
    // The response was lost, so the client sends the same part again.
    const again = await sendPart(person, begun.id, 0, pdf.subarray(0, uploadPartBytes));
    expectRefusal(again, 'upload_offset');
    expectRefusal(await finish(person, begun.id), 'upload_offset');
    let { offset } = (await state(person, begun.id)).body;
    while (offset < pdf.length)
      ({ offset } = (
        await sendPart(person, begun.id, offset, pdf.subarray(offset, offset + uploadPartBytes))
      ).body);
    const done = await finish(person, begun.id);
    expect(done.body).toMatchObject({ is_ready: true, offset: pdf.length });
    expect((await finish(person, begun.id)).body).toEqual(done.body);
    expect(await asOwner(portal.ownerUrl, 'select from order_attachment_parts')).toEqual([]);
  });

  it('accepts each byte once, even from concurrent requests', async () => {
    const person = await portal.customer();
    const bytes = pdf.subarray(0, 1_000);
    const { body: begun } = await start(person, { name: 'a.pdf', byte_size: bytes.length });
    const races = await Promise.all([1, 2, 3, 4].map(() => sendPart(person, begun.id, 0, bytes)));
    expect(statuses(races)).toEqual({ 200: 1, 409: 3 });
    const ends = await Promise.all([1, 2, 3].map(() => finish(person, begun.id)));
    expect(statuses(ends)).toEqual({ 200: 3 });
    expect(
      await asOwner(portal.ownerUrl, 'select from attachments where owner_id = $1', [person.id]),
    ).toHaveLength(1);
  });

  it('is limited in size, in part size, and in how many are unused by an order', async () => {
    const person = await portal.customer();
    for (const byte_size of [0, -1, 11 * 1024 * 1024, 1.5])
      expect((await start(person, { name: 'a.jpg', byte_size })).status, String(byte_size)).toBe(400);
    const { body: begun } = await start(person, { name: 'a.jpg', byte_size: 10 });
    for (const part of [Buffer.alloc(11), Buffer.alloc(0), Buffer.alloc(uploadPartBytes + 1)])
      expect((await sendPart(person, begun.id, 0, part)).status).toBe(400);
    // Sent concurrently: each must count those that the others have begun.
    const others = await Promise.all(
      Array.from({ length: maximumUnusedAttachments + 5 }, () =>
        start(person, { name: 'a.jpg', byte_size: 10 }),
      ),
    );
    const refused = others.filter(({ status }) => status !== 201);
    expect(others.length - refused.length).toBe(maximumUnusedAttachments - 1);
    for (const answer of refused) expectRefusal(answer, 'attachments_waiting');
    expect((await sendPart(person, begun.id, 0, Buffer.alloc(9))).status).toBe(400);
    expect((await remove(person, begun.id)).status).toBe(200);
    expect((await start(person, { name: 'a.jpg', byte_size: 10 })).status).toBe(201);
  });

  it('belongs to the person who began it', async () => {
    const [person, other] = [await portal.customer(), await portal.customer()];
    const id = await ready(person);
    for (const answer of [await state(other, id), await finish(other, id), await remove(other, id)])
      expectRefusal(answer, 'not_found');
    expectRefusal(await sendPart(other, id, 0, photo()), 'not_found');
  });

  it('is identified by its bytes: anything but a photo or PDF is refused and removed', async () => {
    const person = await portal.customer();
    const polyglot = Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), pdf.subarray(0, 500)]);
    const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('word/document.xml')]);
    for (const wrong of [Buffer.from('<svg onload="alert(1)"/>'), Buffer.from('MZ\u0090'), polyglot, zip]) {
      const { id, answer } = await upload(person, wrong, 'nid.jpg');
      expectRefusal(answer, 'file_type_refused');
      expectRefusal(await state(person, id), 'not_found');
    }
    // A photo cut off in the middle, and one that claims 60,000 × 60,000 pixels.
    const huge = Buffer.from(photo());
    const frame = huge.indexOf(Buffer.from([0xff, 0xc0]));
    huge.writeUInt16BE(60_000, frame + 5);
    huge.writeUInt16BE(60_000, frame + 7);
    for (const broken of [photo().subarray(0, 400), huge])
      expectRefusal((await upload(person, broken)).answer, 'image_refused');
    const large = Buffer.concat([photo(), Buffer.alloc(maximumImageBytes + 1 - photo().length)]);
    expectRefusal((await upload(person, large)).answer, 'file_too_large');
    expect(
      await asOwner(portal.ownerUrl, 'select from order_attachments where owner_id = $1', [person.id]),
    ).toEqual([]);
  });
});

describe('an order with attachments', () => {
  it('shows them only to its customer and staff, logs each opening, and removes the photo’s location', async () => {
    const { person, service } = await customerWithMoney();
    const ids = [await ready(person), await ready(person, pdf, 'দলিল.pdf')];
    const { id } = await placeOrder(portal, person, service, { attachments: ids });
    const operator = await makeStaff(portal, 'operator');
    const { body } = await list(operator, id);
    expect(body.results).toMatchObject([
      { name: 'ছবি.jpg', media_type: 'image/jpeg' },
      { name: 'দলিল.pdf', media_type: 'application/pdf', byte_size: pdf.length },
    ]);
    expect((await list(person, id)).body).toEqual(body);
    expectRefusal(await list(await portal.customer(), id), 'not_found');
    const [picture, paper] = body.results as { file: string }[];
    const seen = await portal.call('GET', picture!.file, { token: operator.token });
    expect(seen.status).toBe(200);
    expect(photo().includes(gpsMark)).toBe(true);
    expect(seen.bytes.includes(gpsMark)).toBe(false);
    expect(seen.bytes.includes('Exif')).toBe(false);
    expect(await loadImage(seen.bytes)).toMatchObject({ width: 60, height: 40 });
    expect((await portal.call('GET', paper!.file, { token: person.token })).bytes.equals(pdf)).toBe(true);
    const stranger = await portal.customer();
    expect((await portal.call('GET', picture!.file, { token: stranger.token })).status).toBe(404);
    const looks = await asOwner<{ actor_id: number }>(
      portal.ownerUrl,
      `select actor_id from trail where kind = 'attachment.opened' and subject_id = $1 order by id`,
      [person.id],
    );
    expect(looks.map(({ actor_id }) => actor_id)).toEqual([operator.id, person.id]);
  });

  it('shows them to every role that may see orders', async () => {
    const { person, service } = await customerWithMoney();
    const { id } = await placeOrder(portal, person, service, { attachments: [await ready(person)] });
    for (const role of staffRoles) {
      const reader = await makeStaff(portal, role);
      expect(hasRight([role], 'orders.read'), role).toBe(true);
      const { body } = await list(reader, id);
      expect((await portal.call('GET', body.results[0]!.file, { token: reader.token })).status, role).toBe(
        200,
      );
    }
  });

  it('is placed and paid once per key, and once per file', async () => {
    const { person, service } = await customerWithMoney();
    const attachments = [await ready(person)];
    const place = (key: string) =>
      portal.call('POST', '/account/orders/', {
        token: person.token,
        body: orderBody(service, { attachments }),
        headers: { 'Idempotency-Key': key },
      });
    const before = await balanceOf(portal, person);
    const same = await Promise.all([1, 2, 3, 4].map(() => place('first')));
    expect(statuses(same)).toEqual({ 201: 4 });
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
    expect((await place('first')).body.id).toBe(same[0]!.body.id);
    const after = await balanceOf(portal, person);
    expectRefusal(await place('second'), 'attachment_gone');
    expect(await balanceOf(portal, person)).toEqual(after);
    expect(after.held - before.held).toBe(Number(same[0]!.body.charge));
    const more = [await ready(person)];
    const races = await Promise.all(
      [1, 2, 3, 4].map(() =>
        portal.call('POST', '/account/orders/', {
          token: person.token,
          body: orderBody(service, { attachments: more }),
        }),
      ),
    );
    expect(statuses(races)).toEqual({ 201: 1, 409: 3 });
    await expectBooksRight(portal);
  });

  it('is not placed with missing attachments, and holds no money', async () => {
    const { person, service } = await customerWithMoney();
    const other = await portal.customer();
    const { body: begun } = await start(person, { name: 'a.jpg', byte_size: 10 });
    const before = await balanceOf(portal, person);
    for (const attachments of [[await ready(other)], [begun.id], [2_000_000]])
      expectRefusal(
        await portal.call('POST', '/account/orders/', {
          token: person.token,
          body: orderBody(service, { attachments }),
        }),
        'attachment_gone',
      );
    for (const attachments of ['1', [0], Array.from({ length: 11 }, (_, index) => index + 1)])
      expect(
        (
          await portal.call('POST', '/account/orders/', {
            token: person.token,
            body: orderBody(service, { attachments }),
          })
        ).status,
      ).toBe(400);
    expect(await balanceOf(portal, person)).toEqual(before);
  });

  it('accepts more attachments while it is open, up to ten', async () => {
    const { person, service } = await customerWithMoney();
    const { id } = await placeOrder(portal, person, service);
    const operator = await makeStaff(portal, 'operator');
    const first = [await ready(person)];
    expectRefusal(await attach(await portal.customer(), id, first), 'not_found');
    const done = await Promise.all([attach(person, id, first, 'k'), attach(person, id, first, 'k')]);
    expect(statuses(done)).toEqual({ 200: 2 });
    expect(done[0]!.body.count).toBe(1);
    const { body: timeline } = await portal.call('GET', `/account/orders/${id}/timeline/`, {
      token: operator.token,
    });
    expect(timeline.results.map(({ what }: { what: string }) => what)).toEqual(['create', 'attach']);
    // One after another, as the client does: only a few pictures of one person are processed at a time.
    const nine: number[] = [];
    while (nine.length < 9) nine.push(await ready(person));
    expect((await attach(person, id, nine)).body.count).toBe(10);
    expectRefusal(await attach(person, id, [await ready(person)]), 'attachments_full');
    await portal.call('POST', `/account/orders/${id}/cancel/`, { token: person.token });
    expectRefusal(await attach(person, id, [await ready(person)]), 'order_state_conflict');
  });
});

describe('a stored attachment', () => {
  it('is sealed during the upload and at rest', async () => {
    const person = await portal.customer();
    const secret = 'গোপন-লেখা-৪৭১১';
    const bytes = Buffer.from(`%PDF-1.7\n${secret}\n%%EOF`);
    const { body: begun } = await start(person, { name: 'a.pdf', byte_size: bytes.length });
    expect((await sendPart(person, begun.id, 0, bytes)).status).toBe(200);
    expect(await findInTables(portal, [secret])).toEqual([]);
    expect(await finish(person, begun.id)).toMatchObject({ status: 200, body: { is_ready: true } });
    expect(await findInTables(portal, [secret])).toEqual([]);
    const stored = readdirSync(join(portal.dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter((one) => one.includes(secret))).toEqual([]);
  });

  it('is removed after a day if no order uses it, and its bytes by the sweep; one that an order uses stays', async () => {
    const { person, service } = await customerWithMoney();
    const { id } = await placeOrder(portal, person, service, { attachments: [await ready(person)] });
    const unused = await ready(person);
    await start(person, { name: 'half.jpg', byte_size: 10 });
    await portal.portal.attachments.removeUnused();
    expect((await state(person, unused)).status).toBe(200);
    await asOwner(
      portal.ownerUrl,
      `update order_attachments set created_at = now() - interval '25 hours' where owner_id = $1`,
      [person.id],
    );
    await portal.portal.attachments.removeUnused();
    expectRefusal(await state(person, unused), 'not_found');
    expect((await list(person, id)).body.count).toBe(1);
    expect(
      await asOwner(portal.ownerUrl, 'select from attachments where owner_id = $1', [person.id]),
    ).toHaveLength(1);
  });

  it('is part of the customer’s data export, and is removed with the account', async () => {
    const { person, service } = await customerWithMoney();
    const { id } = await placeOrder(portal, person, service, {
      attachments: [await ready(person, pdf, 'দলিল.pdf')],
    });
    await portal.call('POST', '/account/export/', { token: person.token });
    const archive = await eventually(
      () => portal.call('GET', '/account/export/file/', { token: person.token }),
      ({ status }) => status === 200,
    );
    const entries = unzipSync(archive.bytes);
    const files = Object.entries(entries).filter(([name]) => name.endsWith('দলিল.pdf'));
    expect(files.map(([, bytes]) => Buffer.from(bytes).equals(pdf))).toEqual([true]);
    expect(JSON.parse(Buffer.from(entries['order_attachments.json']!).toString())).toMatchObject([
      { order_id: id, name: 'দলিল.pdf' },
    ]);
    await asOwner(portal.ownerUrl, `update attachments set storage_key = '' where owner_id = $1`, [
      person.id,
    ]);
    expect((await list(person, id)).body).toEqual({ results: [], count: 0 });
  });
});
