// The activity: a single entry by its URL, and the CSV of a filtered list, which is logged.
import { expect, it } from 'vitest';
import { recordEvent } from '#server/audit-log/record-event.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();

it('gives a single entry, and a filtered list as a CSV that runs nothing in a spreadsheet', async () => {
  const auditor = await makeStaff(portal, 'auditor');
  const { db } = portal.portal;
  for (let turn = 0; turn < 501; turn += 1)
    await recordEvent(db, {
      kind: 'setting.changed',
      actorId: auditor.id,
      reason: '=cmd()',
      ip: '203.0.113.77',
      details: { uploads_days: `${turn} → 30` },
    });
  const list = await portal.call('GET', '/account/activity/?kind=setting', { token: auditor.token });
  expect(list.body.count).toBe(501);
  const { id } = list.body.results[3]!;
  const one = await portal.call('GET', `/account/activity/?id=${id}`, { token: auditor.token });
  expect(list.body.results[3]).toMatchObject({ ip: '203.0.•••', masked: true });
  expect(one.body).toEqual({ results: [list.body.results[3]], count: 1 });

  const path = '/account/activity/export/?kind=setting';
  const table = await portal.call('GET', path, { token: auditor.token });
  expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const text = table.bytes.toString();
  const [, ...rows] = text.trim().split('\r\n');
  expect(rows.map((row) => Number(row.split(',')[0]))).toEqual(
    rows.map((_, index) => list.body.results[0]!.id - index),
  );
  expect(rows).toHaveLength(501);
  expect(rows[0]).toContain('uploads_days: 500 → 30');
  expect(rows[0]).toContain(",'=cmd(),");
  expect(text).not.toContain('203.0.113.77');

  const trace = await portal.call('GET', '/account/activity/?kind=trail.exported', { token: auditor.token });
  expect(trace.body.results).toMatchObject([{ actor: { id: auditor.id } }]);
  for (const person of [await portal.customer(), await makeStaff(portal, 'operator')])
    expectRefusal(await portal.call('GET', path, { token: person.token }), 'not_allowed');
});

it('is found by actor, subject, the object’s number, and the kind’s label in either language', async () => {
  const accountant = await makeStaff(portal, 'accountant');
  const person = await portal.customer({ first_name: 'খোঁজার', last_name: 'মানুষ' });
  await recordEvent(portal.portal.db, {
    kind: 'sub_type.added',
    actorId: accountant.id,
    subjectId: person.id,
    object: { kind: 'sub_type', id: '987654' },
  });
  const auditor = await makeStaff(portal, 'auditor');
  const find = async (search: string) =>
    (
      await portal.call('GET', `/account/activity/?search=${encodeURIComponent(search)}&kind=sub_type`, {
        token: auditor.token,
      })
    ).body;
  for (const search of [
    'খোঁজার মানুষ',
    accountant.email,
    '987654',
    'নতুন ধরন',
    'sub-type was ADDED',
    'sub_type.a',
  ])
    expect(await find(search), search).toMatchObject({ count: 1, results: [{ object: { id: '987654' } }] });
  expect(await find('98765')).toEqual({ results: [], count: 0 });
});

it('distinguishes staff of the same name, even if the names differ only in invisible characters', async () => {
  const [honest, other] = [await makeStaff(portal, 'cashier'), await makeStaff(portal, 'cashier')];
  const call = { token: other.token, body: { first_name: 'কর্মী.', last_name: 'cashier' } };
  expect((await portal.call('PATCH', `/account/user/${other.id}/`, call)).status).toBe(200);
  const person = await portal.customer();
  for (const { token } of [honest, other])
    await portal.call('POST', '/account/transactions/create/', {
      token,
      body: { user: person.id, amount: '10' },
    });
  const { token } = await makeStaff(portal, 'auditor');
  const query = `kind=wallet.recharged&search=${person.email}`;
  const { body } = await portal.call('GET', `/account/activity/?${query}`, { token });
  expect(body.results.map(({ actor }) => actor?.name)).toEqual([
    `কর্মী. cashier (${other.id})`,
    `কর্মী cashier (${honest.id})`,
  ]);
  const table = await portal.call('GET', `/account/activity/export/?${query}`, { token });
  expect(table.bytes.toString()).toContain(`কর্মী cashier (${honest.id})`);
  // Customers see only the names.
  const own = await portal.call('GET', '/account/trail/?kind=wallet.recharged', { token: person.token });
  expect(own.body.results.map(({ actor }) => actor?.name)).toEqual(['কর্মী. cashier', 'কর্মী cashier']);
});

it('words kinds, names, roles and switches in the CSV in the reader’s language', async () => {
  const auditor = await makeStaff(portal, 'auditor');
  const person = await portal.customer();
  const about = { actorId: auditor.id, subjectId: person.id };
  await recordEvent(portal.portal.db, {
    ...about,
    kind: 'user.changed',
    details: { fields: 'first_name wallet_status', wallet_status: 'true → false' },
  });
  await recordEvent(portal.portal.db, {
    ...about,
    kind: 'user.roles_changed',
    details: { before: 'customer', after: 'operator accountant' },
  });
  await recordEvent(portal.portal.db, {
    ...about,
    kind: 'service.changed',
    object: { kind: 'service', id: 4 },
    details: { charge: '10.00 → 20.00', unknown: 'owner' },
  });
  for (const [kind, more] of [
    ['registry.looked_up', { reason: 'AJ', details: { outcome: 'missed' } }],
    ['payment.resolved', { details: { action: 'credit', amount: '450.00' } }],
    [
      'setting.changed',
      { object: { kind: 'setting', id: 'opening' }, details: { closed_weekdays: '[] → [5]' } },
    ],
    ['report.taken', { object: { kind: 'report', id: 'sales' }, details: { format: 'pdf' } }],
  ] as const)
    await recordEvent(portal.portal.db, { ...about, kind, ...more });
  const rowsIn = async (language: string) => {
    const { bytes } = await portal.call('GET', `/account/activity/export/?user=${person.id}`, {
      token: auditor.token,
      headers: { 'Accept-Language': language },
    });
    return bytes.toString();
  };
  const bengali = await rowsIn('bn');
  for (const words of [
    'সার্ভিস বদলানো হয়েছে',
    ',সার্ভিস,4,',
    'চার্জ: ৳\u00a0১০.০০ → ৳\u00a0২০.০০; unknown: owner',
    'দায়িত্ব বদলানো হয়েছে',
    'আগে: গ্রাহক; পরে: অপারেটর, হিসাবরক্ষক',
    'যা বদলেছে: প্রথম নাম, ওয়ালেট চালু; ওয়ালেট চালু: চালু → বন্ধ',
    ',টিন সার্টিফিকেট,ফল: পাওয়া যায়নি',
    'সিদ্ধান্ত: যা এসেছে তা জমা; টাকার পরিমাণ: ৳\u00a0৪৫০.০০',
    ',সেটিংস,কাজের সময় ও ছুটি,,সাপ্তাহিক বন্ধ: — → শুক্র',
    ',প্রতিবেদন,বিক্রির প্রতিবেদন,,ধরন: পিডিএফ',
  ])
    expect(bengali).toContain(words);
  expect(bengali).not.toMatch(/user\.changed|roles_changed|wallet_status/);
  const english = await rowsIn('en');
  for (const words of [
    ...['Before: Customer; After: Operator, Accountant', 'Wallet open: On → Off', ',Service,4,'],
    ...[',TIN certificate,Outcome: Not found', 'Closed every week on: — → Fri', ',Sales report,,Format: PDF'],
  ])
    expect(english).toContain(words);

  const { body: services } = await portal.call('GET', '/account/services/', { token: portal.admin.token });
  const seen: { id: number; name: string }[] = services;
  const arranged = [seen.at(-1)!, ...seen.slice(0, -1)];
  const ids = (list: typeof seen) => list.map(({ id }) => id);
  const names = (list: typeof seen) => list.map(({ name }) => name).join(', ');
  await portal.call('PUT', '/account/services/arrangement/', {
    token: portal.admin.token,
    body: { ids: ids(arranged), seen: ids(seen) },
  });
  const { bytes } = await portal.call('GET', '/account/activity/export/?kind=service.arranged', {
    token: auditor.token,
  });
  expect(bytes.toString()).toContain(`আগে: ${names(seen)}; পরে: ${names(arranged)}`);
});

it('masks personal numbers for everyone, and reveals one line for a reason, which is recorded', async () => {
  const auditor = await makeStaff(portal, 'auditor');
  const owner = await makeStaff(portal, 'owner');
  const person = await portal.customer();
  await recordEvent(portal.portal.db, {
    kind: 'setting.changed',
    actorId: owner.id,
    subjectId: person.id,
    reason: 'বললেন ০১৭১২৩৪৫৬৭৮, NID 19901234567890123',
    ip: '203.0.113.77',
    details: {
      phone: '01712345678 → 01812345679',
      email: 'old@shop.test → new@shop.test',
      uploads_days: '5 → 30',
    },
  });
  const covered = {
    reason: 'বললেন ••••••••৬৭৮, NID ••••••••••••••123',
    ip: '203.0.•••',
    details: {
      phone: '••••••••678 → ••••••••679',
      email: 'o•••@shop.test → n•••@shop.test',
      uploads_days: '5 → 30',
    },
    masked: true,
  };
  let id = 0;
  for (const { token } of [auditor, owner]) {
    const { body } = await portal.call('GET', '/account/activity/?kind=setting&page_size=1', { token });
    expect(body.results[0]).toMatchObject(covered);
    id = body.results[0]!.id;
    const theirs = await portal.call('GET', `/account/trail/?user=${person.id}&kind=setting`, { token });
    expect(theirs.body.results[0]).toMatchObject(covered);
    const table = await portal.call('GET', '/account/activity/export/?kind=setting', { token });
    expect(table.bytes.toString()).toContain('••••••••৬৭৮');
    expect(table.bytes.toString()).not.toMatch(
      /০১৭১২৩৪৫৬৭৮|19901234567890123|01712345678|old@shop|203\.0\.113/,
    );
  }
  const own = await portal.call('GET', '/account/trail/?kind=setting', { token: person.token });
  expect(own.body.results[0]).toMatchObject({
    ...{ reason: 'বললেন ০১৭১২৩৪৫৬৭৮, NID 19901234567890123', ip: '', masked: false },
    details: { phone: '01712345678 → 01812345679' },
  });

  const operator = await makeStaff(portal, 'operator');
  for (const { token } of [operator, await portal.customer()])
    expectRefusal(await portal.call('GET', `/account/trail/?user=${owner.id}`, { token }), 'not_found');

  const open = (token: string, body: object, entry = id) =>
    portal.call('POST', `/account/activity/${entry}/open/`, { token, body });
  const reason = 'গ্রাহকের অভিযোগ যাচাই করতে';
  for (const short of [undefined, '', 'দেখি'])
    expect((await open(owner.token, { reason: short })).body).toHaveProperty('reason');
  expectRefusal(await open(auditor.token, { reason }), 'not_allowed');
  expectRefusal(await open(owner.token, { reason }, 2_000_000_000), 'not_found');
  const traces = async () =>
    (await portal.call('GET', '/account/activity/?kind=trail.opened', { token: auditor.token })).body.results;
  expect(await traces()).toEqual([]);
  expect((await open(owner.token, { reason })).body).toMatchObject({
    id,
    actor: { id: owner.id, is_staff: true },
    reason: 'বললেন ০১৭১২৩৪৫৬৭৮, NID 19901234567890123',
    ip: '203.0.113.77',
    details: { phone: '01712345678 → 01812345679' },
    masked: false,
  });
  expect(await traces()).toMatchObject([
    {
      actor: { id: owner.id },
      subject: { id: person.id },
      object: { kind: 'trail', id: String(id) },
      reason,
    },
  ]);
});

it('shows customers neither what staff wrote for each other nor the addresses from which they worked', async () => {
  const auditor = await makeStaff(portal, 'auditor');
  const person = await portal.customer();
  const note = 'জাল নোট কি না দেখবেন';
  const paid = await portal.call('POST', '/account/transactions/create/', {
    token: portal.admin.token,
    body: { user: person.id, amount: '100', note },
  });
  expect(paid.status).toBe(201);
  await portal.call('GET', `/account/user/${person.id}/`, { token: auditor.token });
  const ask = async (token: string, query: string) =>
    (await portal.call('GET', `/account/trail/?${query}`, { token })).body.results;
  expect((await ask(person.token, 'kind=wallet'))[0]).toMatchObject({ kind: 'wallet.recharged', reason: '' });
  expect((await ask(person.token, 'kind=user'))[0]).toMatchObject({ actor: { id: auditor.id }, ip: '' });
  expect((await ask(person.token, 'kind=session'))[0]!.ip).not.toBe('');
  expect((await ask(auditor.token, `user=${person.id}&kind=wallet`))[0]).toMatchObject({ reason: note });
});
