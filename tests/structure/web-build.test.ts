// What the first visit costs a phone, read from the built files.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const built = join(import.meta.dirname, '../../dist/web');

/** A chunk with all that it imports at once, without what it fetches later. */
function chunksOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const code = readFileSync(join(built, 'assets', name), 'utf8');
  for (const [, next] of code.matchAll(/(?:^|[;}])import(?:[^"'`();]*?from)?["'`]\.\/([^"'`]+\.js)["'`]/g))
    chunksOf(next!, found);
  return found;
}

/** What the router fetches for a page, by the start of its file's name. */
function firstVisit(page: string): Set<string> {
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  const found = new Set<string>();
  for (const [, name] of html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)) chunksOf(name!, found);
  const entry = [...found].map((name) => readFileSync(join(built, 'assets', name), 'utf8')).join('\n');
  const name = new RegExp(`${page}-[\\w-]+\\.js`).exec(entry)?.[0];
  if (!name) throw new Error(`${page} is fetched by nobody`);
  return chunksOf(name, found);
}

describe.skipIf(!existsSync(built))('the first visit to', () => {
  it.each([
    ['login-page', 120_000],
    ['sign-up-page', 120_000],
    ['landing-page', 125_000],
  ])('%s takes at most %i bytes of script', (page, allowedBytes) => {
    const names = [...firstVisit(page)];
    const bytes = names.reduce((sum, name) => sum + statSync(join(built, 'assets', `${name}.br`)).size, 0);
    expect(bytes).toBeGreaterThan(60_000);
    expect(bytes).toBeLessThanOrEqual(allowedBytes);
  });

  it('login takes no code and no text of the back office, nor of the portal behind it', () => {
    const code = [...firstVisit('login-page')]
      .map((name) => readFileSync(join(built, 'assets', name), 'utf8'))
      .join('\n');
    expect(code).toContain('ইউজারনেম অথবা পাসওয়ার্ড সঠিক নয়');
    for (const words of ['সব অর্ডার', 'ব্যবহারকারী তৈরি', 'স্বাগতম,', 'তথ্য কপি তৈরি'])
      expect(code.includes(words), words).toBe(false);
    for (const call of ['GET /account/users/', 'POST /account/orders/', 'GET /account/activity/'])
      expect(code.includes(call), call).toBe(false);
  });
});
