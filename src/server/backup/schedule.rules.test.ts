import { expect, it } from 'vitest';
import { describeBackupFault, isDue } from './schedule.rules.ts';

const at = (text: string) => new Date(`2026-11-${text}:00+06:00`);

it.each([
  ['none was ever made', undefined, '22T12:00', true],
  ['the hour has struck since', '21T03:05', '22T03:00', true],
  ['the hour has not struck yet', '21T03:05', '22T02:59', false],
  ['it was made after the hour', '22T03:01', '22T23:59', false],
  ['it was made by hand in the evening before', '21T22:00', '22T03:00', true],
  ['the portal was off for days', '18T03:05', '22T02:00', true],
])('knows whether a backup is due when %s', (_, newest, now, due) => {
  expect(isDue(newest === undefined ? undefined : at(newest), 3, at(now))).toBe(due);
});

it('finds a fault after 26 hours, without any backup, and in a failed proof', () => {
  const newest = { id: 'x', at: at('21T03:00') };
  const good = { at: '', faults: [], papers: 50 };
  expect(describeBackupFault({ newest, proof: good }, at('22T04:59'))).toBeUndefined();
  expect(describeBackupFault({ newest, proof: good }, at('22T05:01'))).toMatch(/26 hours/);
  expect(describeBackupFault({ newest, proof: undefined }, at('21T04:00'))).toBeUndefined();
  expect(describeBackupFault({ newest: undefined, proof: undefined }, at('21T04:00'))).toMatch(/no complete/);
  const bad = { ...good, faults: ['paper 7 does not open'] };
  expect(describeBackupFault({ newest, proof: bad }, at('21T04:00'))).toMatch(/paper 7/);
});
