// An act whose row in the audit log cannot be written is undone: it is answered with an error, and nothing of it is left in the database.
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Answer, usePortal } from '../../support/portal.ts';
import { expectBooksRight, servicesByCode } from '../steps.ts';

const portal = usePortal();
/** What acts change; sessions, counters and live events move on with any call. */
const touched = [
  'users',
  'wallets',
  'ledger_transfers',
  'cash_days',
  'services',
  'notices',
  'trail',
  'user_notes',
];

async function contents(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of touched) {
    const [row] = await asOwner<{ content: string }>(
      portal.ownerUrl,
      `select coalesce(string_agg(t::text, '|' order by t::text), '') as content from ${name} t`,
    );
    found[name] = row!.content;
  }
  return found;
}

/** Each insert into the log fails in the database, and is counted in a sequence, which no rollback undoes. */
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

const acts: Readonly<Record<string, () => Promise<() => Promise<Answer>>>> = {
  'credit a wallet': async () => {
    const { id } = await portal.customer();
    return () =>
      portal.call('POST', '/account/transactions/create/', {
        token: portal.admin.token,
        body: { user: id, amount: '20' },
      });
  },
  'give a role': async () => {
    const { id } = await portal.customer();
    return () =>
      portal.call('PUT', `/account/user/${id}/roles/`, {
        token: portal.admin.token,
        body: { roles: ['operator'] },
      });
  },
  'change a price': async () => {
    const { AB } = await servicesByCode(portal);
    return () =>
      portal.call('PATCH', `/account/services/${AB!.id}/`, {
        token: portal.admin.token,
        body: { charge: '77.00' },
      });
  },
};

it.each(Object.entries(acts))('%s: undone without its row in the log', async (_, prepare) => {
  const act = await prepare();
  const before = await contents();
  const { answer, refused } = await whileUnwritable(act);
  expect(refused).toBeGreaterThan(0);
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(await contents()).toEqual(before);
  // The same act works once the log can be written: it was the log that stopped it.
  expect((await act()).status).toBeLessThan(300);
  expect(await contents()).not.toEqual(before);
  await expectBooksRight(portal);
});
