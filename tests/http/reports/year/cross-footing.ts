// Compares the figures that the portal shows with the books, and collects the differences.
import { expect } from 'vitest';
import { formatDecimal, parseTaka } from '#contract/money.ts';
import type { TestPortal } from '../../../support/portal.ts';

// biome-ignore lint/suspicious/noExplicitAny: read as an outside client would
export type Body = any;

export const paisa = (taka: string): bigint =>
  taka.startsWith('-') ? -parseTaka(taka.slice(1))! : parseTaka(taka)!;
export const sumOf = (rows: readonly Body[], name: string): bigint =>
  rows.reduce((sum: bigint, row) => sum + paisa(row[name]), 0n);

/** Parses rows of a CSV as the portal writes them. */
export const tableOf = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
      ),
    );

export type Footing = Pick<ReturnType<typeof crossFooting>, 'same' | 'read' | 'all'>;

export function crossFooting(portal: TestPortal) {
  let compared = 0;
  let wrong: string[] = [];
  const plain = (value: unknown) => (typeof value === 'bigint' ? formatDecimal(value) : String(value));
  function same(what: string, shown: unknown, added: unknown): void {
    compared += 1;
    if (plain(shown) !== plain(added)) wrong.push(`${what}: shown ${plain(shown)}, books ${plain(added)}`);
  }
  async function read(path: string, headers = {}, token = portal.admin.token): Promise<Body> {
    const answer = await portal.call('GET', path, { token, headers });
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  }
  return {
    same,
    read,
    /** Reads all pages of a list. */
    async all(path: string, pageSize = 7, token = portal.admin.token): Promise<Body[]> {
      const rows: Body[] = [];
      for (let page = 1; ; page += 1) {
        const at = `${path}${path.includes('?') ? '&' : '?'}page=${page}&page_size=${pageSize}`;
        const answer = await read(at, {}, token);
        rows.push(...answer.results);
        if (answer.results.length === 0 || rows.length >= answer.count) {
          same(`${path} count`, rows.length, answer.count);
          return rows;
        }
      }
    },
    counted: () => compared,
    expectNothingWrong(): void {
      const found = wrong;
      wrong = [];
      expect(found).toEqual([]);
    },
  };
}
