// An action whose audit log entry cannot be written is rolled back: the response is an error, and nothing of it remains in the database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { asOwner } from '../../support/database.ts';
import { formField } from '../../support/forms.ts';
import { type Answer, type Person, unexpectedWanted, usePortal } from '../../support/portal.ts';
import { recordCounts } from '../../support/proof-counts.ts';
import { type WatchedRows, watchRows } from '../../support/watched-rows.ts';
import { copyRecord, makeCopy } from '../documents/copy-maker.ts';
import {
  dataForm,
  expectBooksRight,
  makeStaff,
  type OfferedService,
  placeOrder,
  servicesByCode,
} from '../steps.ts';

const portal = usePortal({ APPROVAL_SUM: '2000' }, {}, unexpectedWanted);
let rows: WatchedRows;
let services: Record<string, OfferedService>;
let operator: Person;
let colleague: Person;
let secondOwner: Person;

beforeAll(async () => {
  services = await servicesByCode(portal);
  [operator, colleague] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  secondOwner = await makeStaff(portal, 'owner');
  // The proof of the log is a separate job.
  // The record of the failure stays.
  rows = await watchRows(portal.ownerUrl, ['trail_seals', 'trail_proofs', 'unexpected_errors']);
});
afterAll(() => rows.close());

/** Makes each insert into the log fail in the database and counts it in a sequence, which no rollback undoes. */
async function whileUnwritable(act: () => Promise<Answer>): Promise<{ answer: Answer; refused: number }> {
  await asOwner(
    portal.ownerUrl,
    `create sequence refused_rows;
     create function refuse_row() returns trigger language plpgsql security definer as
       $$ begin perform nextval('refused_rows'); raise exception 'the log is full'; end $$;
     create trigger refuse_row before insert on trail for each row execute function refuse_row()`,
  );
  try {
    const answer = await act();
    const [row] = await asOwner<{ refused: number }>(
      portal.ownerUrl,
      'select case when is_called then last_value else 0 end::int as refused from refused_rows',
    );
    return { answer, refused: row!.refused };
  } finally {
    await asOwner(
      portal.ownerUrl,
      'drop trigger refuse_row on trail; drop function refuse_row(); drop sequence refused_rows',
    );
  }
}

type Act = () => Promise<Answer>;
const by =
  (person: Person, method: string, path: string, body?: unknown): Act =>
  () =>
    portal.call(method, `/account/${path}`, {
      token: person.token,
      ...(body instanceof FormData ? { form: body } : body === undefined ? {} : { body }),
    });
const owner = (method: string, path: string, body?: unknown) => by(portal.admin, method, path, body);
const dayFromNow = (days: number) => dhakaDay(new Date(Date.now() + days * 86_400_000));

async function richCustomer(): Promise<Person> {
  const person = await portal.customer();
  await portal.topUp(person, '1500');
  return person;
}
/** Prepares an order for the action to be tried. */
async function orderThat(...before: readonly ((id: number) => Act)[]): Promise<number> {
  const { id } = await placeOrder(portal, await richCustomer(), services.AB!);
  for (const step of before) expect((await step(id)()).status).toBeLessThan(300);
  return id;
}
const take = (id: number) => by(operator, 'POST', `orders/${id}/take/`);
const complete = (id: number) =>
  by(operator, 'PATCH', `orders/${id}/`, dataForm({ status: 'completed', text_content: 'হয়েছে' }));
const ask = (id: number) => by(operator, 'POST', `orders/${id}/question/`, { kind: 'text', text: 'জন্মস্থান?' });
const onOrder =
  (act: (id: number) => Act, ...before: readonly ((id: number) => Act)[]) =>
  async () =>
    act(await orderThat(...before));
/** A credit above the sum that one person may give alone. */
async function askedCredit(): Promise<string> {
  const { id } = await portal.customer();
  const { body, status } = await owner('POST', 'transactions/create/', { user: id, amount: '3000' })();
  expect(status).toBe(202);
  return body.id;
}
const onPerson = (act: (person: Person) => Act) => async () => act(await portal.customer());
const onCopy = (act: (copy: Awaited<ReturnType<typeof makeCopy>>) => Act) => async () =>
  act(await makeCopy(portal));

const acts: Readonly<Record<string, () => Promise<Act>>> = {
  // Money
  'credit a wallet': onPerson(({ id }) => owner('POST', 'transactions/create/', { user: id, amount: '20' })),
  'pay out of a wallet': async () => {
    const { id } = await richCustomer();
    return owner('POST', 'transactions/withdrawl/', { user: id, amount: '20' });
  },
  'ask for a credit': onPerson(({ id }) =>
    owner('POST', 'transactions/create/', { user: id, amount: '3000' }),
  ),
  'approve a credit': async () => by(secondOwner, 'POST', `transactions/${await askedCredit()}/approve/`),
  'refuse a credit': async () => by(secondOwner, 'POST', `transactions/${await askedCredit()}/reject/`),
  'refund an order': onOrder(
    (id) => owner('POST', `orders/${id}/refund/`, { amount: '5', reason: 'ছবি অস্পষ্ট' }),
    complete,
  ),
  'print a statement': async () => {
    const person = await richCustomer();
    return by(person, 'GET', `statement/?from=${dayFromNow(-2)}&to=${dayFromNow(0)}`);
  },
  'print a receipt': async () => {
    const person = await richCustomer();
    const { body } = await by(person, 'GET', 'transactions/')();
    return by(person, 'GET', `transactions/${body.results[0]?.id}/receipt/`);
  },
  'print a report': async () =>
    owner('GET', `admin/reports/sales/paper/?from=${dayFromNow(-2)}&to=${dayFromNow(0)}`),
  'export the recharges': async () => owner('GET', 'transactions/export/'),
  'export the users': async () => owner('GET', 'users/export/'),
  'export the payments': async () => owner('GET', 'payments/export/'),
  'export the balances': async () => owner('GET', `admin/balances/export/?day=${dayFromNow(0)}`),
  'export the movements': async () =>
    owner('GET', `admin/movements/export/?what=sales&from=${dayFromNow(-2)}&to=${dayFromNow(0)}`),
  'export an account': async () =>
    owner(
      'GET',
      `admin/movements/account/export/?account=revenue&from=${dayFromNow(-2)}&to=${dayFromNow(0)}`,
    ),
  // Orders
  'take an order': onOrder(take),
  'complete an order': onOrder(complete),
  'reject an order': onOrder((id) =>
    by(operator, 'PATCH', `orders/${id}/`, dataForm({ status: 'rejected', note: 'নম্বর ভুল' })),
  ),
  'replace a result': onOrder(
    (id) => by(operator, 'POST', `orders/re-upload/${id}/`, dataForm({ text_content: 'নতুন ফলাফল' })),
    complete,
  ),
  'ask a question': onOrder(ask, take),
  'withdraw a question': onOrder((id) => by(operator, 'DELETE', `orders/${id}/question/`), take, ask),
  'move a due time': onOrder(
    (id) =>
      by(operator, 'PUT', `orders/${id}/due/`, {
        due_on: new Date(Date.now() + 5 * 86_400_000).toISOString(),
        reason: 'সার্ভার ধীর',
      }),
    take,
  ),
  'hand an order on': onOrder(
    (id) => by(operator, 'POST', `orders/${id}/hand-on/`, { operator: colleague.id }),
    take,
  ),
  'open an order': onOrder((id) => by(operator, 'GET', `orders/${id}/`)),
  'see the number of an order': onOrder((id) => by(operator, 'GET', `orders/${id}/number/`)),
  'read earlier results': onOrder((id) => by(operator, 'GET', `orders/${id}/earlier-results/`), complete),
  'export the orders': async () => owner('GET', 'orders/completed/export/'),
  'say that a server is down': async () =>
    by(operator, 'PUT', `services/${services.AC!.id}/outage/`, { reason: 'সার্ভার বন্ধ' }),
  'say that it is back': async () => by(operator, 'DELETE', `services/${services.AC!.id}/outage/`),
  // Papers
  'make a copy': async () => by(await richCustomer(), 'POST', 'nid-details/', copyRecord),
  'correct a copy': onCopy(({ owner: person, recordId }) =>
    by(person, 'PATCH', `nid-details/${recordId}/`, { father_name: 'আব্দুল করিম মিয়া' }),
  ),
  'open a copy': onCopy(
    ({ owner: person, openPath }) =>
      () =>
        portal.call('GET', openPath, { token: person.token }),
  ),
  'open what a copy says': onCopy(({ owner: person, recordId }) =>
    by(person, 'GET', `nid-details/${recordId}/`),
  ),
  'see the number of a copy': onCopy(({ id }) => owner('GET', `myfile/${id}/number/`)),
  'share a copy': onCopy(({ owner: person, id }) => by(person, 'POST', `myfile/${id}/shares/`, {})),
  'end a link': async () => {
    const { owner: person, id } = await makeCopy(portal);
    const { body } = await by(person, 'POST', `myfile/${id}/shares/`, {})();
    return by(person, 'DELETE', `myfile/${id}/shares/${body.id}/`);
  },
  // The catalogue and the shop
  'change a price': async () => owner('PATCH', `services/${services.AB!.id}/`, { charge: '77.00' }),
  'add a sub-type': async () => owner('POST', `services/sub-types/${services.AB!.id}/`, { name: 'ঢাকার বাইরে' }),
  'change a sub-type': async () =>
    owner('PATCH', `services/sub-types/update/${services.AB!.sub_type[0]!.id}/`, { price: '12' }),
  'plan a price': async () =>
    owner('POST', `services/${services.AL!.id}/price-changes/`, { price: '90', from: dayFromNow(2) }),
  'drop a planned price': async () => {
    const { body } = await owner('POST', `services/${services.AM!.id}/price-changes/`, {
      price: '91',
      from: dayFromNow(3),
    })();
    return owner('DELETE', `services/price-changes/${body.id}/`);
  },
  'arrange the services': async () => {
    const { body } = await owner('GET', 'services/')();
    const seen = body.map(({ id }: OfferedService) => id);
    return owner('PUT', 'services/arrangement/', { ids: seen.toReversed(), seen });
  },
  'publish a form': async () => {
    const form = { fields: [formField('purpose')], papers: [], checks: [] };
    const { body } = await owner('PUT', `services/${services.AK!.id}/forms/draft/`, { form })();
    return owner('POST', `services/${services.AK!.id}/forms/publish/`, { form: body.id });
  },
  'change a setting': async () => {
    const { body } = await owner('GET', 'settings/')();
    const { version, value } = body.results.find(({ key }: { key: string }) => key === 'shop');
    return owner('PUT', 'settings/shop/', { version, value: { ...value, name_en: 'New Shop' } });
  },
  // People
  'give a role': onPerson(({ id }) => owner('PUT', `user/${id}/roles/`, { roles: ['operator'] })),
  'change a customer': onPerson(({ id }) => owner('PATCH', `user/${id}/`, { first_name: 'করিমন' })),
  'block a customer': onPerson(({ id }) => owner('PATCH', `user/${id}/`, { is_active: false })),
  'delete a customer': onPerson(({ id }) => owner('DELETE', `user/${id}/`)),
  'change your own profile': onPerson((person) =>
    by(person, 'PATCH', `user/${person.id}/`, { last_name: 'বেগম' }),
  ),
  'change your own password': onPerson((person) =>
    by(person, 'POST', 'update-password/', {
      current_password: person.password,
      new_password: 'shapla-phool-bhor-19',
      confirm_password: 'shapla-phool-bhor-19',
    }),
  ),
  'give a password': onPerson((person) =>
    owner('POST', 'update-password/', {
      user: person.id,
      new_password: 'shapla-phool-bhor-19',
      confirm_password: 'shapla-phool-bhor-19',
    }),
  ),
  'sign in': onPerson((person) => () => portal.signIn(person.email, person.password) as Promise<Answer>),
  'look as a customer': onPerson(({ id }) =>
    owner('POST', `user/${id}/view/`, { reason: 'ফোনে জানতে চেয়েছেন' }),
  ),
  'ask for your data': onPerson((person) => by(person, 'POST', 'export/')),
  'erase your account': onPerson((person) =>
    by(person, 'POST', 'erasure/', { current_password: person.password }),
  ),
};

describe('rolled back without its log entry', () => {
  const counts = { acts: 0, refusedRows: 0, undone: 0, leftRows: 0 };

  it.each(Object.entries(acts))('%s', async (_, prepare) => {
    const act = await prepare();
    const before = await rows.last();
    const { answer, refused } = await whileUnwritable(act);
    counts.acts += 1;
    counts.refusedRows += refused;
    expect(refused).toBeGreaterThan(0);
    expect(answer.status).toBeGreaterThanOrEqual(500);
    const left = await rows.tablesSince(before);
    counts.leftRows += left.length;
    expect(left).toEqual([]);
    // The same action works once the log can be written, so the log was the cause.
    const { status, body } = await act();
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(await rows.tablesSince(before)).toContain('trail');
    counts.undone += 1;
  });

  it('are at least thirty actions, and the books balance', async () => {
    recordCounts('acts without their row', counts);
    expect(counts.undone).toBeGreaterThanOrEqual(30);
    expect(counts.leftRows).toBe(0);
    await expectBooksRight(portal);
  });
});
