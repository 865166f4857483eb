// Whether a file is genuine: by hash, by the file itself, and the verdict on altered and foreign files.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { verifyFile } from '#server/files/verification.service.ts';
import { usePortal } from '../../support/portal.ts';
import { copyRecord, correctCopy, makeCopy } from '../documents/copy-maker.ts';

const portal = usePortal();

function formOf(bytes: Uint8Array): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'copy.pdf');
  return form;
}

test('the same bytes are genuine, by hash and by file, without a sign-in and without a personal field', async () => {
  const { bytes } = await makeCopy(portal);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  for (const options of [
    { body: { sha256 } },
    { body: { sha256: sha256.toUpperCase() } },
    { form: formOf(bytes) },
  ]) {
    const { status, body } = await portal.call('POST', '/verify-document/', options);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'genuine', kind: 'nid', sha256, version: 1 });
    const text = JSON.stringify(body);
    for (const secret of [
      copyRecord.national_id,
      copyRecord.name_english,
      copyRecord.name_bangla,
      copyRecord.date_of_birth,
    ])
      expect(text).not.toContain(secret);
  }
  await sql`update files set revoked_at = now()`.execute(portal.db);
  const revoked = await portal.call('POST', '/verify-document/', { body: { sha256 } });
  expect(revoked.body).toMatchObject({ state: 'revoked', sha256 });
});

test('a file with our code but other bytes is altered; an older print of a corrected record is superseded', async () => {
  const copy = await makeCopy(portal);
  const { bytes } = copy;
  const altered = Buffer.concat([bytes, Buffer.from('\n% a line more\n')]);
  expect((await portal.call('POST', '/verify-document/', { form: formOf(altered) })).body).toMatchObject({
    state: 'altered',
    kind: 'nid',
  });
  await correctCopy(portal, copy, { name_english: 'Rahima Begum' });
  const corrected = portal.db.selectFrom('trail').select('actor_id').where('kind', '=', 'document.corrected');
  expect(await corrected.execute()).toEqual([{ actor_id: copy.owner.id }]);
  expect((await portal.call('POST', '/verify-document/', { form: formOf(bytes) })).body.state).toBe(
    'superseded',
  );
});

const countTries = async () => {
  const tries = sql<number>`coalesce(sum(cardinality(tries)), 0)::int`;
  return (await portal.db.selectFrom('rate_limits').select(tries.as('count')).executeTakeFirstOrThrow())
    .count;
};

test('a foreign, broken or empty file is unknown or refused, and never a server error', async () => {
  const before = await countTries();
  const foreign = await portal.call('POST', '/verify-document/', {
    form: formOf(Buffer.from('%PDF-1.7\nbroken')),
  });
  expect(foreign).toMatchObject({ status: 200, body: { state: 'unknown' } });
  const text = await portal.call('POST', '/verify-document/', { form: formOf(Buffer.from('hello')) });
  expect(text.body).toEqual({ state: 'unknown' });
  expect(await countTries(), 'each file that was searched in vain').toBe(before + 2);
  const none = await portal.call('POST', '/verify-document/', { body: {} });
  expect(none).toMatchObject({ status: 400, body: { code: 'file_missing' } });
  const odd = await portal.call('POST', '/verify-document/', { body: { sha256: 'zz' } });
  expect(odd.status).toBe(400);
});

test('a file beyond the limit of concurrent searches is refused as busy before it is read into memory', async () => {
  const read = vi.fn();
  const deps = {
    db: portal.db,
    portalName: async () => ({ bn: '' }),
    findCode: async () => undefined,
    search: { running: 4 },
  };
  const file = { size: 5, sha256: Buffer.alloc(32), read };
  await expect(verifyFile(deps, undefined, file, 'somebody')).rejects.toMatchObject({ code: 'busy' });
  expect(read).not.toHaveBeenCalled();
  expect(deps.search.running).toBe(4);
});

test('a search takes a slot, and releases it even if the file cannot be read', async () => {
  const search = { running: 0 };
  const counted: number[] = [];
  const deps = {
    db: portal.db,
    portalName: async () => ({ bn: '' }),
    findCode: async () => {
      counted.push(search.running);
      if (counted.length > 1) throw new Error('broken');
      return undefined;
    },
    search,
  };
  const file = { size: 8, sha256: Buffer.alloc(32), read: async () => Buffer.from('%PDF-1.7') };
  expect(await verifyFile(deps, undefined, file, 'somebody')).toEqual({ state: 'unknown' });
  await expect(verifyFile(deps, undefined, file, 'somebody')).rejects.toThrow('broken');
  expect([counted, search.running]).toEqual([[1, 1], 0]);
});
