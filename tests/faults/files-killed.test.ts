// The server is killed with kill -9 while documents are made and results are uploaded: no row lacks its file, and after the sweep no file lacks its row.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openVault } from '#server/platform/keys.ts';
import { createFolderBlobs } from '#server/platform/storage/folder-blobs.ts';
import { createStorage } from '#server/platform/storage/storage.ts';
import { createSweep } from '#server/platform/storage/storage-sweep.ts';
import { recordStored } from '#server/platform/storage/stored-files.queries.ts';
import { storedColumns } from '#server/privacy/personal-data.ts';
import { fixture } from '../http/documents/nid-steps.ts';
import { asOwner, useDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { listStored } from '../support/stored-files.ts';
import { newKey, nidBody, print, testTimeout, wait } from './money.ts';
import { makeCustomer, makeDataDir, startPortal } from './process.ts';

const database = useDatabase();
/** Each round makes five documents and uploads two results: 210 documents and 84 uploads in `npm run test:faults`. */
const repetitions = process.env.FAULT_ROUNDS ? 42 : 3;

it(
  'leaves no row without its file and, after the sweep, no file without its row when the server is killed',
  async () => {
    const dataDir = makeDataDir();
    const port = String(await freePort());
    const start = () =>
      startPortal(dataDir, { DATABASE_URL: database.ownerUrl, APPROVAL_SUM: '10000000', PORT: port });
    let portal = await start();
    const customer = await makeCustomer(portal, '9000000');
    const copy = fixture('s01-l1-chromium-notosans.pdf');
    const answered = { made: 0, uploaded: 0, cut: 0 };

    for (let round = 0; round < repetitions; round += 1) {
      const placed = await Promise.all(
        [1, 2].map(() =>
          portal.call('POST', '/account/orders/', {
            token: customer.access,
            headers: newKey(),
            body: customer.order,
          }),
        ),
      );
      const result = (id: number) => {
        const form = new FormData();
        form.set('data', JSON.stringify({ status: 'completed', note: '' }));
        // Unique bytes, so that each upload is a separate file.
        form.set('file', new Blob([copy, Buffer.from(`\n% ${round} ${id}`)]), 'result.pdf');
        return portal.call('PATCH', `/account/orders/${id}/`, {
          token: customer.admin.access,
          headers: newKey(),
          form,
        });
      };
      const work = [
        ...[1, 2, 3, 4, 5].map((turn) =>
          portal
            .call('POST', '/account/nid-details/', {
              token: customer.access,
              headers: newKey(),
              body: { ...nidBody, name_english: `Ayesha ${round} ${turn}` },
            })
            .then(({ status }) => {
              if (status === 201) answered.made += 1;
            }),
        ),
        ...placed.map(({ body }) =>
          result(body.id).then(({ status }) => {
            if (status === 200) answered.uploaded += 1;
          }),
        ),
      ].map((call) =>
        call.catch(() => {
          answered.cut += 1;
        }),
      );
      // A portal's first document takes about a second, results much less: most kills come early, some after documents are stored.
      await wait(Math.random() ** 2 * 1_600);
      await portal.stop('SIGKILL');
      await Promise.all(work);
      portal = await start();
    }
    await portal.stop();

    const { vault } = await openVault(join(dataDir, 'keys'));
    const blobs = createFolderBlobs(join(dataDir, 'files'));
    const storage = createStorage(blobs, vault, (key) => recordStored(database.db, key));
    const named = await asOwner<{ key: string }>(
      database.ownerUrl,
      'select storage_key as key from file_versions union select storage_key from attachments',
    );
    for (const { key } of named) expect((await storage.get(key)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(named.length).toBeGreaterThanOrEqual(answered.made + answered.uploaded);
    const { sweep } = createSweep({ db: database.db, blobs, storedColumns });
    const { trashed: orphans, unknown } = await sweep({ seconds: -60, isConfirmed: true });
    expect(unknown).toBe(0);
    const left = await listStored(dataDir);
    expect(left).toEqual(named.map(({ key }) => key).sort());
    print('kill -9 of files', { ...answered, rows: named.length, orphans });
    expect(answered.cut).toBeGreaterThan(0);
    // If no kill came during or after the storing of files, the test proves nothing.
    if (repetitions > 3)
      for (const [what, times] of Object.entries({ ...answered, orphans }))
        expect(times, what).toBeGreaterThan(0);
  },
  testTimeout,
);
