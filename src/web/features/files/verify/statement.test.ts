// Statements in the first format, which papers no longer get; a journey checks those of today.
import { generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { makeVerificationCode } from '#contract/codes.ts';
import type { Verification } from '#contract/files/calls.ts';
import { checkStatement } from './statement.ts';

const code = makeVerificationCode(() => 7);
const shown = { number: 'NP-0000001', version: 1, made_at: '2026-11-21T08:30:00.250Z' } as Verification;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = [{ kid: 'k', ...publicKey.export({ format: 'jwk' }) }];
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const claims = { n: shown.number, c: code, v: 1, d: Date.parse('2026-11-21T08:30:00Z') / 1000, h: 'x' };
const signed = `${encode({ alg: 'EdDSA', kid: 'k' })}.${encode(claims)}`;
const statement = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
const answerKeys = () =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ keys }))));
afterEach(() => void vi.unstubAllGlobals());

test('a statement in the first format is still valid, and only for its own paper', async () => {
  answerKeys();
  expect(await checkStatement(`#${statement}`, shown, code)).toBe('holds');
  expect(await checkStatement(`#${statement}`, { ...shown, number: 'N-9' }, code)).toBe('broken');
  expect(await checkStatement(`#${statement}`, shown, '000000000000')).toBe('broken');
  expect(await checkStatement(`#${statement.slice(0, -8)}AAAAAAAA`, shown, code)).toBe('broken');
});

test('anything but a statement is broken, and an empty one is absent', async () => {
  answerKeys();
  expect(await checkStatement('', shown, code)).toBe('absent');
  for (const text of ['#rubbish', '#2', '#123456', '#a.b.c', `#${'9'.repeat(3_000)}`])
    expect(await checkStatement(text, shown, code), text.slice(0, 20)).toBe('broken');
});
