// Which tables the code reads and writes, found in Kysely's calls and in raw SQL, and what is wrong with that.
import { type Node, nodesOf } from './imports.ts';

export interface TableUse {
  readonly table: string;
  readonly writes: boolean;
}

const writingCalls = /^(?:insertInto|updateTable|deleteFrom|mergeInto)$/;
const readingCalls = /^(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin)$/;
const statements =
  /\b(insert into|update|delete from|truncate|merge into|from|join|lock table)\s+(?:only\s+)?"?(\w+)/gi;

const stringsIn = (node: unknown): string[] => {
  const { type, value, elements } = (node ?? {}) as { type?: string; value?: unknown; elements?: unknown[] };
  if (type === 'Literal' && typeof value === 'string') return [value];
  return type === 'ArrayExpression' ? (elements ?? []).flatMap(stringsIn) : [];
};

function usesOfCall(node: Node): TableUse[] {
  const name = (node.callee as { property?: { name?: string } } | undefined)?.property?.name ?? '';
  const isWrite = writingCalls.test(name);
  if (!isWrite && !readingCalls.test(name)) return [];
  const [first] = node.arguments as unknown[];
  return stringsIn(first).map((text) => ({ table: text.split(' ')[0]!, writes: isWrite }));
}

const usesOfText = (text: string): TableUse[] =>
  [...text.matchAll(statements)].map(([, verb, table]) => ({
    table: table!,
    writes: !/^(?:from|join|lock table)$/i.test(verb!),
  }));

/** Uses of tables in one file, including names that are not tables. */
export function tablesIn(source: string, path?: string): TableUse[] {
  const uses: TableUse[] = [];
  for (const node of nodesOf(source, path)) {
    if (node.type === 'CallExpression') uses.push(...usesOfCall(node));
    else if (node.type === 'TemplateElement')
      uses.push(...usesOfText((node.value as { cooked?: string }).cooked ?? ''));
    else if (node.type === 'Literal' && typeof node.value === 'string') uses.push(...usesOfText(node.value));
  }
  return uses;
}

/** Whether a file contains SQL: a tagged template, or a call that starts a query. */
export function holdsSql(source: string, path?: string): boolean {
  for (const node of nodesOf(source, path)) {
    if (node.type === 'CallExpression' && usesOfCall(node).length > 0) return true;
    const tag = node.tag as { name?: string; object?: { name?: string } } | undefined;
    if (node.type === 'TaggedTemplateExpression' && (tag?.name ?? tag?.object?.name) === 'sql') return true;
  }
  return false;
}

export type Owners = Readonly<Record<string, readonly string[]>>;

/** Writes to tables of other modules, and reads of tables not in a module to its left. */
export function findForeignTables(
  path: string,
  source: string,
  owners: Owners,
  order: readonly string[],
): string[] {
  const module = /^src\/server\/([^/]+)\//.exec(path)?.[1] ?? '';
  const wrong = new Set<string>();
  for (const { table, writes } of tablesIn(source, path)) {
    const owner = order.find((name) => owners[name]?.includes(table));
    if (owner === undefined) continue;
    if (writes && owner !== module) wrong.add(`${path} writes ${table} of ${owner}`);
    else if (order.indexOf(owner) > order.indexOf(module)) wrong.add(`${path} reads ${table} of ${owner}`);
  }
  return [...wrong];
}
