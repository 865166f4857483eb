// Exports used only by tests. A pure function of the sources, so that it can be tested with a planted one.
import { dirname, join, normalize } from 'node:path';
import { type Node, nodesOf } from './imports.ts';

type Names = { readonly name?: string; readonly value?: string };
const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as Names;
  return name ?? value ?? '';
};

/** Names that a file exports in a declaration. */
function exportedNames(source: string, path: string): string[] {
  const names: string[] = [];
  for (const node of nodesOf(source, path)) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    const declared = node.declaration as (Node & { declarations?: Node[] }) | null;
    if (declared?.declarations) for (const { id } of declared.declarations) names.push(nameOf(id));
    else if (declared) names.push(nameOf(declared.id));
    for (const { exported } of node.specifiers as { exported: unknown }[]) names.push(nameOf(exported));
  }
  return names.filter((name) => name !== '');
}

const resolve = (from: string, name: string) => {
  const alias = /^#(contract|engines|server)\/(.+)$/.exec(name);
  return alias ? `src/${alias[1]}/${alias[2]}` : normalize(join(dirname(from), name));
};

/** `file name` of each export that a file imports; `*` for a whole module whose use can't be determined. */
function takenNames(source: string, path: string): string[] {
  const taken: string[] = [];
  const spaces = new Map<string, string>();
  const nodes = [...nodesOf(source, path)];
  for (const node of nodes) {
    const from = (node.source as { value?: unknown } | null | undefined)?.value;
    if (node.type === 'ImportDeclaration' && typeof from === 'string') {
      const file = resolve(path, from);
      for (const specifier of node.specifiers as (Node & { imported?: unknown; local: unknown })[])
        if (specifier.type === 'ImportNamespaceSpecifier') spaces.set(nameOf(specifier.local), file);
        else taken.push(`${file} ${nameOf(specifier.imported)}`);
    } else if ((node.type === 'ImportExpression' || node.type === 'TSImportType') && typeof from === 'string')
      taken.push(`${resolve(path, from)} *`);
    else if (node.type === 'ExportNamedDeclaration' && typeof from === 'string')
      for (const { local } of node.specifiers as { local: unknown }[])
        taken.push(`${resolve(path, from)} ${nameOf(local)}`);
  }
  for (const node of nodes) {
    const [space, member] =
      node.type === 'MemberExpression'
        ? [node.object, node.property]
        : node.type === 'TSQualifiedName'
          ? [node.left, node.right]
          : [];
    const file = spaces.get(nameOf(space));
    if (file) taken.push(`${file} ${nameOf(member)}`);
    // Passed on as a whole: `{ ...space }`, `f(space)`.
    if (node.type === 'SpreadElement' && spaces.has(nameOf(node.argument)))
      taken.push(`${spaces.get(nameOf(node.argument))} *`);
    if (node.type === 'CallExpression')
      for (const given of node.arguments as unknown[])
        if (spaces.has(nameOf(given))) taken.push(`${spaces.get(nameOf(given))} *`);
  }
  return taken;
}

const usesItself = (source: string, name: string) =>
  source.split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length > 2;

/** Exports of the product that no file of the product imports, and that their own file does not use either. */
export function findUnusedExports(
  product: ReadonlyMap<string, string>,
  users: ReadonlyMap<string, string>,
): string[] {
  const taken = new Set([...product, ...users].flatMap(([path, source]) => takenNames(source, path)));
  return [...product].flatMap(([path, source]) =>
    taken.has(`${path} *`)
      ? []
      : exportedNames(source, path)
          .filter((name) => !taken.has(`${path} ${name}`) && !usesItself(source, name))
          .map((name) => `${path}: ${name}`),
  );
}
