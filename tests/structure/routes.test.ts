// Every route is registered in one place: the sources are checked for it, and a planted exception is caught.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { listFiles, root } from './imports.ts';

const verbs = new Set(['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'all', 'route']);

interface Node {
  readonly type: string;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: { readonly name?: string };
  readonly name?: string;
  readonly arguments?: readonly { readonly type: string; readonly value?: unknown }[];
}

/** Calls that register a route: `app.route(…)`, `scope.get('/…', …)`, and anything else taking a path that way. */
function routesIn(source: string): string[] {
  const found: string[] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const node = part as Node;
    if (node.type === 'CallExpression' && node.callee?.type === 'MemberExpression') {
      const verb = node.callee.property?.name ?? '';
      const owner = node.callee.object?.name ?? node.callee.object?.property?.name ?? '';
      const [first] = node.arguments ?? [];
      const takesPath = typeof first?.value === 'string' && first.value.startsWith('/');
      const isServer = /^(app|server|scope|fastify|instance)$/.test(owner);
      if (verbs.has(verb) && (isServer || takesPath)) found.push(`${owner}.${verb}`);
    }
    for (const inner of Object.values(part)) walk(inner);
  };
  walk(parseAst(source, { lang: 'ts' }));
  return found;
}

it('registers no route outside the one place', () => {
  const files = listFiles('src/server', /\.ts$/).filter((file) => !/\.test(-support)?\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const opened = files.flatMap((file) =>
    routesIn(readFileSync(join(root, file), 'utf8')).map((call) => `${file}: ${call}`),
  );
  expect(opened, 'bind routes with bind() of platform/http/bind.ts').toEqual([
    'src/server/platform/http/admission.ts: app.route',
  ]);
});

it('catches a planted one', () => {
  expect(
    routesIn(`
      app.get('/account/hole/', async () => {});
      binder.app.post<{ Body: string }>('/account/hole/', handler);
      anything.delete('/account/hole/', handler);
      scope.route({ method: 'GET', url: '/' });
      const good = new Map([['/a', 1]]).get(name);
      cache.get(path);`),
  ).toEqual(['app.get', 'app.post', 'anything.delete', 'scope.route']);
});
