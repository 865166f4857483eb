// `npm run verify`: the command itself, on real copies, with the keys that the portal publishes.
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { beforeAll, expect, test } from 'vitest';
import { readAttachment } from '#engines/rendering/inspect-pdf.ts';
import { inventDocument } from '#engines/rendering/invented-documents.test-support.ts';
import { createRenderer } from '#engines/rendering/render-document.ts';
import type { SealKey } from '#engines/rendering/seal-key.ts';
import { checkStatement } from '#engines/rendering/statement.ts';
import { usePortal } from '../../support/portal.ts';
import { type MadeCopy, makeCopy } from '../documents/copy-maker.ts';

const portal = usePortal();
let copy: MadeCopy;
beforeAll(async () => {
  copy = await makeCopy(portal, undefined, true);
});

function verify(bytes: Uint8Array, ...options: string[]): Promise<{ exit: number; text: string }> {
  const path = join(portal.dataDir, 'given.pdf');
  writeFileSync(path, bytes);
  return new Promise((done) => {
    const env = { ...process.env, DATA_DIR: portal.dataDir };
    const child = execFile(
      process.execPath,
      ['scripts/verify.ts', path, ...options],
      { env },
      (_, out, err) => done({ exit: child.exitCode ?? -1, text: out + err }),
    );
  });
}
const published = () => `${portal.origin}/.well-known/nothipotro-keys.json`;

test('the portal’s papers are genuine by its own keys, its published keys, and a saved copy of them', async () => {
  const { body, headers } = await portal.call('GET', '/.well-known/nothipotro-keys.json');
  expect(headers.get('content-type')).toContain('json');
  expect(body.keys.map(({ kty, alg }: { kty: string; alg: string }) => `${kty} ${alg}`)).toEqual([
    'OKP EdDSA',
    'RSA RS256',
  ]);
  expect(JSON.stringify(body)).not.toMatch(/"[dpq]":/);
  const saved = join(portal.dataDir, 'saved-keys.json');
  writeFileSync(saved, JSON.stringify(body));
  for (const options of [[], ['--keys', published()], ['--keys', saved]]) {
    const { exit, text } = await verify(copy.bytes, ...options);
    expect(exit, text).toBe(0);
    expect(text).toContain('Genuine');
    expect(text).toContain(copy.code);
    expect(text).not.toContain('Rahima');
  }
});

test('receipts and statements are genuine in the same way, and not with another amount in their data', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const { body } = await portal.call('GET', '/account/transactions/', { token: person.token });
  const day = new Date().toISOString().slice(0, 10);
  for (const path of [
    `/account/transactions/${body.results[0]!.id}/receipt/`,
    `/account/statement/?from=${day}&to=${day}&format=pdf`,
  ]) {
    const { bytes } = await portal.call('GET', path, { token: person.token });
    const { exit, text } = await verify(bytes, '--keys', published());
    expect(exit, text).toBe(0);
    expect(text).toContain('signed by the portal and fits the data');
    expect(text).toMatch(/Document {3}[RS]-\d{7}, version 1/);
    const keys = (await portal.call('GET', '/.well-known/nothipotro-keys.json')).body;
    const record = JSON.parse(Buffer.from((await readAttachment(bytes, 'record.json'))!).toString());
    expect(checkStatement(record, keys)).toBe('fits');
    // The values with which the verification page compares the statement.
    const { body: shown } = await portal.call('GET', `/verify-document/${record.verificationCode}/`);
    expect(shown).toMatchObject({ number: record.number, version: 1, made_at: record.madeAt });
    record.facts[2].value = '৳ ৯,০০০.০০';
    expect(checkStatement(record, keys)).toBe('other_data');
    expect((await verify(Buffer.concat([bytes, Buffer.from('\n')]))).exit).toBe(1);
  }
});

test('a copy with a changed byte, a removed page or appended bytes, or a foreign file, is not genuine', async () => {
  const changed = Buffer.from(copy.bytes);
  changed[Math.floor(changed.length / 3)]! ^= 1;
  const file = await PDF.load(copy.bytes);
  expect(file.getPageCount()).toBeGreaterThan(1);
  file.removePage(1);
  const cut = await file.save();
  const added = Buffer.concat([copy.bytes, Buffer.from('\n% more\n')]);
  for (const bytes of [changed, cut, added, Buffer.from('%PDF-1.7\nforeign')]) {
    const { exit, text } = await verify(bytes);
    expect(exit, text).toBe(1);
    expect(text).toContain('NOT GENUINE');
  }
});

test('a copy from before signed statements existed is verified by its seal, and the report says so', async () => {
  const seal = readFileSync(join(portal.dataDir, 'keys/document-seal.json'), 'utf8');
  const renderer = createRenderer({ workers: 1, sealKey: JSON.parse(seal) as SealKey });
  const older = Buffer.from(await renderer.render(inventDocument('birth', 1)));
  const { privateKey } = generateKeyPairSync('ed25519');
  await renderer.close();
  const { exit, text } = await verify(older, '--keys', published());
  expect(exit, text).toBe(0);
  expect(text).toContain('Genuine');
  expect(text).toContain('none: the copy was made before statements were signed');
  older[Math.floor(older.length / 3)]! ^= 1;
  expect((await verify(older)).exit).toBe(1);
  // Without the portal's seal a missing statement is not accepted.
  const unsealed = createRenderer({
    workers: 1,
    sealKey: undefined,
    statementKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
  const foreign = await unsealed.render(inventDocument('birth', 1));
  await unsealed.close();
  const refused = await verify(foreign);
  expect(refused.exit).toBe(1);
  expect(refused.text).toContain('signed by another key');
});

test('the wrong keys, no keys or no file are reported', async () => {
  const { body } = await portal.call('GET', '/.well-known/nothipotro-keys.json');
  const strange = join(portal.dataDir, 'strange-keys.json');
  writeFileSync(
    strange,
    JSON.stringify({ keys: body.keys.map((key: object) => ({ ...key, kid: 'other', x5c: [] })) }),
  );
  expect((await verify(copy.bytes, '--keys', strange)).exit).toBe(1);
  expect((await verify(copy.bytes, '--keys', '/nowhere/keys.json')).exit).toBe(2);
  expect((await verify(copy.bytes, '--wrong')).exit).toBe(2);
});
