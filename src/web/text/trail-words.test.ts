// Every kind of event that the server writes into the trail has words and a group in both languages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rights } from '#contract/access.ts';
import { actionsFor, orderStatuses } from '#contract/order-flow.ts';
import { thingInWords } from '#contract/trail-words.ts';
import { listFiles, root } from '../../../tests/structure/imports.ts';
import { accountBn } from './account-bn.ts';
import { accountEn } from './account-en.ts';

/** Literals that look like a kind and are none. */
const others = new Set<string>([...Object.keys(rights), 'preview.png', 'package.json']);

const things = new Set<string>();
const written = new Set<string>();
const composed = new Set<string>();
for (const file of listFiles('src/server', /(?<!\.test)\.ts$/)) {
  const source = readFileSync(join(root, file), 'utf8');
  if (!source.includes('noteEvent')) continue;
  for (const [, kind] of source.matchAll(/'([a-z_]+\.[a-z_]+)'/g)) if (!others.has(kind!)) written.add(kind!);
  for (const [, kind] of source.matchAll(/object: \{ kind: '([a-z_]+)'/g)) things.add(kind!);
  for (const [, kind] of source.matchAll(/kind: `([^`]+)`/g)) composed.add(kind!);
}

it('finds the kinds in the source', () => {
  expect([...written]).toEqual(
    expect.arrayContaining(['wallet.approved', 'share.made', 'price.applied', 'payment.refunded']),
  );
  expect([...composed].sort()).toEqual(['$' + '{kind}.opened', 'order.$' + '{action}'].sort());
});

it.each([
  ['Bengali', accountBn.trail],
  ['English', accountEn.trail],
])('has words and a group for each in %s', (_, { kinds, groups }) => {
  for (const status of orderStatuses)
    for (const action of actionsFor(status, 'staff')) written.add(`order.${action}`);
  for (const paper of ['receipt', 'statement']) written.add(`${paper}.opened`);
  const wordless = [...written].filter((kind) => !Object.hasOwn(kinds, kind));
  expect(wordless).toEqual([]);
  const groupless = [...written].filter((kind) => !Object.hasOwn(groups, kind.split('.')[0]!));
  expect(groupless).toEqual([]);
});

it('has words for what each is about', () => {
  expect(things.size).toBeGreaterThan(10);
  for (const language of ['bn', 'en'] as const)
    expect([...things].filter((kind) => thingInWords(kind, language) === kind)).toEqual([]);
});
