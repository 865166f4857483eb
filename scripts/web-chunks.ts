// Groups the web client's modules into files by the visits that fetch them.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { firstPages } from './first-pages.ts';

interface Visit {
  /** What is fetched for it, one after the other. */
  readonly roots: readonly RegExp[];
  /** How much a byte on its way is worth beside one on another's. */
  readonly weight: number;
}

const start = /web\/(?:main|deferred-startup)\./;
const router = /web\/app\./;
const frameOf = { customer: /areas\/customer\/customer-shell\./, desk: /areas\/admin\/admin-shell\./ };
type Area = keyof typeof frameOf;
const areaOf = (address: string): Area => (address.startsWith('/app') ? 'customer' : 'desk');
/** The pages of an area that are never a visitor's first. */
const others = { customer: /areas\/customer\//, desk: /areas\/admin\// };

const firstOfPages = Object.entries(firstPages).map(([address, { name }]) => {
  const page = new RegExp(`/${name}\\.`);
  return [
    address,
    { roots: [start, router, frameOf[areaOf(address)], page], weight: areaOf(address) === 'desk' ? 2 : 1 },
  ] as const;
});

/** Each page that may be a visitor's first is a visit of its own; all other pages of an area count as one. */
const visits: Readonly<Record<string, Visit>> = {
  entry: { roots: [start, /web\/entry-pages\./], weight: 10 },
  frontPage: { roots: [start, router, /areas\/public\/landing\//], weight: 10 },
  ...Object.fromEntries(firstOfPages),
  besideEntry: { roots: [/\/(?:terms-dialog|login-dialog|service-worker)\./], weight: 0.5 },
  accounts: { roots: [start, router, /areas\/public\/accounts\//], weight: 0.5 },
  guest: { roots: [start, router, /areas\/public\//], weight: 0.5 },
  customer: { roots: [start, router, frameOf.customer, others.customer], weight: 0.5 },
  desk: { roots: [start, router, frameOf.desk, others.desk], weight: 0.5 },
};
const isOfDesk = (visit: string) => visit === 'desk' || visit.startsWith('/admin');

/** Cost of another file, in compressed bytes: its headers, worse compression, and a request on one of six connections. */
const fileCost = 1_600;
/** Compressed size as a share of the source's size. */
const compressed = 0.21;

const entry = fileURLToPath(new URL('../src/web/main.tsx', import.meta.url));
const iconList = /lucide-react\/dist\/esm\/lucide-react\./;
const icon = /lucide-react\/dist\/esm\/icons\//;

/** Reads the library's index of icons: file by exported name. */
function readIcons(listPath: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, names, path] of readFileSync(listPath, 'utf8').matchAll(
    /export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g,
  ))
    for (const [, name] of names!.matchAll(/default as (\w+)/g))
      found.set(name!, join(dirname(listPath), path!));
  return found;
}

/** Returns the imports of a module; of the icons, only those that it names. */
function importsOf(module: Rolldown.ModuleInfo, icons: Map<string, ReadonlyMap<string, string>>): string[] {
  const list = module.importedIds.find((id) => iconList.test(id));
  if (!list) return [...module.importedIds];
  const known = icons.get(list) ?? readIcons(list);
  icons.set(list, known);
  const named = [
    ...(module.code ?? '').matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g),
  ].flatMap(([, names]) => names!.split(',').map((name) => name.trim().split(' ')[0]!));
  return [
    ...module.importedIds.filter((id) => id !== list),
    ...named.flatMap((name) => known.get(name) ?? []),
  ];
}

interface Found {
  readonly imports: readonly string[];
  readonly bytes: number;
  /** The pages and later parts that import it, by themselves or through others. */
  readonly from: Set<string>;
}

function findModules(moduleOf: Rolldown.GetModuleInfo): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const begun = new Set<string>();
  const icons = new Map<string, ReadonlyMap<string, string>>();
  const follow = (id: string, from: string) => {
    const module = moduleOf(id);
    if (!module) return;
    const code = module.code ?? '';
    const known = found.get(id) ?? {
      imports: importsOf(module, icons),
      bytes: Buffer.byteLength(code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')) * compressed,
      from: new Set(),
    };
    found.set(id, known);
    if (known.from.has(from)) return;
    known.from.add(from);
    for (const next of known.imports) follow(next, from);
    for (const next of module.dynamicallyImportedIds) begin(next);
  };
  const begin = (id: string) => {
    if (begun.has(id)) return;
    begun.add(id);
    follow(id, id);
  };
  begin(entry);
  return found;
}

/** Finds the modules that import the router or the query cache, directly or indirectly. */
function findRouted(modules: ReadonlyMap<string, Found>): ReadonlySet<string> {
  const found = new Set([...modules.keys()].filter((id) => /node_modules\/@tanstack\//.test(id)));
  for (let before = -1; found.size > before; ) {
    before = found.size;
    for (const [id, { imports }] of modules) if (imports.some((to) => found.has(to))) found.add(id);
  }
  return found;
}

/** Returns the visits that fetch a page or a lazy part. A page that may be opened first counts for its own visit only, a lazy part for none. */
function visitsOfRoot(id: string): readonly string[] {
  const by = Object.entries(visits).filter(([, { roots }]) => roots.some((root) => root.test(id)));
  const own = by.filter(([name]) => name.startsWith('/') || name === 'entry' || name === 'frontPage');
  const isShared = [start, router, frameOf.customer, frameOf.desk].some((root) => root.test(id));
  if (isShared) return by.map(([name]) => name);
  return (own.length > 0 ? own : by.slice(0, 1)).map(([name]) => name);
}

interface Group {
  readonly modules: readonly string[];
  readonly visits: ReadonlySet<string>;
  readonly bytes: number;
  readonly imports: ReadonlySet<string>;
  readonly isRouted: boolean;
}

const costOf = ({ visits: by, bytes }: Group) =>
  (bytes + fileCost) * [...by].reduce((sum, name) => sum + visits[name]!.weight, 0);

const joinTwo = (one: Group, other: Group): Group => ({
  modules: [...one.modules, ...other.modules],
  visits: new Set([...one.visits, ...other.visits]),
  bytes: one.bytes + other.bytes,
  imports: new Set([...one.imports, ...other.imports]),
  isRouted: one.isRouted || other.isRouted,
});

/** Keeps apart what only the desk fetches, and what login and sign-up fetch. */
const mayJoin = ({ visits: one }: Group, { visits: other }: Group) =>
  [...one].every(isOfDesk) === [...other].every(isOfDesk) && one.has('entry') === other.has('entry');

/** Whether a part that login and sign-up load lazily would bring in the router, which they lack. */
const takesRouterAlong = ({ visits: by, isRouted }: Group) => isRouted && by.has('besideEntry');

/**
 * The groups with all visits that fetch them, also because a file that is fetched imports them.
 * @returns undefined if one imports itself through others: of two such files one would run before what it needs is there
 */
function withImporters(groups: readonly Group[]): readonly Group[] | undefined {
  const groupOf = new Map(groups.flatMap((group) => group.modules.map((id) => [id, group] as const)));
  const importedBy = new Map<Group, ReadonlySet<Group>>();
  const inOrder: Group[] = [];
  const isCircle = (group: Group): boolean => {
    // Known, but not whole yet: it is what led here.
    if (importedBy.has(group)) return !inOrder.includes(group);
    const imported = new Set([...group.imports].flatMap((id) => groupOf.get(id) ?? []));
    imported.delete(group);
    importedBy.set(group, imported);
    for (const to of imported) if (isCircle(to)) return true;
    inOrder.unshift(group);
    return false;
  };
  if (groups.some(isCircle)) return undefined;
  const visitsOf = new Map(groups.map((group) => [group, new Set(group.visits)]));
  for (const group of inOrder)
    for (const to of importedBy.get(group)!)
      for (const name of visitsOf.get(group)!) visitsOf.get(to)!.add(name);
  return groups.map((group) => ({ ...group, visits: visitsOf.get(group)! }));
}

const sumOf = (groups: readonly Group[]) => groups.reduce((sum, group) => sum + costOf(group), 0);

/** Joins the pair of groups that saves the most, repeatedly, until no join reduces the total cost. */
function joinGroups(groups: readonly Group[]): readonly Group[] {
  const sum = sumOf(groups);
  const pairs = groups.flatMap((one, index) =>
    groups
      .slice(index + 1)
      .filter((other) => mayJoin(one, other))
      .map((other) => {
        const joined = joinTwo(one, other);
        return { one, other, joined, saved: costOf(one) + costOf(other) - costOf(joined) };
      })
      .filter(({ saved }) => saved > 0),
  );
  for (const { one, other, joined } of pairs.toSorted((a, b) => b.saved - a.saved)) {
    const rest = groups.filter((group) => group !== one && group !== other);
    const next = withImporters([joined, ...rest]);
    if (next && !next.some(takesRouterAlong) && sumOf(next) < sum) return joinGroups(next);
  }
  return groups;
}

function findGroups(moduleOf: Rolldown.GetModuleInfo, isOurs: RegExp): ReadonlyMap<string, string> {
  const modules = findModules(moduleOf);
  const routed = findRouted(modules);
  const groups = new Map<string, Group>();
  for (const [id, { from, bytes, imports }] of modules) {
    if (!isOurs.test(id)) continue;
    const by = new Set([...from].flatMap(visitsOfRoot));
    // Modules that only one page needs stay with it, and those that only later parts need stay with these.
    const isOfOthers = by.size === 1 && [...by].every((name) => visits[name]!.weight < 1);
    if (by.size === 0 || from.size < 2 || (isOfOthers && !icon.test(id))) continue;
    const key = [...by].sort().join(' ');
    const alone = { modules: [id], visits: by, bytes, imports: new Set(imports), isRouted: routed.has(id) };
    const before = groups.get(key);
    groups.set(key, before ? joinTwo(before, alone) : alone);
  }
  return new Map(
    joinGroups([...groups.values()]).flatMap(({ modules: ids }, index) =>
      ids.map((id) => [id, `shared-${index}`] as const),
    ),
  );
}

let groupOf: ReadonlyMap<string, string> | undefined;

/**
 * One file for what is fetched together, in place of the dozens into which each further page would split it: on a phone each request costs as much as a
 * kilobyte does, and a page that fetches what it does not need waits for that too. Customers fetch nothing for the desk.
 */
export function fetchedTogether(id: string, moduleOf: Rolldown.GetModuleInfo, isOurs: RegExp): string | null {
  groupOf ??= findGroups(moduleOf, isOurs);
  return groupOf.get(id) ?? null;
}
