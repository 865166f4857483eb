// The cost of a first visit on a phone, computed from the built files.
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const built = join(import.meta.dirname, '../../dist/web');
const sources = join(import.meta.dirname, '../../src/web');

function importsOf(name: string): string[] {
  const code = readFileSync(join(built, 'assets', name), 'utf8');
  const imports = code.matchAll(/(?:^|[;}])(?:im|ex)port(?:[^"'`();]*?from)?["'`]\.\/([^"'`]+\.js)["'`]/g);
  return [...imports].map(([, next]) => next!);
}

/** A chunk with its static imports, without what it loads later. */
function chunksOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of importsOf(name)) chunksOf(next, found);
  return found;
}

/** What is fetched for a page: its code by the prefixes of the file names, each named by what was fetched before. */
function firstVisit(...pages: readonly string[]): Set<string> {
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  const found = new Set<string>();
  for (const [, name] of html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)) chunksOf(name!, found);
  for (const next of pages) {
    const code = [...found].map((name) => readFileSync(join(built, 'assets', name), 'utf8')).join('\n');
    const name = new RegExp(`/(${next}-[\\w-]{7}\\.js)`).exec(code)?.[1];
    if (!name) throw new Error(`${next} is fetched by nobody`);
    chunksOf(name, found);
  }
  return found;
}

/** What to do about a first visit that has become too large. */
function adviceOn(sizes: readonly (readonly [name: string, bytes: number])[]): string {
  const largest = [...sizes].sort(([, one], [, other]) => other - one).slice(0, 8);
  return [
    'Load later what the first screen does not show (lazyPart or fetchCode in src/web/lib/loading/code.ts).',
    'Keep the texts of one page out of its area’s text-bn.ts, which the menu loads.',
    'The hashes in file names alone move the sum by about 50 bytes.',
    `The largest files: ${largest.map(([name, bytes]) => `${name} ${bytes}`).join(', ')}.`,
  ].join(' ');
}

describe.skipIf(!existsSync(built))('the first visit to', () => {
  it.each([
    ['login and sign-up', 85_000, ['entry-pages']],
    ['the front page', 119_800, ['app', 'landing-page']],
    ['the customer’s home', 147_000, ['app', 'customer-shell', 'dashboard-page']],
    ['own orders', 155_000, ['app', 'customer-shell', 'my-orders-page']],
    ['own account', 170_000, ['app', 'customer-shell', 'profile-page']],
    ['the desk’s orders', 182_000, ['app', 'admin-shell', 'orders-page']],
    ['the desk’s dashboard', 154_000, ['app', 'admin-shell', 'admin-dashboard-page']],
  ] as const)('%s takes at most %i bytes of script', (_, allowedBytes, pages) => {
    const names = [...firstVisit(...pages)];
    const sizes = names.map((name) => [name, statSync(join(built, 'assets', `${name}.br`)).size] as const);
    const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
    expect(bytes).toBeGreaterThan(60_000);
    expect(bytes, adviceOn(sizes)).toBeLessThanOrEqual(allowedBytes);
  });

  it.each([
    ['customer-shell', 'customer', undefined],
    ['dashboard-page', 'customer', '/app'],
    ['my-orders-page', 'customer', '/app/my-orders'],
    ['my-files-page', 'customer', '/app/my-files'],
    ['new-order-page', 'customer', '/app/my-orders/new'],
    ['admin-shell', 'desk', undefined],
    ['orders-page', 'desk', '/admin/orders'],
    ['admin-dashboard-page', 'desk', '/admin/dashboard'],
  ] as const)('%s in its area is named whole by the page, in few files', (page, frame, address) => {
    const html = readFileSync(join(built, 'index.html'), 'utf8');
    const list = (name: string) => new RegExp(`data-${name}='([^']*)'`).exec(html)![1]!;
    const pages = JSON.parse(list('pages')) as Record<string, { files: string }>;
    const named = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name!);
    for (const files of [list('router'), list(frame), ...(address ? [pages[address]!.files] : [])])
      named.push(...files.split(' ').map((path) => basename(path)));
    const code = readdirSync(join(built, 'assets')).find((name) =>
      new RegExp(`^${page}-[\\w-]{7}\\.js$`).test(name),
    )!;
    expect([...chunksOf(code)].filter((name) => !named.includes(name))).toEqual([]);
    expect(named.length).toBeLessThanOrEqual(30);
    // Of menus and dialogs none is open when a page appears.
    expect(named.filter((name) => name.startsWith('overlays-'))).toEqual([]);
  });

  it('no page takes the validator of the server, which evaluates code that the page’s policy forbids', () => {
    const files = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.js'));
    expect(files.length).toBeGreaterThan(50);
    expect(
      files.filter((name) => readFileSync(join(built, 'assets', name), 'utf8').includes('_zod')),
    ).toEqual([]);
  });

  it.each(['terms-dialog', 'login-dialog', 'service-worker'])(
    '%s, which login and sign-up fetch later, takes no router',
    (part) => {
      const code = readdirSync(join(built, 'assets')).find((name) =>
        new RegExp(`^${part}-[\\w-]{7}\\.js$`).test(name),
      )!;
      expect([...chunksOf(code)].filter((name) => /^(?:app|router)-/.test(name))).toEqual([]);
    },
  );

  it('login takes no code and no text of the back office, nor of the portal behind it', () => {
    const code = [...firstVisit('entry-pages')]
      .map((name) => readFileSync(join(built, 'assets', name), 'utf8'))
      .join('\n');
    expect(code).toContain('ইউজারনেম অথবা পাসওয়ার্ড সঠিক নয়');
    for (const words of ['সব অর্ডার', 'ব্যবহারকারী তৈরি', 'স্বাগতম,', 'তথ্য কপি তৈরি'])
      expect(code.includes(words), words).toBe(false);
    for (const call of ['GET /account/users/', 'POST /account/orders/', 'GET /account/activity/'])
      expect(code.includes(call), call).toBe(false);
  });

  it('a customer’s page takes no page of the back office, and none of the texts that only staff read', () => {
    const files = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.js'));
    const pagesOf = (area: string) =>
      globSync('**/*-{page,shell}.tsx', { cwd: join(sources, 'areas', area) }).map((path) =>
        basename(path, '.tsx'),
      );
    const filesOf = (page: string) =>
      files.filter((name) => new RegExp(`^${page}-[\\w-]{7}\\.js$`).test(name));
    const taken = new Set<string>();
    for (const page of [...pagesOf('customer'), ...pagesOf('public')])
      for (const name of filesOf(page)) chunksOf(name, taken);
    expect([...taken].some((name) => name.startsWith('customer-shell'))).toBe(true);
    // Both areas have a notices page; the file names do not tell them apart.
    const staffPages = pagesOf('admin').filter((page) => page !== 'notices-page');
    expect(staffPages.length).toBeGreaterThan(20);
    expect(staffPages.flatMap(filesOf).filter((name) => taken.has(name))).toEqual([]);

    const textsOf = (folder: string, names: readonly string[]) =>
      names.flatMap((name) =>
        [...readFileSync(join(folder, name), 'utf8').matchAll(/'([^'\n]{20,})'/g)].map(([, words]) => words!),
      );
    const contract = join(sources, '../contract');
    const texts = globSync('{ui,areas,features}/**/*text-bn.ts', { cwd: sources });
    const isOfStaff = (name: string) =>
      /staff[-/]text|^areas\/admin\/|^features\/(?:catalogue|checkup|reports|settings)\//.test(name);
    // Response types are declared once for both.
    const shared = new Set([
      ...textsOf(
        sources,
        texts.filter((name) => !isOfStaff(name)),
      ),
      ...textsOf(contract, globSync('**/*.ts', { cwd: contract })),
    ]);
    const ofStaff = textsOf(sources, texts.filter(isOfStaff)).filter((words) => !shared.has(words));
    expect(ofStaff.length).toBeGreaterThan(150);
    const code = [...taken].map((name) => readFileSync(join(built, 'assets', name), 'utf8')).join('\n');
    expect(code).toContain('আপনার ওয়ালেট বন্ধ আছে');
    const isThere = (words: string) =>
      ['"', "'", '`'].some((mark) => code.includes(`${mark}${words}${mark}`));
    expect(ofStaff.filter(isThere)).toEqual([]);
  });
});

// Of two chunks that import each other one runs before what it needs is there.
it.skipIf(!existsSync(built))('no chunk imports itself through others', () => {
  const chunks = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.js'));
  expect(chunks.length).toBeGreaterThan(100);
  const inCircles = chunks.filter((name) => importsOf(name).some((next) => chunksOf(next).has(name)));
  expect(inCircles).toEqual([]);
});
