// Every decision record follows the template and is listed in the index.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decisionsFolder,
  findFaults,
  findUnmarked,
  readDecisions,
  withDecisionIndex,
} from '../../scripts/decision-index.ts';

const records = readDecisions();
const index = readFileSync(join(decisionsFolder, 'README.md'), 'utf8');
const sound = readFileSync(join(decisionsFolder, 'template.md'), 'utf8').replace('YYYY-MM-DD', '2026-12-02');

describe('decision records', () => {
  it('have a number, a date, a status and the three headings', () => {
    expect(records.length).toBeGreaterThan(35);
    expect(records.flatMap(findFaults)).toEqual([]);
  });

  it('each have a number of their own', () => {
    const numbers = records.map(({ file }) => file.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('are in the index, with the numbers that were never used', () => {
    expect(withDecisionIndex(index, records)).toBe(index);
    expect(index).toMatch(/There are no records 0020, 0029, 0030/);
  });

  it('are marked where a later one changed them', () => {
    expect(findUnmarked(records)).toEqual([]);
    const status = (words: string) => sound.replace(/^Status.*$/m, `Status: ${words}`);
    const planted = [
      { file: '0001-older.md', text: status('accepted; changed by 0002') },
      { file: '0002-newer.md', text: status('accepted; changes 0001') },
      { file: '0003-newest.md', text: status('accepted; changes what 0001 says, and adds to 0002') },
    ];
    expect(findUnmarked(planted)).toEqual(['0001: changed by 0003']);
  });

  it.each([
    ['nothing that is missing', sound, 0],
    ['another number', sound.replace('# 0000', '# 0001'), 1],
    ['no date', sound.replace(/^Date.*$/m, ''), 1],
    ['a date that is none', sound.replace('2026-12-02', 'today'), 1],
    ['no status', sound.replace(/^Status.*$/m, ''), 1],
    ['no context', sound.replace('## Context', ''), 1],
    ['the wrong order', sound.replace('## Context', '## Later').replace('## Decision', '## Context'), 1],
  ])('would be found with %s', (_, text, count) => {
    expect(findFaults({ file: '0000-planted.md', text })).toHaveLength(count);
  });

  it('are caught when the index lacks one', () => {
    const planted = { file: '0999-planted.md', text: sound };
    expect(withDecisionIndex(index, [...records, planted])).not.toBe(index);
  });
});
