// Which file imports which, and what is wrong with that. Pure, so that a planted fault shows that it sees.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** File (path from the project's root) → files of the project that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

export const root = join(import.meta.dirname, '../..');

export function listFiles(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * Names in `import … from`, `export … from`, `import('…')` and `new URL('…', import.meta.url)`.
 * @param withTypes whether imports count that are gone when the program runs
 */
export function importedNames(source: string, withTypes = true): string[] {
  const plain = source.replace(/^\s*\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
  const code = withTypes
    ? plain
    : plain.replace(/\b(?:import|export) type\b[^'"`;]*\bfrom\s*['"][^'"]+['"]/g, '');
  const patterns = [
    /(?:^|[;\n}])\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g,
    /(?:^|[;\n])\s*import\s*['"]([^'"]+)['"]/g,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
    /new URL\(\s*['"](\.[^'"]+\.tsx?)['"]\s*,\s*import\.meta\.url/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1]!));
}

function resolveName(from: string, name: string): string | undefined {
  const alias = /^#(contract|engines|server|web)\/(.+)$/.exec(name);
  if (alias) return normalize(`src/${alias[1]}/${alias[2]}`);
  return name.startsWith('.') ? normalize(join(dirname(from), name)) : undefined;
}

export function readImports(folder: string, withTypes = true): Imports {
  const files = listFiles(folder, /\.tsx?$/).filter((path) => !/\.test(-support)?\.tsx?$/.test(path));
  return new Map(
    files.map((path) => [
      path,
      importedNames(readFileSync(join(root, path), 'utf8'), withTypes).flatMap(
        (name) => resolveName(path, name) ?? [],
      ),
    ]),
  );
}

/** Each ring of files that import one another, as `a → b → a`. */
export function findCycles(imports: Imports): string[] {
  const rings: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string) => {
    const at = way.indexOf(file);
    if (at >= 0) {
      rings.push([...way.slice(at), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    way.push(file);
    for (const next of imports.get(file) ?? []) visit(next);
    way.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return rings;
}

const moduleOf = (path: string) => /^src\/server\/([^/]+)\//.exec(path)?.[1];

/** Imports that go against the order of the modules, or from a module up to what puts them together. */
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

/** Use cases, queries and rules that know of HTTP: only routes and what serves pages may. */
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

/** Imports across the borders of the programs: contract, engines, server, web. */
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
