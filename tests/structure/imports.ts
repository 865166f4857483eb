// Which file imports which, and what is wrong with that. Pure, so that it can be tested with a planted fault.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

/** File (path from the project's root) → files of the project that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

export const root = join(import.meta.dirname, '../..');

export function listFiles(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Every node of a file, parents first. */
export function* nodesOf(source: string, path = 'file.tsx'): Generator<Node> {
  const waiting: unknown[] = [parseSync(path, source).program];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (isNode(next)) yield next;
    if (typeof next === 'object' && next !== null) waiting.push(...Object.values(next).reverse());
  }
}

const text = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** `new URL('./x.ts', import.meta.url)`: how workers and processes are referenced. */
function urlOf({ callee, arguments: given }: Node): string | undefined {
  if (!isNode(callee) || callee.name !== 'URL' || !Array.isArray(given)) return undefined;
  const name = text(given[0]);
  return name?.startsWith('.') && /\.tsx?$/.test(name) && given.length === 2 ? name : undefined;
}

interface Import {
  readonly name: string;
  /** Gone when the program runs. */
  readonly isType: boolean;
}

function importsOf(source: string, path: string): Import[] {
  const found: Import[] = [];
  const add = (name: string | undefined, isType = false) => {
    if (name !== undefined) found.push({ name, isType });
  };
  for (const node of nodesOf(source, path)) {
    const isType = node.importKind === 'type' || node.exportKind === 'type';
    if (/^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type)) add(text(node.source), isType);
    else if (node.type === 'ImportExpression') add(text(node.source));
    else if (node.type === 'TSImportType') add(text(node.source), true);
    else if (node.type === 'NewExpression') add(urlOf(node));
  }
  return found;
}

const namesOf = (imports: readonly Import[], withTypes: boolean) =>
  imports.filter(({ isType }) => withTypes || !isType).map(({ name }) => name);

/**
 * Names in `import … from`, `export … from`, `import('…')` and `new URL('….ts', import.meta.url)`.
 * @param withTypes whether imports count that are gone when the program runs
 */
export const importedNames = (source: string, withTypes = true, path = 'file.tsx'): string[] =>
  namesOf(importsOf(source, path), withTypes);

function resolveName(from: string, name: string): string | undefined {
  const alias = /^#(contract|engines|server|web)\/(.+)$/.exec(name);
  if (alias) return normalize(`src/${alias[1]}/${alias[2]}`);
  return name.startsWith('.') ? normalize(join(dirname(from), name)) : undefined;
}

export const isTest = (path: string) => /\.test(-support)?\.tsx?$/.test(path);

/** Sources do not change during a run, and parsing all of them takes seconds. */
const known = new Map<string, readonly Import[]>();

function readImportsOf(path: string): readonly Import[] {
  const found = known.get(path) ?? importsOf(readFileSync(join(root, path), 'utf8'), path);
  known.set(path, found);
  return found;
}

export function readImports(folder: string, withTypes = true): Imports {
  const files = listFiles(folder, /\.tsx?$/).filter((path) => !isTest(path));
  return new Map(
    files.map((path) => [
      path,
      namesOf(readImportsOf(path), withTypes).flatMap((name) => resolveName(path, name) ?? []),
    ]),
  );
}

/** Each import cycle, as `a → b → a`. */
export function findCycles(imports: Imports): string[] {
  const rings: string[] = [];
  const finished = new Set<string>();
  const way: string[] = [];
  const visit = (file: string) => {
    const at = way.indexOf(file);
    if (at >= 0) {
      rings.push([...way.slice(at), file].join(' → '));
      return;
    }
    if (finished.has(file)) return;
    way.push(file);
    for (const next of imports.get(file) ?? []) visit(next);
    way.pop();
    finished.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return rings;
}

const moduleOf = (path: string) => /^src\/server\/([^/]+)\//.exec(path)?.[1];

/** Imports against the order of the modules, or from a module up to the code that assembles them. */
export function findWrongWay(imports: Imports, order: readonly string[]): string[] {
  const wrong: string[] = [];
  for (const [file, targets] of imports) {
    const from = moduleOf(file);
    if (from === undefined) continue;
    if (!order.includes(from)) wrong.push(`${file} is in no known module`);
    for (const target of targets) {
      if (!target.startsWith('src/server/')) continue;
      const to = moduleOf(target);
      if (to === undefined || order.indexOf(to) > order.indexOf(from)) wrong.push(`${file} → ${target}`);
    }
  }
  return wrong;
}

/** Use cases, queries and rules that know about HTTP: only routes and page serving may. */
export function findHttpInside(
  files: readonly string[],
  namesIn: (path: string) => readonly string[],
): string[] {
  return files
    .filter((path) => /\.(?:service|queries|rules|audit|personal)\.ts$/.test(path))
    .flatMap((path) =>
      namesIn(path)
        .filter((name) =>
          /(?:^|\/)platform\/http\/|^\.\/http\/|^(?:@?fastify(?:\/|$)|node:https?$)/.test(name),
        )
        .map((name) => `${path} → ${name}`),
    );
}

/** Layers of the web client, lowest first; files in none of them assemble the areas. */
const webLayers = ['lib', 'text', 'ui', 'features', 'areas'] as const;

/** Imports of the web client that go up, or from one area into another. */
export function findWrongLayer(imports: Imports): string[] {
  const layerOf = (path: string) => {
    const at = webLayers.findIndex((layer) => path.startsWith(`src/web/${layer}/`));
    return at < 0 ? webLayers.length : at;
  };
  const areaOf = (path: string) => /^src\/web\/areas\/([^/]+)\//.exec(path)?.[1];
  const wrong: string[] = [];
  for (const [file, targets] of imports)
    for (const target of targets) {
      if (!file.startsWith('src/web/') || !target.startsWith('src/web/')) continue;
      const [from, to] = [areaOf(file), areaOf(target)];
      const isOtherArea = from !== undefined && to !== undefined && from !== to;
      if (isOtherArea || layerOf(target) > layerOf(file)) wrong.push(`${file} → ${target}`);
    }
  return wrong;
}

/** Imports across program boundaries: contract, engines, server, web. */
export function findForeign(imports: Imports): string[] {
  const allowed: Record<string, readonly string[]> = {
    contract: ['contract'],
    engines: ['engines'],
    server: ['contract', 'engines', 'server'],
    web: ['contract', 'web'],
  };
  const partOf = (path: string) => path.split('/')[1] ?? '';
  const wrong: string[] = [];
  for (const [file, targets] of imports)
    for (const target of targets)
      if (!allowed[partOf(file)]?.includes(partOf(target))) wrong.push(`${file} → ${target}`);
  return wrong;
}
