// Which modules of the web client go into one file, by the pages that fetch them.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** Pages by who fetches them, those opened first by themselves. */
const fetchers = {
  customerFrame: /areas\/customer\/customer-shell/,
  customerHome: /areas\/customer\/dashboard-page/,
  customer: /areas\/customer\//,
  deskFrame: /areas\/admin\/admin-shell/,
  deskHome: /areas\/admin\/orders\/orders-page/,
  desk: /areas\/admin\//,
  entry: /areas\/public\/accounts\/(?:login|sign-up)-page|web\/(?:main|entry-pages|beside-first-visit)\./,
  besideEntry: /areas\/public\/accounts\/|features\/device\/installing/,
  frontPage: /areas\/public\/landing\//,
  guest: /areas\/public\/(?!accounts\/)|web\/app\./,
};
type Fetcher = keyof typeof fetchers | 'part';

const entry = fileURLToPath(new URL('../src/web/main.tsx', import.meta.url));
const iconList = /lucide-react\/dist\/esm\/lucide-react\./;
const icon = /lucide-react\/dist\/esm\/icons\//;

/** The files of icons by the names under which the library's list, which names them all, gives them. */
function readIcons(listPath: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, names, path] of readFileSync(listPath, 'utf8').matchAll(
    /export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g,
  ))
    for (const [, name] of names!.matchAll(/default as (\w+)/g))
      found.set(name!, join(dirname(listPath), path!));
  return found;
}

/** What a module imports; of the icons those that it names. */
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

/** For each module, who fetches it with a page or a later part. */
function findFetchers(moduleOf: Rolldown.GetModuleInfo): ReadonlyMap<string, ReadonlySet<Fetcher>> {
  const found = new Map<string, Set<Fetcher>>();
  const begun = new Set<string>();
  const icons = new Map<string, ReadonlyMap<string, string>>();
  const follow = (id: string, fetcher: Fetcher) => {
    const known = found.get(id) ?? new Set();
    found.set(id, known);
    if (known.has(fetcher)) return;
    known.add(fetcher);
    const module = moduleOf(id);
    if (!module) return;
    for (const next of importsOf(module, icons)) follow(next, fetcher);
    for (const next of module.dynamicallyImportedIds) begin(next);
  };
  const begin = (id: string) => {
    if (begun.has(id)) return;
    begun.add(id);
    const [name] = Object.entries(fetchers).find(([, path]) => path.test(id)) ?? ['part'];
    follow(id, name as Fetcher);
  };
  begin(entry);
  return found;
}

let fetchersOf: ReadonlyMap<string, ReadonlySet<Fetcher>> | undefined;

/** Of hundreds of bytes, and on most pages: with the frames, which bring their texts. */
const onMostPages =
  /features\/(?:accounts\/(?:queries|ask-for-address)\.|wallet\/(?:balance\.|queries\.|task-before)|orders\/(?:order-status|text))|ui\/form\/(?:date-input|form-dialog)\.|api\/submit-key\./;

/**
 * One file for what is fetched together, in place of the dozens into which each further page would split it: on a phone each request costs more than a
 * kilobyte does. What one page alone needs stays with it, and customers fetch nothing for the desk.
 */
export function fetchedTogether(id: string, moduleOf: Rolldown.GetModuleInfo): string | null {
  fetchersOf ??= findFetchers(moduleOf);
  const by = fetchersOf.get(id) ?? new Set();
  if (onMostPages.test(id)) return 'frames';
  if (/features\/files\/download\.|ui\/form\/file-drop\./.test(id)) return 'lists';
  if (by.size < 2 || by.has('entry')) return null;
  const isFrames = by.has('customerFrame') || by.has('deskFrame');
  const isCustomers = by.has('customerHome') || by.has('customer');
  if (by.has('frontPage')) return isFrames || isCustomers || icon.test(id) ? 'everywhere' : null;
  if (by.has('guest')) return isFrames || icon.test(id) ? 'lists' : isCustomers ? 'papers' : null;
  // Not with the frames, which take the router with them.
  if (by.has('besideEntry')) return isFrames ? 'dialogs' : icon.test(id) ? 'everywhere' : null;
  if (by.has('customerFrame')) return by.has('deskFrame') || by.has('deskHome') ? 'frames' : 'customer';
  if (by.has('deskFrame')) return isCustomers ? 'frames' : 'desk';
  if (by.has('deskHome')) return isCustomers ? 'frames' : 'order-desk';
  return icon.test(id) ? (isCustomers ? 'icons' : 'desk-icons') : null;
}
