import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { formMessages } from '#contract/catalogue/form-messages.ts';
import { endpoints } from '#contract/endpoints.ts';
import { errorText } from '#contract/error-texts.ts';
import { type ErrorCode, errorKey, errorStatus } from '#contract/errors.ts';
import { fieldMessages } from '#contract/fields/field-messages.ts';
import { serverFieldMessages } from '#contract/fields/server-field-messages.ts';
import { modules } from '#server/modules.ts';
import { listMigrations, migrate } from '#server/platform/database/migrate.ts';
import { withDatabase } from '../support/cluster.ts';
import {
  findCycles,
  findForeign,
  findHttpInside,
  findWrongWay,
  type Imports,
  importedNames,
  listFiles,
  readImports,
  root,
} from './imports.ts';

const all = readImports('src');
/** Runtime imports only: a type may refer back to its users. */
const running = readImports('src', false);

describe('the imports', () => {
  it('are read in every form', () => {
    const source = `import a from './a.ts';
      import type { B } from './b.ts';
      import {
        c,
      } from '#contract/c.ts';
      export { d } from './d.ts';
      import './e.ts';
      const f = await import('./f.ts');
      const g = new URL('./g.ts', import.meta.url);
      // import z from './z.ts';`;
    expect(importedNames(source).sort()).toEqual([
      '#contract/c.ts',
      './a.ts',
      './b.ts',
      './d.ts',
      './e.ts',
      './f.ts',
      './g.ts',
    ]);
    expect(importedNames(source, false)).not.toContain('./b.ts');
    expect(importedNames(source, false)).toHaveLength(6);
    expect(all.size).toBeGreaterThan(100);
    for (const [file, targets] of all) {
      // Apart from assets and generated files every import must resolve, or the parsing has gone wrong.
      for (const target of targets.filter((path) => /\.tsx?$/.test(path)))
        expect(all.has(target), `${file} → ${target}`).toBe(true);
    }
    expect(all.get('src/server/app.ts')).toContain('src/server/maintenance.ts');
  });

  it('form no cycle of files', () => {
    expect(findCycles(running)).toEqual([]);
  });

  it('would reveal a planted cycle, however long', () => {
    const planted: Imports = new Map([
      ...all,
      [
        'src/server/ledger/ledger.ts',
        [...all.get('src/server/ledger/ledger.ts')!, 'src/server/wallet/wallet.service.ts'],
      ],
    ]);
    expect(findCycles(planted).join()).toContain('src/server/wallet/wallet.service.ts');
    expect(
      findCycles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['d']],
          ['d', ['b']],
        ]),
      ),
    ).toEqual(['b → c → d → b']);
    expect(findCycles(new Map([['a', ['a']]]))).toEqual(['a → a']);
  });

  it('follow the order of the modules', () => {
    const remedy =
      'pass it as a function from open-modules.ts: a module imports from those before it in modules.ts';
    expect(findWrongWay(all, modules), remedy).toEqual([]);
    const folders = new Set(
      [...all.keys()].flatMap((path) => /^src\/server\/([^/]+)\//.exec(path)?.[1] ?? []),
    );
    expect([...folders].sort()).toEqual([...modules].sort());
  });

  it('would reveal a planted import against the order, or up to the code that assembles the modules', () => {
    const plant = (from: string, to: string) => findWrongWay(new Map([...all, [from, [to]]]), modules);
    expect(plant('src/server/platform/planted.ts', 'src/server/orders/orders.service.ts')).toEqual([
      'src/server/platform/planted.ts → src/server/orders/orders.service.ts',
    ]);
    expect(plant('src/server/ledger/planted.ts', 'src/server/accounts/accounts.service.ts')).toHaveLength(1);
    expect(plant('src/server/reports/planted.ts', 'src/server/app.ts')).toHaveLength(1);
    expect(plant('src/server/helpers/planted.ts', 'src/contract/money.ts')).toEqual([
      'src/server/helpers/planted.ts is in no known module',
    ]);
    expect(plant('src/server/reports/planted.ts', 'src/server/ledger/ledger.ts')).toEqual([]);
  });

  it('never cross between web and server, nor out of the contract', () => {
    expect(findForeign(all)).toEqual([]);
    const plant = (from: string, to: string) => findForeign(new Map([[from, [to]]]));
    expect(plant('src/web/main.tsx', 'src/server/app.ts')).toHaveLength(1);
    expect(plant('src/server/app.ts', 'src/web/main.tsx')).toHaveLength(1);
    expect(plant('src/contract/money.ts', 'src/server/app.ts')).toHaveLength(1);
  });

  it('of use cases, queries and rules do not include HTTP', () => {
    const files = listFiles('src/server', /\.ts$/);
    expect(files.filter((path) => path.endsWith('.service.ts')).length).toBeGreaterThan(25);
    expect(findHttpInside(files, (path) => importedNames(readFileSync(join(root, path), 'utf8')))).toEqual(
      [],
    );
  });

  it('would reveal a planted use case that imports HTTP', () => {
    const plant = (path: string, name: string) => findHttpInside([path], () => [name]);
    expect(plant('src/server/orders/planted.service.ts', '../platform/http/bind.ts')).toEqual([
      'src/server/orders/planted.service.ts → ../platform/http/bind.ts',
    ]);
    expect(plant('src/server/orders/planted.rules.ts', 'fastify')).toHaveLength(1);
    expect(plant('src/server/platform/planted.queries.ts', './http/admission.ts')).toHaveLength(1);
    expect(plant('src/server/orders/planted.routes.ts', '../platform/http/bind.ts')).toEqual([]);
    expect(plant('src/server/orders/planted.service.ts', '../platform/request/caller.ts')).toEqual([]);
  });

  it('of the contract need neither Node nor a browser', () => {
    for (const path of listFiles('src/contract', /\.ts$/).filter((name) => !name.endsWith('.test.ts'))) {
      const foreign = importedNames(readFileSync(join(root, path), 'utf8')).filter(
        (name) => !name.startsWith('.') && name !== 'zod',
      );
      expect(foreign, path).toEqual([]);
    }
  });
});

describe('the files', () => {
  it('have at most 450 lines', () => {
    const isGenerated = (path: string) => path.endsWith('db-types.ts');
    const long = ['src', 'tests', 'scripts', 'bench', 'migrations'].flatMap((folder) =>
      listFiles(folder, /\.(?:tsx?|mjs|sql|css)$/).flatMap((path) => {
        if (isGenerated(path)) return [];
        const lines = readFileSync(join(root, path), 'utf8').split('\n').length - 1;
        return lines > 450 ? [`${path}: ${lines}`] : [];
      }),
    );
    expect(long, 'move what belongs together into a file of its own').toEqual([]);
  });

  it('state their purpose in the first line, unless they are tests, routes or plain entries', () => {
    const silent = listFiles('src/server', /\.ts$/).filter(
      (path) =>
        !/\.test\.ts$|\.routes\.ts$|db-types\.ts$/.test(path) &&
        !readFileSync(join(root, path), 'utf8').startsWith('// '),
    );
    expect(silent, 'begin the file with a comment that says what it is for').toEqual([]);
  });
});

describe('the styles', () => {
  it('tile a plain gradient instead of repeating one, of which Firefox draws nothing when its colours are oklch', () => {
    const repeated = listFiles('src/web', /\.(?:tsx?|css)$/).filter((path) =>
      readFileSync(join(root, path), 'utf8').includes('repeating-'),
    );
    expect(repeated).toEqual([]);
  });
});

describe('the refusals', () => {
  it('each have a text in both languages and a key for their status', () => {
    for (const [code, status] of Object.entries(errorStatus) as [ErrorCode, number][]) {
      expect(errorText(code, 'bn'), code).toMatch(/[\u0980-\u09ff]/);
      expect(errorText(code, 'en'), code).toMatch(/^[A-Z]/);
      expect(errorText(code, 'en'), code).not.toMatch(/[\u0980-\u09ff]/);
      expect(errorKey(status)).toBe([400, 402, 409].includes(status) ? 'error' : 'detail');
      // Nothing internal is named.
      expect(`${errorText(code, 'bn')} ${errorText(code, 'en')}`, code).not.toMatch(
        /SQL|null|undefined|exception/i,
      );
    }
    const messages = [fieldMessages, formMessages, serverFieldMessages].flatMap((table) =>
      Object.entries(table),
    );
    expect(new Set(messages.map(([key]) => key)).size).toBe(messages.length);
    for (const [key, texts] of messages) {
      expect(texts.bn, key).toMatch(/[\u0980-\u09ff]/);
      expect(texts.en, key).toMatch(/^[A-Z]/);
    }
  });

  it('are each sent by something', () => {
    const sources = listFiles('src', /(?<!\.test)\.tsx?$/)
      .filter((file) => !/(?:-messages|error-texts|contract\/errors)\.ts$/.test(file))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const named = new Set(sources.match(/\b[a-z]+(?:_[a-z]+)*\b/g));
    const keys = [errorStatus, fieldMessages, formMessages, serverFieldMessages].flatMap(Object.keys);
    expect(keys.filter((key) => !named.has(key))).toEqual([]);
  });

  it('that a call declares are known ones', () => {
    for (const { path, errors } of Object.values(endpoints) as { path: string; errors?: readonly string[] }[])
      for (const code of errors ?? []) expect(Object.keys(errorStatus), path).toContain(code);
  });
});

describe('the migrations', () => {
  const clusterUrl = () => inject('clusterUrl');
  async function inNewDatabase(name: string, work: (url: string) => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: clusterUrl() });
    await client.connect();
    try {
      await client.query(`create database ${name}`);
      await work(withDatabase(clusterUrl(), name));
    } finally {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    }
  }

  it('apply once each to an empty database, and a second run does nothing', async () => {
    await inNewDatabase('migrations_from_empty', async (url) => {
      const names = (await listMigrations()).map(({ name }) => name);
      expect(names).toEqual([...names].sort());
      for (const name of names) expect(name).toMatch(/^\d{14}_[a-z_]+\.sql$/);
      expect(await migrate(url)).toEqual(names);
      expect(await migrate(url)).toEqual([]);
    });
  });

  it('apply once when two processes start at the same time', async () => {
    await inNewDatabase('migrations_together', async (url) => {
      const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
      expect(applied.map((names) => names.length).sort()).toEqual([0, 0, (await listMigrations()).length]);
    });
  });

  it('refuse the start when one was edited after it was applied', async () => {
    await inNewDatabase('migrations_edited', async (url) => {
      await migrate(url);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query(
        `update schema_migrations set hash = 'other' where name like '%create_orders%' returning name`,
      );
      await client.end();
      await expect(migrate(url)).rejects.toThrow(
        `Migration ${rows[0]!.name} was edited after it was applied`,
      );
    });
  });

  it('describe every table and name every constraint', async () => {
    await inNewDatabase('migrations_described', async (url) => {
      await migrate(url);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows: silent } =
        await client.query(`select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'schema_migrations' and obj_description(c.oid) is null`);
      const { rows: unnamed } =
        await client.query(`select conname from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
        where n.nspname = 'public' and t.relname <> 'schema_migrations' and c.contype in ('c', 'f', 'u') and conname ~ '_(check|fkey|key)\\d*$'`);
      await client.end();
      expect(
        silent.map((row) => row.relname),
        'add `comment on table`',
      ).toEqual([]);
      expect(
        unnamed.map((row) => row.conname),
        'write `constraint <name>` before each',
      ).toEqual([]);
    });
  });

  it('match the generated table types and the documented settings', () => {
    const output = execFileSync(process.execPath, ['scripts/generate.ts', '--check'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(output).toBe('');
  });
});
