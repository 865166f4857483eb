// The bell: who is notified of what, a correct count, and no access to the notices of others.
import { describe, expect, it } from 'vitest';
import { customerNoticeKinds } from '#contract/notices/rules.ts';
import { createNotices } from '#server/notices/notices.service.ts';
import { emailsTo, findEmail } from '../../journeys/steps.ts';
import { asOwner } from '../../support/database.ts';
import { holdJobs } from '../../support/held-jobs.ts';
import { type Answer, type Person, usePortal } from '../../support/portal.ts';
import { dataForm, eventually, expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();

interface Told {
  id: number;
  kind: string;
  object: { kind: string; id: string };
  facts: Record<string, string | number>;
  is_read: boolean;
}

const list = async (person: Person, query = '') =>
  (await portal.call('GET', `/account/notices/${query}`, { token: person.token })).body as {
    results: Told[];
    count: number;
    unread: number;
  };
const unread = async (person: Person) =>
  (await portal.call('GET', '/account/notices/unread/', { token: person.token })).body.unread as number;
const kindsOf = async (person: Person) => (await list(person)).results.map(({ kind }) => kind);
const change = (staff: Person, id: number, data: unknown) =>
  portal.call('PATCH', `/account/orders/${id}/`, { token: staff.token, form: dataForm(data) });

const openNotices = (mails: string[]) =>
  createNotices({
    db: portal.db,
    mail: { queue: async (_reader, { to }) => void mails.push(to) },
    publicOrigin: portal.origin,
  });

async function richCustomer(): Promise<Person> {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  return person;
}

describe('a customer', () => {
  it('is notified of a recharge and of an order’s outcome, with a link to it', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const operator = await makeStaff(portal, 'operator');
    const { id } = await placeOrder(portal, person, services.AB!);
    await portal.call('POST', `/account/orders/${id}/take/`, { token: operator.token });
    await change(operator, id, { status: 'rejected', note: 'ছবি অস্পষ্ট' });
    await change(operator, id, { status: 'completed', text_content: 'হয়েছে' });
    await portal.call('POST', `/account/orders/re-upload/${id}/`, {
      token: operator.token,
      form: dataForm({ text_content: 'নতুন' }),
    });
    const { results, count, unread: open } = await list(person);
    expect(results.map(({ kind }) => kind)).toEqual([
      'order_replaced',
      'order_completed',
      'order_rejected',
      'order_taken',
      'recharge_credited',
    ]);
    expect({ count, open }).toEqual({ count: 5, open: 5 });
    expect(results[1]).toMatchObject({
      object: { kind: 'order', id: String(id) },
      facts: { order: id, service: services.AB!.name },
      is_read: false,
    });
    expect(results[4]!.facts).toEqual({ amount: '5000.00' });
  });

  it('is notified by email, unless they chose otherwise, of money that staff took out of the wallet', async () => {
    const [person, quiet] = [await richCustomer(), await richCustomer()];
    const choices = await portal.call('GET', '/account/notices/choices/', { token: person.token });
    expect(choices.body.results.filter(({ mail }) => mail).map(({ kind }) => kind)).toEqual([
      'cash_paid_out',
      'movement_corrected',
    ]);
    const chosen = await portal.call('PUT', '/account/notices/choices/', {
      token: quiet.token,
      body: { choices: [{ kind: 'cash_paid_out', bell: true, mail: false }] },
    });
    expect(chosen.status).toBe(200);
    const accountant = await makeStaff(portal, 'accountant');
    for (const { id } of [quiet, person])
      await portal.call('POST', '/account/transactions/withdrawl/', {
        token: accountant.token,
        body: { user: id, amount: '700' },
      });
    await findEmail(portal, person.email, '700.00 taka was paid out of your wallet in cash');
    expect((await emailsTo(portal, quiet.email)).join()).not.toContain('taka');
  });

  it('is not notified of refused requests or of their own actions', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const operator = await makeStaff(portal, 'operator');
    const { id } = await placeOrder(portal, person, services.AB!);
    expect((await change(operator, id, { status: 'rejected', note: '' })).status).toBe(400);
    await portal.call('POST', `/account/orders/${id}/cancel/`, { token: person.token });
    expectRefusal(
      await portal.call('POST', `/account/orders/${id}/take/`, { token: operator.token }),
      'order_state_conflict',
    );
    expect(await kindsOf(person)).toEqual(['recharge_credited']);
  });

  it('marks one as read, then all up to one; later ones stay unread', async () => {
    const person = await portal.customer();
    for (const taka of ['1', '2', '3', '4']) await portal.topUp(person, taka);
    const { results } = await list(person);
    expect(await unread(person)).toBe(4);
    const read = (id: number) => portal.call('POST', `/account/notices/${id}/read/`, { token: person.token });
    expect((await read(results[3]!.id)).body).toEqual({ unread: 3 });
    expect((await read(results[3]!.id)).body).toEqual({ unread: 3 });
    await portal.topUp(person, '5');
    const all = await portal.call('POST', '/account/notices/read-all/', {
      token: person.token,
      body: { up_to: results[0]!.id },
    });
    expect(all.body).toEqual({ unread: 1 });
    expect((await list(person, '?unread=yes')).results.map(({ facts }) => facts.amount)).toEqual(['5.00']);
    await portal.call('POST', '/account/notices/read-all/', { token: person.token, body: {} });
    expect(await unread(person)).toBe(0);
  });

  it('neither sees nor reads the notices of others', async () => {
    const [person, stranger] = [await richCustomer(), await portal.customer()];
    const { results } = await list(person);
    expect(await list(stranger)).toEqual({ results: [], count: 0, unread: 0 });
    expectRefusal(
      await portal.call('POST', `/account/notices/${results[0]!.id}/read/`, { token: stranger.token }),
      'not_found',
    );
    await portal.call('POST', '/account/notices/read-all/', { token: stranger.token, body: {} });
    expect(await unread(person)).toBe(1);
  });

  it('gets back the notices of a role unchanged once the role is restored', async () => {
    const operator = await makeStaff(portal, 'operator');
    const roles = (...given: string[]) =>
      portal.call('PUT', `/account/user/${operator.id}/roles/`, {
        token: portal.admin.token,
        body: { roles: given },
      });
    const person = await richCustomer();
    await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
    expect(await kindsOf(operator)).toEqual(['order_created']);
    await roles('cashier');
    expect(await list(operator)).toEqual({ results: [], count: 0, unread: 0 });
    await portal.call('POST', '/account/notices/read-all/', { token: operator.token, body: {} });
    await roles('operator');
    expect(await unread(operator)).toBe(1);
  });

  it('gets them page by page, newest first', async () => {
    const person = await portal.customer();
    for (let taka = 1; taka <= 5; taka += 1) await portal.topUp(person, String(taka));
    const amounts = async (page: string) =>
      (await list(person, `?page=${page}&page_size=2`)).results.map(({ facts }) => facts.amount);
    expect([await amounts('1'), await amounts('২'), await amounts('3')]).toEqual([
      ['5.00', '4.00'],
      ['3.00', '2.00'],
      ['1.00'],
    ]);
  });
});

describe('staff', () => {
  it('who work on orders are notified of a new one; accountant and auditor are not', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const people = {
      operator: await makeStaff(portal, 'operator'),
      accountant: await makeStaff(portal, 'accountant'),
      auditor: await makeStaff(portal, 'auditor'),
    };
    const { id } = await placeOrder(portal, person, services.AB!);
    expect((await list(people.operator)).results).toMatchObject([
      { kind: 'order_created', object: { kind: 'order', id: String(id) } },
    ]);
    expect(await unread(people.accountant)).toBe(0);
    // Not notified of their own orders.
    await portal.topUp(people.operator, '5000');
    await placeOrder(portal, people.operator, services.AB!);
    expect((await kindsOf(people.operator)).filter((kind) => kind === 'order_created')).toHaveLength(1);
    expect(await unread(people.auditor)).toBe(0);
    await portal.call('PUT', '/account/notices/choices/', {
      token: people.operator.token,
      body: { choices: [{ kind: 'order_created', bell: false, mail: true }] },
    });
    const mailed = await placeOrder(portal, person, services.AB!);
    expect(await findEmail(portal, people.operator.email, `/admin/orders/details/${mailed.id}`)).toBeTruthy();
    expect((await kindsOf(people.operator)).filter((kind) => kind === 'order_created')).toHaveLength(1);
    expect(await kindsOf(person)).toEqual(['recharge_credited']);
  });

  it('are notified once of an overdue order', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const operator = await makeStaff(portal, 'operator');
    const { id } = await placeOrder(portal, person, services.AB!);
    // The portal's own job would sometimes run first.
    await holdJobs(portal, ['report overdue orders']);
    expect(await portal.portal.dueTimes.notifyOverdue()).toBe(0);
    await asOwner(portal.ownerUrl, `update orders set due_on = now() - interval '1 minute' where id = $1`, [
      id,
    ]);
    const told = await Promise.all([1, 2, 3].map(() => portal.portal.dueTimes.notifyOverdue()));
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await portal.portal.dueTimes.notifyOverdue()).toBe(0);
    expect(await kindsOf(operator)).toEqual(['order_overdue', 'order_created']);
    expect(await kindsOf(person)).toEqual(['recharge_credited']);
  });

  it('are notified when a colleague hands them an order', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
    const { id } = await placeOrder(portal, person, services.AB!);
    await portal.call('POST', `/account/orders/${id}/take/`, { token: first.token });
    await portal.call('POST', `/account/orders/${id}/hand-on/`, {
      token: first.token,
      body: { operator: second.id },
    });
    expect((await kindsOf(second))[0]).toBe('order_handed_on');
    expect(await kindsOf(first)).toEqual(['order_created']);
    expect(
      await asOwner(portal.ownerUrl, `select message from live_events where audience = $1`, [
        `user:${second.id}`,
      ]),
    ).toEqual([{ message: { type: 'notice' } }]);
  });

  it('get one notice of a request while it is unread, none of their own, and lose it once it is decided', async () => {
    const mails: string[] = [];
    const notices = openNotices(mails);
    const [asker, decider, gone, operator] = [
      await makeStaff(portal, 'accountant'),
      await makeStaff(portal, 'accountant'),
      await makeStaff(portal, 'accountant'),
      await makeStaff(portal, 'operator'),
    ];
    const byMail = [{ kind: 'approval_asked', bell: true, mail: true }];
    for (const { token } of [decider, gone])
      await portal.call('PUT', '/account/notices/choices/', { token, body: { choices: byMail } });
    await asOwner(portal.ownerUrl, 'update users set is_active = false where id = $1', [gone.id]);
    const about = { kind: 'cash_request', id: 4711 };
    const ask = () => notices.notifyStaff(portal.db, 'approval_asked', about, { amount: '1.00' }, asker.id);
    await ask();
    await ask();
    expect(await kindsOf(decider)).toEqual(['approval_asked']);
    expect(await kindsOf(asker)).toEqual([]);
    expect(mails).toEqual([decider.email]);
    await notices.recall(portal.db, 'approval_asked', { ...about, id: 4712 });
    expect(await unread(decider)).toBe(1);
    await notices.recall(portal.db, 'approval_asked', about);
    expect(await unread(decider)).toBe(0);
    await ask();
    expect(await kindsOf(decider), 'once it was read, it is told again').toHaveLength(2);
    for (const { id } of [decider, operator])
      await notices.notifyUser(portal.db, id, 'approval_granted', about);
    expect(await kindsOf(decider)).toHaveLength(3);
    expect(await kindsOf(operator), 'has no part in cash').toEqual([]);
  });
});

describe('the notification choices', () => {
  const choose = (person: Person, choices: unknown) =>
    portal.call('PUT', '/account/notices/choices/', { token: person.token, body: { choices } });

  it('default to the bell, and to mail only for money that left the wallet, for the person’s kinds', async () => {
    const { body } = await portal.call('GET', '/account/notices/choices/', {
      token: (await portal.customer()).token,
    });
    expect(body.results.map(({ kind }: { kind: string }) => kind)).toEqual([...customerNoticeKinds]);
    expect(body.results[0]).toEqual({ kind: 'order_taken', bell: true, mail: false });
  });

  it('turn off the bell for one kind, and send a mail without personal data for another', async () => {
    const person = await portal.customer();
    await choose(person, [
      { kind: 'recharge_credited', bell: false, mail: false },
      { kind: 'order_taken', bell: true, mail: true },
    ]);
    const { body } = await portal.call('GET', '/account/notices/choices/', { token: person.token });
    expect(body.results.filter(({ bell, mail }: { bell: boolean; mail: boolean }) => !bell || mail)).toEqual([
      { kind: 'order_taken', bell: true, mail: true },
      { kind: 'recharge_credited', bell: false, mail: false },
      { kind: 'cash_paid_out', bell: true, mail: true },
      { kind: 'movement_corrected', bell: true, mail: true },
    ]);
    await portal.topUp(person, '500');
    expect(await unread(person)).toBe(0);
    const services = await servicesByCode(portal);
    const { id } = await placeOrder(portal, person, services.AB!);
    const mails = () => asOwner(portal.ownerUrl, 'select id from mails');
    const { readdir, readFile } = await import('node:fs/promises');
    // The mail of the sign-up may still be in the queue.
    expect(await eventually(mails, (left) => left.length === 0)).toEqual([]);
    const before: string[] = await readdir(`${portal.dataDir}/outbox`).catch(() => []);
    await portal.call('POST', `/account/orders/${id}/take/`, { token: portal.admin.token });
    expect(await kindsOf(person)).toEqual(['order_taken']);
    const names = await eventually(
      async () =>
        (await readdir(`${portal.dataDir}/outbox`).catch(() => [])).filter(
          (name) => name.endsWith('.eml') && !before.includes(name),
        ),
      (found) => found.length > 0,
    );
    expect(names).toHaveLength(1);
    const raw = await readFile(`${portal.dataDir}/outbox/${names[0]}`, 'utf8');
    expect(raw).toContain(person.email);
    expect(raw.replace(/=\r?\n/g, '')).toContain(`/app/my-orders/${id}`);
    expect(raw).not.toContain('19901234567');
    // The file appears a moment before its row is removed.
    expect(await eventually(mails, (left) => left.length === 0)).toEqual([]);
  });

  it('send a kind by mail only, or not at all', async () => {
    const person = await richCustomer();
    const { AB } = await servicesByCode(portal);
    for (const mail of [true, false]) {
      const chosen = [{ kind: 'order_completed', bell: false, mail }];
      expect((await choose(person, chosen)).body.results).toEqual(expect.arrayContaining(chosen));
      const { id } = await placeOrder(portal, person, AB!);
      const done = await change(portal.admin, id, { status: 'completed', text_content: 'হয়েছে' });
      expect(done.status).toBe(200);
      if (mail) expect(await findEmail(portal, person.email, `/app/my-orders/${id}`)).toBeTruthy();
    }
    expect(await kindsOf(person)).toEqual(['recharge_credited']);
  });

  it('refuse a kind that is unknown or not for this person, and change nothing', async () => {
    const person = await portal.customer();
    for (const kind of ['order_created', 'nothing', 7]) {
      const answer: Answer = await choose(person, [
        { kind: 'order_taken', bell: false, mail: true },
        { kind, bell: true, mail: true },
      ]);
      expect(answer.status).toBe(400);
      expect(answer.body.choices).toHaveLength(1);
    }
    const { body } = await portal.call('GET', '/account/notices/choices/', { token: person.token });
    expect(body.results[0]).toEqual({ kind: 'order_taken', bell: true, mail: false });
  });
});

it('removes read notices after three months and unread ones after a year', async () => {
  const person = await portal.customer();
  for (const taka of ['1', '2', '3', '4']) await portal.topUp(person, taka);
  const { results } = await list(person);
  const ages = [
    [89, true],
    [91, true],
    [91, false],
    [366, false],
  ] as const;
  for (const [at, [days, isRead]] of ages.entries())
    await asOwner(
      portal.ownerUrl,
      `update notices set at = now() - $1 * interval '1 day', read_at = case when $2 then now() end where id = $3`,
      [days, isRead, results[at]!.id],
    );
  await openNotices([]).removeOld();
  expect((await list(person)).results.map(({ facts }) => facts.amount)).toEqual(['4.00', '2.00']);
});
