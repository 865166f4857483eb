// A copy after it is made: where its values came from, its correction, opening, verification and the list of files.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { balanceOf, expectRefusal, makeStaff, statuses } from '../steps.ts';
import { expectNotices, fixture, nidCalls, picture, record } from './nid-steps.ts';

const portal = usePortal();
const { saved, upload, verify, richCustomer } = nidCalls(portal);

describe('where each field came from', () => {
  it('counts unchanged values from the reading, and values that the customer typed or changed', async () => {
    const person = await richCustomer();
    const read = (await upload(person, fixture('s01-l1-chromium-notosans.pdf'))).body;
    const body = {
      ...read.text_data,
      address_for_nid: read.address_for_nid,
      extraction_id: read.extraction_id,
    };
    const untouched = await saved(person, body);
    const first = (await verify(untouched.verification_code)).body.provenance;
    expect(first.registry).toBe(0);
    expect(first.extracted).toBeGreaterThanOrEqual(6);
    const changed = await saved(person, { ...body, father_name: 'অন্য নাম' });
    const second = (await verify(changed.verification_code)).body.provenance;
    expect(second).toEqual({ registry: 0, extracted: first.extracted - 1, customer: first.customer + 1 });
    const stored = (await portal.call('GET', `/account/nid-details/${changed.id}/`, { token: person.token }))
      .body.provenance;
    expect(stored).toMatchObject({
      father_name: 'customer',
      mother_name: 'extracted',
      name_english: 'extracted',
    });
  });

  it('counts everything as the customer’s without a reading, with someone else’s, and with nonsense', async () => {
    const [person, stranger] = [await richCustomer(), await richCustomer()];
    const read = (await upload(person, fixture('s01-l1-chromium-notosans.pdf'))).body;
    for (const extraction_id of [
      undefined,
      null,
      read.extraction_id,
      'nonsense',
      '00000000-0000-4000-8000-000000000000',
    ]) {
      const data = await saved(stranger, { ...read.text_data, extraction_id });
      expect((await verify(data.verification_code)).body.provenance.extracted, String(extraction_id)).toBe(0);
    }
  });
});

describe('correcting a record', () => {
  it.each(['PATCH', 'PUT'])(
    'makes a new version by %s, free, at the same address; the older print is reported as superseded',
    async (method) => {
      const person = await richCustomer();
      const data = await saved(person);
      const before = await portal.call('GET', data.open_path, { token: person.token });
      const { status, body } = await portal.call(method, `/account/nid-details/${data.id}/`, {
        token: person.token,
        body: { occupation: 'শিক্ষক', name_english: 'Ayesha Begum' },
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        message: 'NID information updated successfully!',
        file_code: data.file_code,
        verification_code: expect.any(String),
      });
      expect(body.verification_code).not.toBe(data.verification_code);
      expect((await balanceOf(portal, person)).current_balance).toBe(85);
      const after = await portal.call('GET', data.open_path, { token: person.token });
      expect(after.bytes.equals(before.bytes)).toBe(false);
      expect((await expectNotices(after.bytes)).join('')).toContain('Ayesha Begum');
      expect((await verify(data.verification_code)).body).toMatchObject({ state: 'superseded', version: 1 });
      expect((await verify(body.verification_code)).body).toMatchObject({
        state: 'genuine',
        version: 2,
        masked_name: 'A••• B•••',
      });
      const { body: stored } = await portal.call('GET', `/account/nid-details/${data.id}/`, {
        token: person.token,
      });
      expect(stored).toMatchObject({
        occupation: 'শিক্ষক',
        name_english: 'Ayesha Begum',
        name_bangla: record.name_bangla.normalize('NFC'),
      });
      expect(
        await asOwner(
          portal.ownerUrl,
          'select version from file_versions v join files f on f.id = v.file_id where f.record_id = $1',
          [data.id],
        ),
      ).toHaveLength(2);
    },
  );

  it('keeps the pictures unless they are replaced', async () => {
    const person = await richCustomer();
    const data = await saved(person, { ...record, photo_base64: picture('image/png') });
    await portal.call('PATCH', `/account/nid-details/${data.id}/`, {
      token: person.token,
      body: { occupation: 'কৃষক' },
    });
    const first = (await portal.call('GET', `/account/nid-details/${data.id}/`, { token: person.token })).body
      .photo_base64;
    expect(Buffer.from(first!, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    await portal.call('PATCH', `/account/nid-details/${data.id}/`, {
      token: person.token,
      body: { photo_base64: picture('image/png', 90, 90) },
    });
    expect(
      (await portal.call('GET', `/account/nid-details/${data.id}/`, { token: person.token })).body
        .photo_base64,
    ).not.toBe(first);
  });

  it('refuses the same values as the first save, and keeps the version', async () => {
    const person = await richCustomer();
    const data = await saved(person);
    for (const body of [
      { name_bangla: '' },
      { date_of_birth: '1995-13-01' },
      { photo_base64: '@@' },
      { mother_name: '🙂' },
    ])
      expect(
        (await portal.call('PATCH', `/account/nid-details/${data.id}/`, { token: person.token, body }))
          .status,
      ).toBe(400);
    expect((await verify(data.verification_code)).body.state).toBe('genuine');
    // A refused correction does not count towards the daily limit.
    const counted = () =>
      asOwner<{ sum: string }>(
        portal.ownerUrl,
        `select sum(cardinality(tries)) from rate_limits where kept_until > now() + interval '23 hours'`,
      );
    const before = await counted();
    const correct = (mother_name: string) =>
      portal.call('PATCH', `/account/nid-details/${data.id}/`, {
        token: person.token,
        body: { mother_name },
      });
    expect((await correct('🙂')).status).toBe(400);
    expect(await counted()).toEqual(before);
    expect((await correct('রাবেয়া')).status).toBe(200);
    // Counted for the record and for the person.
    expect(Number((await counted())[0]!.sum)).toBe(Number(before[0]!.sum) + 2);
  });

  it('lets only the owner correct, and staff with the right read', async () => {
    const [person, stranger] = [await richCustomer(), await richCustomer()];
    const data = await saved(person);
    const address = `/account/nid-details/${data.id}/`;
    for (const method of ['PATCH', 'PUT', 'GET'])
      expectRefusal(
        await portal.call(method, address, {
          token: stranger.token,
          ...(method === 'GET' ? {} : { body: {} }),
        }),
        'not_found',
      );
    expectRefusal(
      await portal.call('PATCH', address, { token: portal.admin.token, body: { occupation: 'x' } }),
      'not_found',
    );
    expect(
      (await portal.call('GET', address, { token: (await makeStaff(portal, 'operator')).token })).status,
    ).toBe(200);
    expectRefusal(
      await portal.call('GET', address, { token: (await makeStaff(portal, 'accountant')).token }),
      'not_found',
    );
    const looks = await asOwner(
      portal.ownerUrl,
      `select actor_id from trail where kind = 'record.opened' and subject_id = $1`,
      [person.id],
    );
    expect(looks).toHaveLength(1);
  });

  it('lets one of two corrections from the same state win, and numbers versions without a gap', async () => {
    const person = await richCustomer();
    const data = await saved(person);
    const answers = await Promise.all(
      ['শিক্ষক', 'কৃষক', 'চিকিৎসক', 'জেলে'].map((occupation) =>
        portal.call('PATCH', `/account/nid-details/${data.id}/`, {
          token: person.token,
          body: { occupation },
        }),
      ),
    );
    const counted = statuses(answers);
    expect(counted[200]).toBeGreaterThanOrEqual(1);
    for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 'record_changed');
    const versions = await asOwner(
      portal.ownerUrl,
      'select version from file_versions v join files f on f.id = v.file_id where f.record_id = $1 order by version',
      [data.id],
    );
    expect(versions.map((row) => row.version)).toEqual(
      Array.from({ length: 1 + counted[200]! }, (_, index) => index + 1),
    );
  });
});

describe('opening a document', () => {
  it('is possible for its owner and staff with the right; for anyone else it does not exist', async () => {
    const [person, stranger] = [await richCustomer(), await richCustomer()];
    const data = await saved(person);
    expect(
      (await portal.call('GET', data.open_path, { token: (await makeStaff(portal, 'auditor')).token }))
        .status,
    ).toBe(200);
    for (const token of [undefined, stranger.token, (await makeStaff(portal, 'accountant')).token])
      expectRefusal(await portal.call('GET', data.open_path, { token }), 'not_found');
    expectRefusal(await portal.call('GET', `/nid/${'x'.repeat(27)}/`, { token: person.token }), 'not_found');
    for (const path of [
      'sign-to-server',
      'tin-certificate',
      'server-copy-unofficial',
      'new-birth-certificate',
      'file',
    ])
      expectRefusal(
        await portal.call('GET', `/${path}/${data.file_code}/`, { token: person.token }),
        'not_found',
      );
    const saving = await portal.call('GET', `${data.open_path}?download=1`, { token: person.token });
    expect(saving.headers.get('content-disposition')).toMatch(/^attachment; filename="NP-/);
    expect(saving.headers.get('x-robots-tag')).toContain('noindex');
    const looks = await asOwner(
      portal.ownerUrl,
      `select count(*)::int as count from trail where kind = 'document.opened' and subject_id = $1`,
      [person.id],
    );
    expect(looks[0]!.count).toBe(2);
  });

  it('works in a new tab with the session’s cookie, which opens documents and nothing else, and ends with the session', async () => {
    const person = await richCustomer();
    const data = await saved(person);
    const signedIn = await portal.signIn(person.email, person.password);
    const set = signedIn.headers.get('set-cookie')!;
    expect(set).toMatch(/HttpOnly/i);
    expect(set).toMatch(/SameSite=(Lax|Strict)/i);
    const cookie = set.split(';')[0]!;
    const open = () => portal.call('GET', data.open_path, { headers: { Cookie: cookie } });
    expect((await open()).status).toBe(200);
    for (const [end, back] of [
      [
        `update sessions set expires_at = expires_at - interval '40 days' where user_id = $1`,
        `update sessions set expires_at = expires_at + interval '40 days' where user_id = $1`,
      ],
      ['update users set is_active = false where id = $1', 'update users set is_active = true where id = $1'],
    ] as const) {
      await asOwner(portal.ownerUrl, end, [person.id]);
      expectRefusal(await open(), 'not_found');
      await asOwner(portal.ownerUrl, back, [person.id]);
      expect((await open()).status).toBe(200);
    }
    expectRefusal(
      await portal.call('GET', '/account/transaction-summary/', { headers: { Cookie: cookie } }),
      'not_signed_in',
    );
    expectRefusal(
      await portal.call('POST', '/account/ws-ticket/', { headers: { Cookie: cookie } }),
      'not_signed_in',
    );
    await portal.call('POST', '/token/logout/', { body: { refresh: signedIn.body.refresh } });
    expectRefusal(await portal.call('GET', data.open_path, { headers: { Cookie: cookie } }), 'not_found');
  });
});

describe('verifying a print', () => {
  it('reports that it is genuine and its provenance, and no personal field', async () => {
    const person = await richCustomer();
    const data = await saved(person);
    const pdf = await portal.call('GET', data.open_path, { token: person.token });
    const { status, body } = await verify(data.verification_code);
    expect(status).toBe(200);
    expect(body).toEqual({
      state: 'genuine',
      kind: 'nid',
      number: expect.stringMatching(/^NP-\d{7}$/),
      version: 1,
      made_at: expect.stringMatching(/Z$/),
      made_by: 'নথিপত্র',
      provenance: { registry: 0, extracted: 0, customer: expect.any(Number) },
      sha256: createHash('sha256').update(pdf.bytes).digest('hex'),
      masked_name: 'A••• S•••',
    });
    const text = JSON.stringify(body);
    for (const value of [
      '0012345678',
      'Ayesha',
      'Siddika',
      record.name_bangla,
      record.father_name,
      '1995',
      person.email,
      data.file_code,
    ])
      expect(text).not.toContain(value);
  });

  it('accepts a code in any case, with any separators, a series label in front, and Bengali digits', async () => {
    const person = await richCustomer();
    const code = (await saved(person)).verification_code;
    const bengali = code.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
    for (const typed of [
      code.toLowerCase(),
      code.replace(/(.{4})(?=.)/g, '$1-'),
      code.split('').join(' '),
      `AEMA-${code}`,
      `dzih${code.toLowerCase()}`,
      bengali,
    ])
      expect((await verify(typed)).body.state, typed).toBe('genuine');
  });

  it('reports as unknown a code that was never issued, one with a wrong check character, and nonsense', async () => {
    const person = await richCustomer();
    const code = (await saved(person)).verification_code;
    const wrongCheck = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
    for (const typed of [
      wrongCheck,
      '0'.repeat(12),
      'nonsense',
      code.slice(1),
      `${code}0`,
      '../../etc/passwd',
      "' or 1=1 --",
      'x'.repeat(290),
    ]) {
      const { status, body } = await verify(typed);
      expect({ status, body }, typed).toEqual({ status: 404, body: { state: 'unknown' } });
    }
  });

  it('reports a revoked document as revoked', async () => {
    const person = await richCustomer();
    const data = await saved(person);
    await asOwner(portal.ownerUrl, 'update files set revoked_at = now() where file_code = $1', [
      data.file_code,
    ]);
    expect((await verify(data.verification_code)).body.state).toBe('revoked');
  });
});

describe('the list of files', () => {
  it('shows customers their own files, finds by name, number and last four, and shows staff all or one customer’s', async () => {
    const [person, stranger] = [await richCustomer(), await richCustomer()];
    const data = await saved(person, { ...record, name_bangla: 'শহীদুল্লাহ কায়সার', national_id: '5544332211' });
    await saved(stranger);
    const list = async (token: string, query = '') =>
      (await portal.call('GET', `/account/myfile/?${query}`, { token })).body;
    const own = await list(person.token, `user=${stranger.id}`);
    expect(own).toEqual({
      count: 1,
      results: [
        {
          id: expect.any(Number),
          type: 'id_card',
          full_name: 'শহীদুল্লাহ কায়সার'.normalize('NFC'),
          nid_or_brn_number: '5544332211',
          created_at: expect.stringMatching(/Z$/),
          file_code: data.file_code,
          verification_code: data.verification_code,
          version: 1,
          open_path: data.open_path,
          sign_to_server_id: null,
          new_birth_certificate_id: null,
          nid_info_id: data.id,
          charge: '15.00',
          new_balance: '85.00',
          user: { id: person.id, first_name: 'রহিমা', last_name: 'খাতুন', username: person.email },
        },
      ],
    });
    for (const search of ['শহীদুল্লাহ', 'কায়সার', '5544332211', '৫৫৪৪৩৩২২১১', '2211'])
      expect(
        (await list(portal.admin.token, new URLSearchParams({ search, user: String(person.id) }).toString()))
          .count,
        search,
      ).toBe(1);
    for (const search of ['554433', 'আয়েশা', '%'])
      expect((await list(person.token, new URLSearchParams({ search }).toString())).count, search).toBe(0);
    expect((await list(portal.admin.token, `user=${stranger.id}`)).count).toBe(1);
    expect((await list(portal.admin.token)).count).toBeGreaterThan(2);
    expect((await list((await portal.customer()).token)).count).toBe(0);
    // Paper numbers are shown only to people who may read papers.
    const accountant = await makeStaff(portal, 'accountant');
    for (const query of ['', `user=${person.id}`, 'search=5544332211'])
      expect((await list(accountant.token, query)).count, query).toBe(0);
  });
});
