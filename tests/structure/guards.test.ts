// The rules of CONTRIBUTING.md that can be checked from the sources. Each has a planted violation that it must catch.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobName } from '#contract/jobs.ts';
import { modules } from '#server/modules.ts';
import { personalData } from '#server/privacy/personal-data.ts';
import { tables } from '#server/tables.ts';
import { findUnusedExports } from './exports.ts';
import { findCycles, findWrongLayer, isTest, listFiles, nodesOf, readImports, root } from './imports.ts';
import { findForeignTables, holdsSql } from './tables.ts';

const read = (paths: readonly string[]) =>
  new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const product = read(
  listFiles('src', /\.tsx?$/).filter((path) => !isTest(path) && !path.endsWith('db-types.ts')),
);
const server = [...product].filter(([path]) => path.startsWith('src/server/'));

describe('imports', () => {
  it('form no cycle, types included', () => {
    const all = readImports('src');
    expect(findCycles(all)).toEqual([]);
    const planted = new Map([...all, ['src/web/text/shop-name.ts', ['src/web/text/texts.ts']]]);
    expect(findCycles(planted)).toEqual([
      'src/web/text/texts.ts → src/web/text/shop-name.ts → src/web/text/texts.ts',
    ]);
  });

  it('of the web client go down: lib, text, ui, features, areas; and never from one area into another', () => {
    const all = readImports('src');
    expect(findWrongLayer(all)).toEqual([]);
    const plant = (from: string, to: string) => findWrongLayer(new Map([[from, [to]]]));
    expect(plant('src/web/ui/button.tsx', 'src/web/features/orders/text.ts')).toHaveLength(1);
    expect(plant('src/web/lib/api/api.ts', 'src/web/router.tsx')).toHaveLength(1);
    expect(plant('src/web/areas/admin/a.tsx', 'src/web/areas/customer/b.tsx')).toHaveLength(1);
    expect(plant('src/web/areas/admin/a.tsx', 'src/web/ui/button.tsx')).toEqual([]);
  });
});

describe('SQL', () => {
  /** Beside `*.queries.ts` and `*.audit.ts`: modules that are made of it. */
  const isItsPlace = (path: string) =>
    /\.(?:queries|audit)\.ts$|^src\/server\/(?:ledger|platform)\/|audit-log\/record-event\.ts$/.test(path);

  it('is only in the queries of modules, the ledger and the platform', () => {
    const misplaced = server.filter(([path, source]) => !isItsPlace(path) && holdsSql(source, path));
    expect(
      misplaced.map(([path]) => path),
      'move the SQL to a *.queries.ts of its module',
    ).toEqual([]);
    expect(holdsSql('const a = sql`select 1`;')).toBe(true);
    expect(holdsSql('const a = sql<{ a: 1 }>`select 1`.execute(db);')).toBe(true);
    expect(holdsSql("db.selectFrom('users').selectAll();")).toBe(true);
    expect(holdsSql("const from = Buffer.from('select');")).toBe(false);
  });

  it('goes through connections whose loss is heard: of one without a listener the process would end', () => {
    const opens = (source: string) => /new (?:pg\.)?(?:Client|Pool)\(\s*\{\s*connectionString/.test(source);
    const scripts = read(listFiles('scripts', /\.ts$/));
    const places = [...server, ...scripts].filter(([, source]) => opens(source)).map(([path]) => path);
    expect(places).toEqual(['src/server/platform/database/connect.ts', 'src/server/platform/live/live.ts']);
    expect(opens('const client = new pg.Client({ connectionString: url });')).toBe(true);
  });

  /** Code that assembles a whole database or fills it with demo data crosses module boundaries. */
  const across: Readonly<Record<string, string>> = {
    'src/server/demo.queries.ts': 'fills the tables of several modules for show',
    'src/server/platform/installation/key-files.ts': 'publishes keys before any module is open',
    'src/server/platform/installation/restored-database.ts':
      'settles the transaction numbers of a restored database',
    'src/server/platform/live/live.ts': 'a ticket of the channel ends with its session',
  };

  it('writes the tables of its own module and reads those of modules to its left', () => {
    const wrong = server.flatMap(([path, source]) =>
      path in across ? [] : findForeignTables(path, source, tables, modules),
    );
    const remedy = 'use a function of the module that owns the table (src/server/tables.ts)';
    expect(wrong, remedy).toEqual([]);
    for (const path of Object.keys(across))
      expect(findForeignTables(path, product.get(path)!, tables, modules), path).not.toEqual([]);
  });

  it('is caught when it crosses, raw SQL included', () => {
    const plant = (path: string, source: string) => findForeignTables(path, source, tables, modules);
    expect(plant('src/server/orders/x.queries.ts', 'sql`update users set a = 1`')).toEqual([
      'src/server/orders/x.queries.ts writes users of accounts',
    ]);
    expect(plant('src/server/wallet/x.queries.ts', 'sql`select 1 from payments p`')).toHaveLength(1);
    expect(
      plant('src/server/wallet/x.queries.ts', "db.selectFrom('users').leftJoin('orders as o', 'a', 'b')"),
    ).toEqual(['src/server/wallet/x.queries.ts reads orders of orders']);
    expect(plant('src/server/wallet/x.queries.ts', "db.insertInto('cash_days')")).toEqual([]);
  });

  it('has an owner for each table of the schema', () => {
    const schema = readFileSync(join(root, 'docs/schema.sql'), 'utf8');
    const there = [...schema.matchAll(/^create table "?(\w+)/gm)].map(([, name]) => name!);
    expect(there.length).toBeGreaterThan(50);
    const remedy = 'name each table once in src/server/tables.ts, under the module that owns it';
    expect(Object.values(tables).flat().sort(), remedy).toEqual(there.sort());
  });
});

describe('personal data', () => {
  /** Tables that a module mentions but another owns. Before the first migration there is one more, the platform's. */
  const findForeignEntries = (said: typeof personalData) =>
    Object.entries(said).flatMap(([module, data]) => {
      const own = [
        ...(tables[module as keyof typeof tables] ?? []),
        ...(module === 'platform' ? ['schema_migrations'] : []),
      ];
      return Object.keys(data.tables).flatMap((table) =>
        own.includes(table) ? [] : [`${module}: ${table}`],
      );
    });

  it('is described by the module whose tables hold it, in a file of its own', () => {
    expect(findForeignEntries(personalData)).toEqual([]);
    expect(Object.keys(personalData)).toEqual(modules.filter((module) => tables[module]));
    for (const module of Object.keys(personalData))
      expect(product.has(`src/server/${module}/${module}.personal.ts`), module).toBe(true);
    const elsewhere = server.filter(
      ([path, source]) =>
        !/\.personal\.ts$|privacy\/personal-data\.ts$/.test(path) && /: PersonalData\b/.test(source),
    );
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });

  it('is caught when another module describes it', () => {
    const { users } = personalData.accounts!.tables;
    expect(findForeignEntries({ orders: { tables: { users: users! } } })).toEqual(['orders: users']);
  });

  it('is deleted by a job that is scheduled, where its table names one', () => {
    const isScheduled = (job: string) =>
      server.some(([, source]) => new RegExp(`name: '${job}',\\s+everySeconds`).test(source));
    const findUnscheduled = (said: typeof personalData) =>
      Object.entries(said).flatMap(([module, data]) =>
        Object.entries(data.tables)
          .filter(([, { life }]) => 'goBy' in life && !isScheduled(life.goBy))
          .map(([table]) => `${module}: ${table}`),
      );
    const remedy = 'name in `goBy` the job that deletes its rows, as the `jobs` of a module schedule it';
    expect(findUnscheduled(personalData), remedy).toEqual([]);
    const life = { goBy: 'remove old' as JobName, when: 'planted' };
    expect(findUnscheduled({ files: { tables: { diaries: { other: [], life } } } })).toEqual([
      'files: diaries',
    ]);
  });
});

describe('exports', () => {
  /** Entries that are not imported, and shapes that tests hold the schema to. */
  const known = ['src/engines/rendering/inspect-pdf.ts: readPdfLinks', 'src/server/tables.ts: tables'];

  it('are used by the product, not only by tests', () => {
    const users = read([...listFiles('scripts', /\.ts$/), ...listFiles('bench', /\.ts$/)]);
    const entries = /^src\/web\/(?:prerender|main)\.tsx:/;
    const unused = findUnusedExports(product, users).filter(
      (found) => !known.includes(found) && !entries.test(found),
    );
    expect(unused, 'delete what nothing uses, or do not export what only its own file uses').toEqual([]);
  }, 60_000);

  it('are caught when nothing uses them', () => {
    const source = `export const planted = 1; export function used() {} export type Own = 1; const x: Own = 1;`;
    const user = `import { used } from './a.ts';`;
    expect(findUnusedExports(new Map([['src/a.ts', source]]), new Map([['src/b.ts', user]]))).toEqual([
      'src/a.ts: planted',
    ]);
    const all = `import * as a from './a.ts'; a.planted; a.used();`;
    expect(findUnusedExports(new Map([['src/a.ts', source]]), new Map([['src/b.ts', all]]))).toEqual([]);
  });
});

describe('functions', () => {
  /** Functions that are too long, with their lines. Components and anything else in `.tsx` may be longer. */
  function tooLong(path: string, source: string): string[] {
    const limit = path.endsWith('.tsx') ? 120 : 70;
    const found: string[] = [];
    for (const node of nodesOf(source, path)) {
      if (!/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) continue;
      const lines = source.slice(node.start, node.end).split('\n').length;
      const name = (node.id as { name?: string } | null)?.name ?? 'a function';
      if (lines > limit) found.push(`${path} ${name}: ${lines} lines, at most ${limit}`);
    }
    return found;
  }

  it('have at most 70 lines, components 120', () => {
    const found = [...product].flatMap(([path, source]) => tooLong(path, source));
    expect(found, 'move steps that have a name into functions of their own').toEqual([]);
  });

  it('are caught when they are longer', () => {
    const body = 'x();\n'.repeat(80);
    expect(tooLong('src/a.ts', `export function long() {\n${body}}`)).toEqual([
      'src/a.ts long: 82 lines, at most 70',
    ]);
    expect(tooLong('src/a.tsx', `export function Page() {\n${body}}`)).toEqual([]);
    expect(tooLong('src/a.tsx', `export function Page() {\n${body}${body}}`)).toEqual([
      'src/a.tsx Page: 162 lines, at most 120',
    ]);
  });
});

describe('forms', () => {
  const drawsForm = (source: string, path: string) =>
    [...nodesOf(source, path)].some(
      (node) => node.type === 'JSXOpeningElement' && (node.name as { name?: string }).name === 'form',
    );

  it('are all rendered by the one component', () => {
    const own = [...product].filter(([path, source]) => path.endsWith('.tsx') && drawsForm(source, path));
    expect(own.map(([path]) => path)).toEqual(['src/web/ui/form/form.tsx']);
    expect(drawsForm('const a = <form onSubmit={send}><Input /></form>;', 'src/web/a.tsx')).toBe(true);
    expect(drawsForm('const a = <Form form={form} />;', 'src/web/a.tsx')).toBe(false);
  });

  it('find the wrong field by its invalid state, not by its name in the document', () => {
    const found = [...product].filter(([, source]) => source.includes('getElementsByName'));
    expect(found.map(([path]) => path)).toEqual([]);
  });
});

describe('mutations', () => {
  const own = 'src/web/lib/api/use-mutation.ts';
  const takesLibrary = (source: string) =>
    [...source.matchAll(/import [^;]*? from '@tanstack\/react-query'/g)].some(([line]) =>
      /\buseMutation\b/.test(line),
    );

  it('all come from the hook that joins a second press to the first', () => {
    const found = [...product].filter(
      ([path, source]) => path.startsWith('src/web/') && takesLibrary(source),
    );
    expect(found.map(([path]) => path)).toEqual([own]);
    expect(takesLibrary("import { useMutation, useQuery } from '@tanstack/react-query';")).toBe(true);
    expect(takesLibrary("import { useQuery } from '@tanstack/react-query';\nuseMutation();")).toBe(false);
  });
});

describe('folders', () => {
  /** Each with the number of files directly in it. */
  function tooFull(paths: readonly string[]): string[] {
    const counts = new Map<string, number>();
    for (const path of paths) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    return [...counts].flatMap(([folder, count]) => (count > 25 ? [`${folder}: ${count}`] : [])).sort();
  }

  it('hold at most 25 files, except the sample copies for reading', () => {
    const paths = listFiles('src', /./);
    expect(paths.length).toBeGreaterThan(800);
    const found = tooFull(paths.filter((path) => !path.startsWith('src/engines/fixtures/')));
    expect(found, 'move files that belong together into a folder of their own').toEqual([]);
  });

  it('are caught when they hold more', () => {
    const planted = Array.from({ length: 26 }, (_, at) => `src/server/orders/planted-${at}.ts`);
    expect(tooFull(planted)).toEqual(['src/server/orders: 26']);
    expect(tooFull(planted.slice(1))).toEqual([]);
  });
});

describe('code that belongs in one place', () => {
  /** What it is, where it is, and what would count as a second one. */
  const homes: readonly (readonly [string, string, RegExp])[] = [
    ['the zone of Dhaka in SQL', 'src/server/platform/database/dhaka.ts', /Asia\/Dhaka/],
    ['the shift of Dhaka', 'src/contract/dates/dates.ts', /\b6 \* 3_?600_?000\b|T0[06]:00:00(?:Z|\+06:00)/],
    [
      'a person’s name in SQL',
      'src/server/accounts/person-name.queries.ts',
      /first_name(?:`\))?\}? \|\| ' ' \|\||concat_ws\(' ', [\w.]*first_name/,
    ],
    ['what a transfer does', 'src/server/ledger/wallet-effect.ts', /then -amount_paisa|else -amount_paisa/],
    ['a person’s name', 'src/contract/accounts/person-name.ts', /first_name\} \$\{[\w.]*last_name/],
  ];
  const findSecond = (path: string, source: string) =>
    homes.flatMap(([what, home, pattern]) =>
      path !== home && pattern.test(source) ? [`${path}: ${what}; import it from ${home}`] : [],
    );

  it('occurs nowhere else on the server and in the contract', () => {
    const sources = [...product].filter(([path]) => /^src\/(?:server|contract)\//.test(path));
    expect(sources.flatMap(([path, source]) => findSecond(path, source))).toEqual([]);
    for (const [what, home, pattern] of homes) expect(product.get(home), what).toMatch(pattern);
  });

  it('is caught when it is written a second time', () => {
    const plant = (source: string) => findSecond('src/server/orders/x.queries.ts', source);
    expect(plant("sql`(now() at time zone 'Asia/Dhaka')::date`")).toHaveLength(1);
    expect(plant('new Date(moment.getTime() + 6 * 3_600_000)')).toHaveLength(1);
    expect(plant("new Date(day + 'T06:00:00Z')")).toHaveLength(1);
    expect(plant("sql`case kind when 'capture' then -amount_paisa else 0 end`")).toHaveLength(1);
    expect(plant("sql`select u.first_name || ' ' || u.last_name`")).toHaveLength(1);
    expect(plant("sql`select concat_ws(' ', users.first_name, users.last_name)`")).toHaveLength(1);
    expect(plant(`\`\${row.first_name} \${row.last_name}\``)).toHaveLength(1);
  });

  it('reads bare names in SQL for customers and where addresses are masked, not for lists of what colleagues did', () => {
    const isBare = (source: string) => /\bfullName\(/.test(source);
    expect(server.flatMap(([path, source]) => (isBare(source) ? path : [])).sort()).toEqual([
      'src/server/accounts/person-name.queries.ts',
      'src/server/files/file-details.queries.ts',
      'src/server/reports/activity/activity.queries.ts',
    ]);
    expect(isBare("fullName('u')")).toBe(true);
  });
});

describe('the minus of a sum', () => {
  it('is left to the format of the screen, which holds it together with its sum', () => {
    const isOwn = (source: string) => /'−'[^\n]*\n?[^\n]*\btaka\(/.test(source);
    expect([...product].flatMap(([path, source]) => (isOwn(source) ? path : []))).toEqual([]);
    expect(isOwn("{isBack ? '−' : ''}\n{format.taka(amount)}")).toBe(true);
  });
});

describe('periods', () => {
  it('of one day name it once: only one function writes them', () => {
    const byHand = /\} ?– ?\$?\{|from\}-\$\{[\w.]*to\}/u;
    expect(byHand.test('{format.date(file.first_at)} – {format.date(file.last_at)}')).toBe(true);
    expect(byHand.test('`$' + '{report.from} – $' + '{report.to}`')).toBe(true);
    expect([...product].flatMap(([path, source]) => (byHand.test(source) ? [path] : []))).toEqual([
      // A range of bytes.
      'src/server/files/send-file.ts',
    ]);
  });
});

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('npm scripts', () => {
  it('each run an existing file', () => {
    for (const [name, command] of Object.entries(scripts)) {
      const file = /scripts\/run\.mjs (\S+)/.exec(command)?.[1];
      expect(file, name).toBeDefined();
      expect(existsSync(join(root, 'scripts', file!)), `${name} runs ${file}`).toBe(true);
    }
  });
});

describe('documents for readers', () => {
  const folders = ['src', 'tests', 'scripts', 'bench', 'docs', 'deploy', 'templates', 'migrations'];
  const files = folders.flatMap((folder) => listFiles(folder, /./));
  const code = new RegExp(`^(?:${folders.join('|')})/|\\.(?:tsx?|mjs|typ|sql)$`);

  /** Commands, files and links that a document names and that do not exist. A file may be named by the end of its path. */
  function findGone(path: string, text: string): string[] {
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
    const named = [...text.matchAll(/`([\w./-]+)`/g)]
      .map(([, name]) => name!)
      .filter((name) => code.test(name) && !name.startsWith('.'));
    const links = [...text.matchAll(/\]\(([\w./-]+)[)#]/g)].map(([, link]) => link!);
    return [
      ...commands.filter((name) => !(name in scripts)),
      ...named.filter(
        (name) => !existsSync(join(root, name)) && !files.some((file) => file.endsWith(`/${name}`)),
      ),
      ...links.filter((link) => !existsSync(join(root, dirname(path), link))),
    ];
  }

  it('name commands, files and folders that exist', () => {
    const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md'];
    documents.push('docs/operations.md', 'docs/cluster.md', 'docs/glossary.md');
    const gone = documents.flatMap((path) =>
      findGone(path, readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
    );
    expect(gone, 'correct or remove what the document names').toEqual([]);
  });

  it('are caught when they name what is gone', () => {
    const text =
      'Run `npm run planted`, read `src/planted/`, `ledger.ts` and `planted.ts`, see [it](docs/planted.md#a).';
    expect(findGone('README.md', text)).toEqual(['planted', 'src/planted/', 'planted.ts', 'docs/planted.md']);
  });
});
