// No pattern may take more than linear time, and none may run on a text before its length is checked.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OwnChange, OwnPassword, StaffChange } from '#contract/accounts/user-calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { settingSchemas } from '#contract/settings/calls.ts';
import { listFiles, nodesOf, root } from './imports.ts';
import { lookThrough, type SchemaFindings } from './schema-guard.ts';

const emptyFindings = (): SchemaFindings => ({ unbounded: [], patterns: new Map(), strings: 0 });

/** In milliseconds; a busy machine that runs out of it would tell nothing about the pattern. */
const patience = { timeout: 120_000, attackTimeout: 30_000, incubationTimeout: 30_000 };

/** Those that take more than one pass over the text, or cannot be shown not to. */
async function findSlow(patterns: Iterable<RegExp>): Promise<string[]> {
  const slow: string[] = [];
  for (const pattern of patterns) {
    const { status } = await check(pattern.source, pattern.flags, patience);
    if (status !== 'safe') slow.push(String(pattern));
  }
  return slow;
}

function patternsIn(source: string): RegExp[] {
  const found: RegExp[] = [];
  for (const { type, regex } of nodesOf(source)) {
    const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string };
    if (type === 'Literal' && pattern !== undefined) found.push(new RegExp(pattern, flags));
  }
  return found;
}

describe('what callers send', () => {
  const findings = emptyFindings();
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints))
    for (const part of ['params', 'query', 'body'] as const)
      if (endpoint[part]) lookThrough(endpoint[part], `${name}.${part}`, findings);
  // Bodies whose shape depends on the caller are validated by these in the service.
  for (const [name, schema] of Object.entries({
    ...settingSchemas,
    OwnChange,
    StaffChange,
    OwnPassword,
  }))
    lookThrough(schema, name, findings);

  it('is bounded by an aborting check before anything else is done with it', () => {
    expect(findings.strings).toBeGreaterThan(150);
    expect(findings.unbounded).toEqual([]);
  });

  it('is matched only by linear patterns', async () => {
    expect(findings.patterns.size).toBeGreaterThan(10);
    expect(await findSlow(findings.patterns.values())).toEqual([]);
  }, 300_000);

  it('is caught when it is not', async () => {
    const planted = emptyFindings();
    const quadratic = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
    lookThrough(
      z.object({
        late: z.string().regex(quadratic).max(254, { abort: true }),
        goesOn: z.string().max(254).regex(quadratic),
        inUnion: z.union([z.number(), z.string()]).transform(String).pipe(z.string().regex(/^\d+$/)),
        inArray: z.array(z.object({ deep: z.string().trim().optional() })).max(3),
        large: z.int().min(0),
        alsoLarge: z.number().int().min(0),
        small: z.int().max(99),
        good: z.string().max(254, { abort: true }).regex(/^\d+$/),
        alsoGood: z
          .string()
          .max(9, { abort: true })
          .transform(String)
          .pipe(z.string().regex(/^\d+$/))
          .nullish(),
      }),
      'planted',
      planted,
    );
    expect(planted.unbounded).toEqual([
      'planted.late',
      'planted.goesOn',
      'planted.inUnion',
      'planted.inArray.[].deep',
      'planted.large',
      'planted.alsoLarge',
    ]);
    expect(await findSlow(planted.patterns.values())).toEqual([`${quadratic}`]);
  });
});

describe('the patterns written in the sources', () => {
  // The engines run outside the portal's process, where they can be stopped.
  const files = [...listFiles('src/contract', /\.ts$/), ...listFiles('src/server', /\.ts$/)].filter(
    (file) => !/\.test(-support)?\.ts$/.test(file),
  );

  it('take linear time', async () => {
    const patterns = new Map(
      files.flatMap((file) =>
        patternsIn(readFileSync(join(root, file), 'utf8')).map((pattern) => [String(pattern), pattern]),
      ),
    );
    expect(patterns.size).toBeGreaterThan(100);
    expect(await findSlow(patterns.values())).toEqual([]);
  }, 300_000);

  it('are found wherever they are, slow ones included', async () => {
    const planted = patternsIn('const f = (x: string) => /(a+)+$/u.test(x) && x.replace(/b/g, "");');
    expect(await findSlow(planted)).toEqual(['/(a+)+$/u']);
  });
});
