import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  dataForm,
  english,
  eventually,
  expectRefusal,
  makeStaff,
  placeOrder,
  servicesByCode,
} from '../steps.ts';

const portal = usePortal();
const change = (
  token: string,
  id: number,
  data: unknown,
  file?: { bytes: Uint8Array | string; name: string },
  method = 'PATCH',
) => portal.call(method, `/account/orders/${id}/`, { token, form: dataForm(data, file) });
const pdf = { bytes: '%PDF-1.7\n%done\n', name: 'ফলাফল.pdf' };
const png = { bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), name: 'scan.png' };
const doc = {
  bytes: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(64)]),
  name: 'letter.doc',
};

async function richCustomer(taka = '5000') {
  const person = await portal.customer();
  await portal.topUp(person, taka);
  return person;
}

describe('the result of an order', () => {
  it('delivers a text or a file, or both, and keeps the comment', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const placed = await placeOrder(portal, person, services.AB!);
    const done = await change(
      portal.admin.token,
      placed.id,
      { status: 'completed', note: 'সব ঠিক আছে', text_content: 'আপনার নম্বর ১২৩' },
      pdf,
    );
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({
      status: 'completed',
      text_content: 'আপনার নম্বর ১২৩',
      file: expect.stringMatching(/^\/file\/[\w-]{27}\/$/),
      file_name: 'ফলাফল.pdf',
      staff_note: 'সব ঠিক আছে',
    });
    const own = await portal.call('GET', `/account/orders/${placed.id}/`, { token: person.token });
    expect(own.body.file).toBe(done.body.file);
  });

  it('accepts files by content, not by name', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const placed = await placeOrder(portal, person, services.AB!);
    for (const file of [
      { bytes: '<script>alert(1)</script>', name: 'result.pdf' },
      { bytes: 'MZ\u0090', name: 'a.png' },
      doc,
      { bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>', name: 'a.jpg' },
    ])
      expectRefusal(
        await change(portal.admin.token, placed.id, { status: 'completed' }, file),
        'file_type_refused',
      );
    const done = await change(
      portal.admin.token,
      placed.id,
      { status: 'completed' },
      { ...png, name: '../../etc/pass"wd\r\n.exe' },
    );
    expect(done.body.file_name).toMatch(/^[^/\\"\r\n]+\.png$/);
    const opened = await portal.call('GET', done.body.file, { token: person.token });
    expect(opened.headers.get('content-type')).toBe('image/png');
  });

  it('refuses to complete with nothing, an empty file or blanks', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const placed = await placeOrder(portal, person, services.AB!);
    expectRefusal(await change(portal.admin.token, placed.id, { status: 'completed' }), 'result_missing');
    expectRefusal(
      await change(portal.admin.token, placed.id, { status: 'completed', text_content: '  \n ' }),
      'result_missing',
    );
    expectRefusal(
      await change(portal.admin.token, placed.id, { status: 'completed' }, { bytes: '', name: 'empty.pdf' }),
      'result_missing',
    );
    expect(
      (
        await change(portal.admin.token, placed.id, {
          status: 'completed',
          text_content: 'x',
          note: 'ক'.repeat(501),
        })
      ).body,
    ).toEqual({ note: ['নোট সর্বোচ্চ ৫০০ অক্ষরের হতে পারে'] });
    expect((await change(portal.admin.token, placed.id, { text_content: 'x' })).body).toEqual({
      status: ['এই ঘরটি পূরণ করুন'],
    });
    expect((await change(portal.admin.token, placed.id, { status: 'cancelled' })).status).toBe(400);
    expectRefusal(await change(portal.admin.token, placed.id, '{broken'), 'malformed_json');
    expectRefusal(await change(portal.admin.token, placed.id, '[1]'), 'malformed_json');
  });

  it('limits concurrent downloads by a customer who does not read them, without affecting others', async () => {
    const services = await servicesByCode(portal);
    const [person, other] = [await richCustomer(), await richCustomer()];
    const large = { name: 'scan.pdf', bytes: Buffer.alloc(9_000_000, pdf.bytes) };
    const deliver = async (customer: typeof person) => {
      const placed = await placeOrder(portal, customer, services.AB!);
      const { body } = await change(portal.admin.token, placed.id, { status: 'completed' }, large);
      return new URL(body.file, portal.origin);
    };
    const [file, others] = [await deliver(person), await deliver(other)];
    const open = (of: URL, { token }: typeof person) =>
      new Promise<IncomingMessage>((done) =>
        request(of, { agent: false, headers: { Authorization: `Bearer ${token}` } }, done).end(),
      );
    const opened = await Promise.all(Array.from({ length: 12 }, () => open(file, person)));
    const statuses = opened.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(statuses.filter((status) => status === 503)).toHaveLength(5);
    expect((await open(others, other)).statusCode).toBe(200);
    for (const answer of opened) answer.destroy();
    await eventually(
      async () => (await open(file, person)).statusCode,
      (status) => status === 200,
    );
  });

  it('serves the file only to its owner and to staff', async () => {
    const services = await servicesByCode(portal);
    const [person, stranger] = [await richCustomer(), await richCustomer()];
    const placed = await placeOrder(portal, person, services.AB!);
    const { body } = await change(portal.admin.token, placed.id, { status: 'completed' }, pdf);
    const shown = await portal.call('GET', body.file, { token: person.token });
    expect(shown.status).toBe(200);
    expect(shown.bytes.toString()).toBe(pdf.bytes);
    expect(shown.headers.get('content-disposition')).toMatch(/^inline; /);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    const saved = await portal.call('GET', `${body.file}?download=1`, { token: person.token });
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename="_____.pdf"; filename*=UTF-8''${encodeURIComponent('ফলাফল.pdf')}`,
    );
    expect((await portal.call('GET', body.file, { token: portal.admin.token })).status).toBe(200);
    expectRefusal(await portal.call('GET', body.file, { token: stranger.token }), 'not_found');
    expectRefusal(await portal.call('GET', body.file), 'not_found');
    expectRefusal(
      await portal.call('GET', '/file/nosuchfilecodenosuchfilecode/', { token: person.token }),
      'not_found',
    );
    const looks = await asOwner(
      portal.ownerUrl,
      `select actor_id from trail where kind = 'attachment.opened' and subject_id = $1 order by id`,
      [person.id],
    );
    expect(looks.map((row) => row.actor_id)).toEqual([person.id, person.id, portal.admin.id]);
  });

  it.each(['POST', 'PATCH'])(
    'replaces the result of a completed order by %s, also with a Word file, which can only be downloaded',
    async (method) => {
      const services = await servicesByCode(portal);
      const person = await richCustomer();
      const placed = await placeOrder(portal, person, services.AB!);
      const upload = (data: unknown, file?: typeof pdf | typeof doc) =>
        portal.call(method, `/account/orders/re-upload/${placed.id}/`, {
          token: portal.admin.token,
          form: dataForm(data, file),
        });
      expectRefusal(await upload({ text_content: 'আগে' }), 'order_state_conflict');
      const first = await change(portal.admin.token, placed.id, { status: 'completed' }, pdf);
      expectRefusal(await upload({ note: null }), 'result_missing');
      const replaced = await upload({ note: 'নতুন ফাইল' }, doc);
      expect(replaced.status).toBe(200);
      expect(replaced.body).toMatchObject({
        status: 'completed',
        file_name: 'letter.doc',
        staff_note: 'নতুন ফাইল',
        text_content: null,
      });
      expect(replaced.body.file).not.toBe(first.body.file);
      const opened = await portal.call('GET', replaced.body.file, { token: person.token });
      expect(opened.headers.get('content-disposition')).toMatch(/^attachment; /);
      expect((await upload({ note: null, text_content: 'শুধু লেখা' })).body).toMatchObject({
        text_content: 'শুধু লেখা',
        file: null,
      });
      expect(await balanceOf(portal, person)).toEqual({ current_balance: 4850, held: 0 });
    },
  );

  it('keeps replaced results for staff and logs each opening, and lets the customer open only the newest', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const placed = await placeOrder(portal, person, services.AB!);
    const at = `/account/orders/${placed.id}/earlier-results/`;
    const replace = (data: unknown, file?: typeof png) =>
      portal.call('POST', `/account/orders/re-upload/${placed.id}/`, {
        token: portal.admin.token,
        form: dataForm(data, file),
      });
    const first = await change(
      portal.admin.token,
      placed.id,
      { status: 'completed', text_content: 'অন্য একজনের তথ্য ১২৩৪৫৬৭৮৯০' },
      pdf,
    );
    const reader = await makeStaff(portal, 'auditor');
    expect((await portal.call('GET', at, { token: reader.token })).body).toEqual({ results: [], count: 0 });
    await replace({ note: null }, png);
    const last = await replace({ note: null, text_content: 'ঠিক তথ্য' });
    const timelineOf = async (token: string) =>
      (await portal.call('GET', `/account/orders/${placed.id}/timeline/`, { token })).body.results;
    const entries = (await timelineOf(reader.token)).filter(
      (entry: { is_replaced: boolean }) => entry.is_replaced,
    );
    expect(entries.map(({ what }: { what: string }) => what)).toEqual(['re_upload', 're_upload']);
    const { body } = await portal.call('GET', at, { token: reader.token });
    expect(body).toEqual({
      results: [
        {
          entry: entries[0]!.id,
          text_content: 'অন্য একজনের তথ্য ১২৩৪৫৬৭৮৯০',
          file: first.body.file,
          file_name: 'ফলাফল.pdf',
        },
        { entry: entries[1]!.id, text_content: null, file: expect.any(String), file_name: 'scan.png' },
      ],
      count: 2,
    });
    expect((await portal.call('GET', first.body.file, { token: reader.token })).bytes.toString()).toBe(
      pdf.bytes,
    );
    for (const { file } of body.results)
      expectRefusal(await portal.call('GET', file, { token: person.token }), 'not_found');
    expectRefusal(await portal.call('GET', at, { token: person.token }), 'not_allowed');
    expect(JSON.stringify(await timelineOf(person.token))).not.toContain('"is_replaced":true');
    expect(last.body).toMatchObject({ text_content: 'ঠিক তথ্য', file: null });
    const own = await portal.call('GET', `/account/orders/${placed.id}/`, { token: person.token });
    expect(JSON.stringify(own.body)).not.toContain('অন্য একজনের');
    const looks = await asOwner(
      portal.ownerUrl,
      `select actor_id, object_id from trail where kind = 'order.earlier_results_opened' and subject_id = $1`,
      [person.id],
    );
    expect(looks).toEqual([
      { actor_id: reader.id, object_id: String(placed.id) },
      { actor_id: reader.id, object_id: String(placed.id) },
    ]);
  });

  it('lists completed orders with the balance after them', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer('1000');
    const placed = await placeOrder(portal, person, services.AB!);
    await placeOrder(portal, person, services.AC!);
    await change(portal.admin.token, placed.id, { status: 'completed', text_content: 'হয়েছে' });
    const completed = async (token: string, query = '') =>
      (await portal.call('GET', `/account/orders/completed/?${query}`, { token })).body;
    const own = await completed(person.token);
    expect(own).toMatchObject({
      count: 1,
      results: [
        { id: placed.id, charge: '150.00', current_balance: 670, status: 'completed', text_content: 'হয়েছে' },
      ],
    });
    expect((await completed(portal.admin.token, `user=${person.id}`)).count).toBe(1);
    expect((await completed(portal.admin.token, `user=${person.id}&search=nobody`)).count).toBe(0);
    expect((await completed((await portal.customer()).token, `user=${person.id}`)).count).toBe(0);
  });
});

describe('the timeline', () => {
  it('records who did what, when and with which note, oldest first', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const operator = await makeStaff(portal, 'operator');
    const placed = await placeOrder(portal, person, services.AB!, { note: 'আমার নোট' });
    await portal.call('POST', `/account/orders/${placed.id}/take/`, { token: operator.token });
    await change(operator.token, placed.id, { status: 'pending' });
    await change(operator.token, placed.id, { status: 'rejected', note: 'কাগজ নেই' });
    await change(operator.token, placed.id, { status: 'completed', text_content: 'পাওয়া গেছে' });
    const { body } = await portal.call('GET', `/account/orders/${placed.id}/timeline/`, {
      token: person.token,
    });
    expect(body.count).toBe(5);
    expect(
      body.results.map(
        ({
          what,
          status,
          note,
          who,
        }: {
          what: string;
          status: string;
          note: string;
          who: { id: number; is_staff: boolean } | null;
        }) => [what, status, note, who?.id, who?.is_staff],
      ),
    ).toEqual([
      ['create', 'pending', 'আমার নোট', person.id, false],
      ['take', 'processing', '', operator.id, true],
      ['hand_back', 'pending', '', operator.id, true],
      ['reject', 'rejected', 'কাগজ নেই', operator.id, true],
      ['complete', 'completed', '', operator.id, true],
    ]);
    const times = body.results.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort());
    expect(
      (await portal.call('GET', `/account/orders/${placed.id}/timeline/`, { token: operator.token })).body,
    ).toEqual(body);
  });

  it('requires a reason for a rejection', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const placed = await placeOrder(portal, person, services.AB!);
    for (const note of [undefined, null, '', '   '])
      expect((await change(portal.admin.token, placed.id, { status: 'rejected', note })).body).toEqual({
        note: ['বাতিলের কারণ লিখুন'],
      });
    const inEnglish = await portal.call('PUT', `/account/orders/${placed.id}/`, {
      token: portal.admin.token,
      form: dataForm({ status: 'rejected' }),
      headers: english,
    });
    expect(inEnglish.body).toEqual({ note: ['Please provide a reason for rejection'] });
    expect((await balanceOf(portal, person)).held).toBe(150);
  });
});

/** Starts reading a response late, after more has been sent than the network buffers can hold. */
const readLate = (path: string, token: string): Promise<Buffer> =>
  new Promise((done, failed) => {
    const call = request(
      `${portal.origin}${path}`,
      { headers: { Authorization: `Bearer ${token}` }, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        setTimeout(() => {
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => done(Buffer.concat(chunks)));
        }, 400);
      },
    );
    call.on('error', failed).end();
  });

describe('a large result', () => {
  it('is served completely to late, concurrent and partial readers', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const { id } = await placeOrder(portal, person, services.AB!);
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(8_000_000)]);
    const file = { bytes: new Uint8Array(bytes), name: 'large.pdf' };
    const done = await change(portal.admin.token, id, { status: 'completed', note: '' }, file);
    expect(done.status).toBe(200);
    const path = done.body.file as string;
    const { status, bytes: part } = await portal.call('GET', path, {
      token: person.token,
      headers: { Range: 'bytes=4000000-4000099' },
    });
    expect([status, part]).toEqual([206, bytes.subarray(4_000_000, 4_000_100)]);
    const left = request(`${portal.origin}${path}`, { headers: { Authorization: `Bearer ${person.token}` } });
    left
      .on('response', (answer) => answer.destroy())
      .on('error', () => undefined)
      .end();
    const late = await Promise.all(Array.from({ length: 6 }, () => readLate(path, person.token)));
    for (const read of late) expect(read.equals(bytes)).toBe(true);
  });
});
