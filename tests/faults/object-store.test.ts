// Object storage that is unreachable, slow or faulty: every paid paper opens, no missing paper is charged, the sweep removes no needed file, and no backup
// that lacks a file reports itself complete. STORE_ROUNDS sets the repetitions of each fault.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeIdentity } from '#server/backup/encryption.ts';
import {
  type ObjectStore,
  type StoreFault,
  startObjectStore,
  storeKeys,
} from '../../scripts/object-store.ts';
import { nidCalls, picture, record } from '../http/documents/nid-steps.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { expectNothingWrong, newKey, nidBody } from './money.ts';
import { makeCustomer, makeDataDir, run, startPortal } from './process.ts';

const rounds = Number(process.env.STORE_ROUNDS ?? 1);
const isFull = rounds > 1;
const testTimeout = isFull ? 3_600_000 : 120_000;
const faults = [
  'cut',
  'silent',
  'slow',
  'refuses',
  'loses',
  'shortens',
  'garbles',
  'forgets',
  'swaps',
  'hides',
] as const satisfies readonly StoreFault[];
/** Faults that affect no paper. */
const harmless: readonly StoreFault[] = ['slow', 'hides'];
const price = 15;

const settingsOf = ({ url }: ObjectStore) => ({
  STORAGE_URL: `${url}&seconds=1`,
  STORAGE_ACCESS_KEY: storeKeys.access,
  STORAGE_SECRET_KEY: storeKeys.secret,
});
let store: ObjectStore;
beforeAll(async () => {
  store = await startObjectStore();
});
afterAll(() => store.stop());

const portal = usePortal(() => settingsOf(store));
let person: Person;
/** The bytes of each paper by the path that opens it. */
const papers = new Map<string, Buffer>();
beforeAll(async () => {
  person = await nidCalls(portal).richCustomer('40000');
  for (const name_english of ['First', 'Second']) {
    const { open_path: path } = await nidCalls(portal).saved(person, { ...record, name_english });
    papers.set(path, (await portal.call('GET', path, { token: person.token })).bytes);
  }
});
// A session token would expire during a long run.
beforeEach(async () => {
  const { body } = await portal.signIn(person.email, person.password);
  person = { ...person, token: body.access };
});
afterEach(() => {
  store.fault = 'none';
});

const balanceOf = async () =>
  (await portal.call('GET', '/account/transaction-summary/', { token: person.token })).body
    .current_balance as number;

async function open(path: string): Promise<'right' | 'refused' | 'wrong'> {
  const answer = await portal.call('GET', path, { token: person.token });
  if (answer.status === 200) return papers.get(path)?.equals(answer.bytes) === false ? 'wrong' : 'right';
  return answer.status === 503 && (answer.body as { code: string }).code === 'storage_unavailable'
    ? 'refused'
    : 'wrong';
}

/** Makes a paper and opens an older one while the store is faulty. */
async function useShop(fault: StoreFault) {
  const counts = { answered: 0, refused: 0, wrong: 0 };
  const count = (result: 'right' | 'refused' | 'wrong') => {
    counts[result === 'right' ? 'answered' : result] += 1;
  };
  const before = await balanceOf();
  const body = { ...record, name_english: `Ayesha ${papers.size}`, photo_base64: picture('image/jpeg') };
  const key = newKey();
  store.fault = fault;
  const made = await nidCalls(portal).save(person, body, key);
  const opened = [...papers.keys()].at(0)!;
  count(await open(opened));
  const swept = await portal.portal.maintenance.sweepStorage({ seconds: 0 }).catch(() => ({ trashed: 0 }));
  expect(swept.trashed).toBe(0);
  store.fault = 'none';
  count(await open(opened));
  const isMade = made.status === 201;
  count(isMade ? 'right' : made.body.code === 'storage_unavailable' ? 'refused' : 'wrong');
  expect(before - (await balanceOf())).toBe(isMade ? price : 0);
  // A retry with the same key makes the paper now or returns the first one.
  const again = await nidCalls(portal).save(person, body, key);
  expect(again.status, JSON.stringify(again.body)).toBe(201);
  const path = again.body.data.open_path as string;
  papers.set(path, (await portal.call('GET', path, { token: person.token })).bytes);
  expect(papers.get(path)!.subarray(0, 5).toString()).toBe('%PDF-');
  expect(before - (await balanceOf())).toBe(price);
  return counts;
}

it.each(faults)(
  'loses no money and no paper with a store that has the fault "%s"',
  async (fault) => {
    const counts = { rounds, touched: 0, answered: 0, refused: 0, wrong: 0 };
    const touchedBefore = store.touched;
    for (let round = 0; round < rounds; round += 1) {
      const seen = await useShop(fault);
      counts.answered += seen.answered;
      counts.refused += seen.refused;
      counts.wrong += seen.wrong;
    }
    counts.touched = store.touched - touchedBefore;
    expect(counts.touched).toBeGreaterThanOrEqual(rounds);
    expect(counts.wrong).toBe(0);
    if (harmless.includes(fault)) expect(counts.refused).toBe(0);
    else expect(counts.refused).toBeGreaterThan(0);
    for (const path of papers.keys()) expect(await open(path)).toBe('right');
    await expectNothingWrong(portal.db);
    recordCounts(`object storage: ${fault}`, counts);
  },
  testTimeout,
);

it(
  'reports every backup that lacks a file as failed or incomplete',
  async () => {
    const store = await startObjectStore();
    const [dataDir, place] = [makeDataDir(), makeDataDir()];
    const settings = {
      ...settingsOf(store),
      DATA_DIR: dataDir,
      BACKUP_TO: place,
      BACKUP_RECIPIENT: (await makeIdentity()).recipient,
    };
    const backUp = () => run('backup.ts', settings);
    const wholeBackups = () =>
      existsSync(join(place, 'backups'))
        ? readdirSync(join(place, 'backups')).filter((id) =>
            existsSync(join(place, 'backups', id, 'manifest.json')),
          ).length
        : 0;
    // Has no backup place, because its own backups would interfere.
    const shop = await startPortal(dataDir, settingsOf(store));
    const customer = await makeCustomer(shop, '1000');
    for (const name of ['Ayesha', 'Rokeya', 'Salma'])
      await shop.call('POST', '/account/nid-details/', {
        token: customer.access,
        headers: newKey(),
        body: { ...nidBody, name_english: name },
      });
    const papers = [...store.objects.keys()].filter((name) => name.startsWith('files/'));
    expect(papers).toHaveLength(3);

    for (const fault of isFull ? (['cut', 'silent', 'refuses'] as const) : (['cut'] as const)) {
      store.fault = fault;
      const { code, stderr } = await backUp();
      const why =
        fault === 'refuses' ? String.raw`\S+ answered 503 \(SlowDown\) for the bucket papers` : '.+: .+';
      expect(`${fault}: ${code} ${stderr}`).toMatch(
        new RegExp(`: 1 The stored files cannot be read: ${why}\\. No backup was made\\.\\n$`),
      );
      expect(wholeBackups()).toBe(0);
    }
    for (const fault of isFull
      ? (['forgets', 'garbles', 'shortens', 'swaps'] as const)
      : (['garbles'] as const)) {
      store.fault = fault;
      expect(await backUp()).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^3 stored files are missing or damaged in the storage; /),
      });
    }
    store.fault = 'hides';
    expect(await backUp()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(' 3 stored files'),
      stderr: '',
    });
    store.fault = 'none';
    store.objects.delete(papers[0]!);
    // Earlier backups still hold the file.
    expect(await backUp()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(' 3 stored files'),
      stderr: '',
    });
    await shop.stop();
    await store.stop();
  },
  testTimeout,
);
