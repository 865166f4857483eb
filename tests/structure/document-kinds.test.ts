// A document kind is one entry of the contract's table; what is not derived from it is checked against it here.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentKindNames, documentKinds, fileTypes } from '#contract/documents/kinds.ts';
import { endpoints } from '#contract/endpoints.ts';
import { DOCUMENT_KINDS } from '#engines/rendering/printable-document.ts';
import { firstServices } from '#server/catalogue/seed.ts';
import { nextMigrationName, valuesAllowed, writeWiderChecks } from '../../scripts/kinds-migration.ts';
import { root } from './imports.ts';

const fileOf = (kind: string) => kind.replaceAll('_', '-');

/** What a kind lacks: the engines import nothing of the contract, so they know a kind by its template. */
function missing(kinds: readonly string[]): string[] {
  return kinds.flatMap((kind) => {
    const entry = documentKinds[kind as keyof typeof documentKinds];
    const template = `templates/documents/${fileOf(kind)}.typ`;
    return [
      ...(existsSync(join(root, template)) ? [] : [`${template} is not there`]),
      ...(firstServices.some(({ code }) => code === entry?.serviceCode) ? [] : [`nothing sells ${kind}`]),
    ];
  });
}

it('no two first services have one code', () => {
  const codes = firstServices.map(({ code }) => code);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

it('the engines, the templates and the shop know every kind', () => {
  expect(missing(documentKindNames)).toEqual([]);
  expect([...DOCUMENT_KINDS].sort()).toEqual([...documentKindNames].sort());
  expect(missing(['planted'])).toEqual([
    'templates/documents/planted.typ is not there',
    'nothing sells planted',
  ]);
});

it('the database takes the kinds and types of the table, and no others; npm run generate widens it', () => {
  const schema = readFileSync(join(root, 'docs/schema.sql'), 'utf8');
  expect(valuesAllowed(schema, 'document_records_kind').sort()).toEqual([...documentKindNames].sort());
  expect(valuesAllowed(schema, 'files_type').sort()).toEqual(Object.keys(fileTypes).sort());
  expect(
    valuesAllowed(`  constraint files_type CHECK (type = ANY (ARRAY['planted'::text]))`, 'files_type'),
  ).toEqual(['planted']);
});

it('a new kind gives a migration that the checks take it with, after the newest one', () => {
  const schema = `  constraint files_type CHECK (type = ANY (ARRAY['tin'::text])),`;
  const check = (values: string[]) => [{ table: 'files', column: 'type', values }];
  expect(writeWiderChecks(schema, check(['tin']))).toBeUndefined();
  expect(writeWiderChecks(schema, check(['planted', 'tin']))?.split('\n')).toEqual([
    '-- no transaction',
    '-- files takes planted.',
    'alter table files drop constraint if exists files_type;',
    `alter table files add constraint files_type check (type in ('tin', 'planted')) not valid;`,
    'alter table files validate constraint files_type;',
    '',
  ]);
  const now = new Date('2026-11-24T08:00:00Z');
  expect(nextMigrationName('20261124061000_let_portal_act.sql', now)).toBe(
    '20261124080000_widen_document_kinds.sql',
  );
  expect(nextMigrationName('20261124235959_let_portal_act.sql', now)).toBe(
    '20261125000000_widen_document_kinds.sql',
  );
});

it('each kind has its own path, page, service and rules', () => {
  const entries = Object.values(documentKinds);
  for (const distinct of ['path', 'page', 'serviceCode'] as const)
    expect(new Set(entries.map((entry) => entry[distinct])).size).toBe(entries.length);
  for (const kind of documentKindNames)
    expect(endpoints[`open_${kind}`].path).toBe(`${documentKinds[kind].path}:code/`);
  // Those of a record are in the contract; the compiler asks for them.
  for (const kind of documentKindNames.filter((name) => documentKinds[name].record === undefined))
    expect(existsSync(join(root, `src/server/documents/kinds/${fileOf(kind)}.rules.ts`)), kind).toBe(true);
});
