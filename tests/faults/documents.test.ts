// A document is charged if and only if it opens: every step on the way is made to fail, repeatedly.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { RegistryUnavailableError } from '#server/registry/registry.ts';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { fixture, nidCalls, picture, record } from '../http/documents/nid-steps.ts';
import { balanceOf, expectBooksRight } from '../http/steps.ts';
import { asOwner } from '../support/database.ts';
import { type Person, unexpectedWanted, usePortal } from '../support/portal.ts';
import { listStored } from '../support/stored-files.ts';

/** Repetitions of each fault: few in `npm test`, 50 in `npm run test:faults`. */
const rounds = process.env.FAULT_ROUNDS ? 50 : 2;
const price = 15;

/** The step that fails the next time it runs, before or after its work. */
let failing: { step: string; after: boolean } | undefined;
async function mayFail<T>(step: string, work: () => Promise<T>): Promise<T> {
  const now = failing?.step === step ? failing : undefined;
  if (now) failing = undefined;
  if (now && !now.after) throw new Error('injected');
  const done = await work();
  if (now) throw new Error('injected');
  return done;
}

const portal = usePortal(
  { DOCUMENT_WORKERS: '1' },
  {
    storage: (part) => ({
      ...part,
      put: (bytes) => mayFail('storage', () => part.put(bytes)),
    }),
    renderer: (part) => ({
      ...part,
      render: (document) => mayFail('template and seal', () => part.render(document)),
    }),
    registry: (part) => ({
      ...part,
      findByTinOrMobile: (number) =>
        mayFail('lookup', () => part.findByTinOrMobile(number)).catch((error: Error) => {
          throw error.message === 'injected' ? new RegistryUnavailableError() : error;
        }),
    }),
    readSignedCopy: (read) => (pdf, owner) => mayFail('extract', () => read(pdf, owner)),
  },
  unexpectedWanted,
);

const counts = new Map<string, { refused: number; made: number }>();
afterAll(() => {
  for (const [step, { refused, made }] of counts)
    console.info(`${step}: ${refused} refused without a charge, ${made} made and charged once`);
});

/** Makes the database refuse the next write to a table, as a full disk or a broken constraint would. */
async function failTable(table: string) {
  await asOwner(
    portal.ownerUrl,
    `create or replace function injected_fault() returns trigger language plpgsql as
       $$ begin raise exception 'injected' using errcode = 'disk_full'; end $$;
     create trigger injected_fault before insert or update on ${table} for each row execute function injected_fault()`,
  );
}
const healTable = (table: string) =>
  asOwner(portal.ownerUrl, `drop trigger if exists injected_fault on ${table}`);

const storedFiles = async () => (await listStored(portal.dataDir)).length;

const openPathsOf = async (person: Person): Promise<string[]> => {
  const { body } = await portal.call('GET', '/account/myfile/?page_size=100', { token: person.token });
  return body.results.map((file: { open_path: string }) => file.open_path);
};

/** @param all false opens the newest only; the others were opened in the rounds before */
async function expectChargedForWhatOpens(person: Person, taka: number, all = false) {
  const paths = await openPathsOf(person);
  for (const path of all ? paths : paths.slice(0, 1)) {
    const { status, bytes } = await portal.call('GET', path, { token: person.token });
    expect(status).toBe(200);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }
  expect((await balanceOf(portal, person)).current_balance).toBe(taka - paths.length * price);
  return paths.length;
}

/** Saves under one key, with the fault in the first attempt, until it gets a response; the retry must not charge twice. */
async function makeWithFault(step: string, inject: () => Promise<void> | void, heal: () => unknown) {
  const { save } = nidCalls(portal);
  const count = { refused: 0, made: 0 };
  counts.set(step, count);
  const taka = rounds * price + price;
  const person = await portal.customer();
  await portal.topUp(person, String(taka));
  for (let round = 0; round < rounds; round += 1) {
    const before = await storedFiles();
    const key = { 'Idempotency-Key': randomUUID() };
    const body = { ...record, name_english: `Ayesha ${round}`, photo_base64: picture('image/jpeg') };
    await inject();
    const first = await save(person, body, key);
    await heal();
    failing = undefined;
    expect(first.status).toBeGreaterThanOrEqual(500);
    expect(JSON.stringify(first.body)).not.toContain('injected');
    expect(await expectChargedForWhatOpens(person, taka)).toBe(round);
    // Orphaned files go with the next sweep; referenced ones stay.
    await portal.portal.maintenance.sweepStorage({ seconds: -60, isConfirmed: true });
    expect(await storedFiles()).toBe(before);
    count.refused += 1;
    const second = await save(person, body, key);
    expect(second.status).toBe(201);
    expect((await save(person, body, key)).body).toEqual(second.body);
    expect(await expectChargedForWhatOpens(person, taka)).toBe(round + 1);
    expect(await storedFiles()).toBe(before + 1);
    count.made += 1;
  }
  await expectChargedForWhatOpens(person, taka, true);
  await expectBooksRight(portal);
}

const longest = rounds * 20_000;

describe('A document that fails to be made', () => {
  it.each([
    ['template and seal', false],
    ['template and seal', true],
    ['storage', false],
    ['storage', true],
  ] as const)(
    'at %s (done before the fault: %s) costs nothing and is made by the next try',
    async (step, after) => {
      await makeWithFault(
        `${step}${after ? ', answer lost' : ''}`,
        () => {
          failing = { step, after };
        },
        () => undefined,
      );
    },
    longest,
  );

  it.each(['document_records', 'files', 'file_versions', 'trail', 'idempotency_keys', 'ledger_transfers'])(
    'at a database write to %s costs nothing, and the next attempt makes it',
    async (table) => {
      await makeWithFault(
        `database, ${table}`,
        () => failTable(table),
        () => healTable(table),
      );
    },
    longest,
  );

  it(
    'when its copy cannot be read costs nothing, and the next attempt reads the same file',
    async () => {
      const person = await portal.customer();
      await portal.topUp(person, '15');
      const { upload } = nidCalls(portal);
      const copy = fixture('s01-l1-chromium-notosans.pdf');
      for (let round = 0; round < rounds; round += 1) {
        failing = { step: 'extract', after: round % 2 === 1 };
        expect((await upload(person, copy)).status).toBe(500);
        expect((await upload(person, copy)).status).toBe(200);
        expect(await expectChargedForWhatOpens(person, 15)).toBe(0);
      }
    },
    longest,
  );

  it(
    'at the lookup costs nothing and does not count as a miss',
    async () => {
      const person = await portal.customer();
      const taka = rounds * price;
      await portal.topUp(person, String(taka));
      for (let round = 0; round < rounds; round += 1) {
        failing = { step: 'lookup', after: round % 2 === 1 };
        const ask = () =>
          portal.call('POST', '/account/extract-tin-data/', {
            token: person.token,
            body: { tin_number: syntheticPeople[round]!.tin },
          });
        expect((await ask()).status).toBe(502);
        expect(await expectChargedForWhatOpens(person, taka)).toBe(round);
        expect((await ask()).status).toBe(200);
        expect(await expectChargedForWhatOpens(person, taka)).toBe(round + 1);
      }
    },
    longest,
  );
});
