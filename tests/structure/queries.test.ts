// Each feature's queries are in one place, invalidation is in one table, and one component renders lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './imports.ts';

/** The table, the types of keys, and the rendering of screens in tests, which inspects the cache. */
const free = new Set(['src/web/lib/api/invalidation.ts', 'src/web/lib/api/query.ts']);

/** Literal query keys, and lists invalidated by hand. */
const findLoose = (source: string): string[] =>
  source.match(
    /\b(?:queryKey|mutationKey)\s*:|\b(?:invalidate|refetch|remove|reset|cancel)Queries\b|\bqueryFn\s*:|QueryData(?:<[^(]*>)?\(\s*\[/g,
  ) ?? [];

const isHome = (path: string) => /\/queries\.ts$/.test(path) || free.has(path);
const sources = listFiles('src/web', /\.tsx?$/).filter((path) => !/\.test\.tsx?$/.test(path));

test('query keys are only in the queries of a feature, staleness only in the table', () => {
  const found = sources
    .filter((path) => !isHome(path))
    .flatMap((path) => findLoose(readFileSync(join(root, path), 'utf8')).map((loose) => `${path}: ${loose}`));
  const remedy =
    'a key belongs in the queries.ts of a feature, what becomes stale in lib/api/invalidation.ts';
  expect(found, remedy).toEqual([]);
  expect(sources.filter((path) => /\/queries\.ts$/.test(path)).length).toBeGreaterThan(10);
});

test('a planted key and a manual invalidation are caught', () => {
  expect(findLoose("useQuery({ queryKey: ['orders', page], queryFn: () => load() })")).toHaveLength(2);
  expect(findLoose("void client.invalidateQueries({ queryKey: ['orders'] });")).toHaveLength(2);
  expect(findLoose("client.setQueryData<Order>(['order', id], order);")).toHaveLength(1);
  expect(findLoose("client.getQueryData(\n  ['order', id])")).toHaveLength(1);
  expect(findLoose('client.setQueryData(orderQuery(id).queryKey, order);')).toEqual([]);
});

test('no two features use the same name for data', () => {
  const homes = new Map<string, Set<string>>();
  for (const path of sources.filter(isHome))
    for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(/queryKey: \['([\w-]+)'/g))
      homes.set(name!, (homes.get(name!) ?? new Set()).add(path));
  const shared = [...homes].filter(([, paths]) => paths.size > 1);
  expect(shared.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([]);
});

/** Two short lists are nested in something else, and use a line of text for their empty state. */
const ownPager = new Set([
  'src/web/ui/list/list.tsx',
  'src/web/features/catalogue/service-history.tsx',
  'src/web/areas/customer/file-page.tsx',
]);
const findHandRolled = (source: string): string[] =>
  source.match(/<Pagination\b|\bkeepPreviousData\b|\buseTypedSearch\(/g) ?? [];

test('every list is rendered by the one component', () => {
  const found = sources
    .filter((path) => !isHome(path) && !ownPager.has(path) && path !== 'src/web/lib/list-address.ts')
    .flatMap((path) =>
      findHandRolled(readFileSync(join(root, path), 'utf8')).map((what) => `${path}: ${what}`),
    );
  expect(found, 'use List of src/web/ui/list/list.tsx').toEqual([]);
  expect(findHandRolled('<ul /><Pagination page={page} />')).toHaveLength(1);
  expect(findHandRolled('const [typed, type] = useTypedSearch(search, go);')).toHaveLength(1);
});
