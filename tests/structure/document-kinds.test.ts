// A document kind is one entry of the contract's table; what is not derived from it is checked against it here.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentKindNames, documentKinds } from '#contract/documents/kinds.ts';
import { endpoints } from '#contract/endpoints.ts';
import { DOCUMENT_KINDS } from '#engines/rendering/printable-document.ts';
import { firstServices } from '#server/catalogue/seed.ts';
import { listFiles, root } from './imports.ts';

/** What a kind lacks: the engines import nothing of the contract, and the shop's services are rows. */
function missing(kinds: readonly string[]): string[] {
  return kinds.flatMap((kind) => {
    const entry = documentKinds[kind as keyof typeof documentKinds];
    const template = `templates/${kind.replaceAll('_', '-')}.typ`;
    return [
      ...((DOCUMENT_KINDS as readonly string[]).includes(kind) ? [] : [`the engines do not know ${kind}`]),
      ...(existsSync(join(root, template)) ? [] : [`${template} is not there`]),
      ...(firstServices.some(({ code }) => code === entry?.serviceCode) ? [] : [`nothing sells ${kind}`]),
    ];
  });
}

it('the engines, the templates and the shop know every kind', () => {
  expect(missing(documentKindNames)).toEqual([]);
  expect([...DOCUMENT_KINDS].sort()).toEqual([...documentKindNames].sort());
  expect(missing(['planted'])).toEqual([
    'the engines do not know planted',
    'templates/planted.typ is not there',
    'nothing sells planted',
  ]);
});

it('each kind has its own path, service and rules', () => {
  const entries = Object.values(documentKinds);
  expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
  expect(new Set(entries.map(({ serviceCode }) => serviceCode)).size).toBe(entries.length);
  for (const kind of documentKindNames)
    expect(endpoints[`open_${kind}`].path).toBe(`${documentKinds[kind].path}:code/`);
  const rules = listFiles('src/server/documents', /\.rules\.ts$/);
  expect(rules.length).toBeGreaterThanOrEqual(entries.length);
});
