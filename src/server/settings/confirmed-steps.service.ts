// First steps that an owner has confirmed as done. They are stored like settings, with a history.
import { type FirstStepName, firstSteps } from '#contract/checkup/rules.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import * as queries from './settings.queries.ts';

const key = 'first_steps';

async function read(db: Database) {
  const row = (await queries.listSettings(db)).find((one) => one.key === key);
  const value = { confirmed: [], ...row?.value } as { confirmed: string[] };
  return { version: row?.version ?? 0, value };
}

export async function readConfirmedSteps({ db }: { db: Database }): Promise<FirstStepName[]> {
  const { value } = await read(db);
  return firstSteps.filter((name) => value.confirmed.includes(name));
}

/** @throws Fault `setting_changed` if another owner was first */
export async function confirmStep(
  { db }: { db: Database },
  caller: Caller,
  name: FirstStepName,
  isConfirmed: boolean,
  origin: RequestOrigin,
): Promise<void> {
  const { version, value: before } = await read(db);
  if (before.confirmed.includes(name) === isConfirmed) return;
  const others = before.confirmed.filter((one) => one !== name);
  const after = { confirmed: isConfirmed ? [...others, name] : others };
  await inTransaction(db, async (trx) => {
    if (!(await queries.putSetting(trx, key, { version, before, after, by: caller.userId })))
      throw new Fault('setting_changed');
    await recordEvent(trx, {
      kind: 'setting.changed',
      actorId: caller.userId,
      object: { kind: 'setting', id: key },
      ip: origin.ip,
      details: { step: name, confirmed: isConfirmed ? 'no → yes' : 'yes → no' },
    });
  });
}
