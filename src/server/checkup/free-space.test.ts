import { describe, expect, it } from 'vitest';
import {
  assessBackupSpace,
  assessDataSpace,
  hasRecovered,
  inGigabytes,
  isCritical,
  isLow,
} from './free-space.ts';

const gigabyte = 1024 ** 3;
const data = (free: number, total: number) =>
  assessDataSpace({ free: free * gigabyte, total: total * gigabyte, disk: 1 });
const backups = (free: number, newest: number) =>
  assessBackupSpace({ free: free * gigabyte, total: 1000 * gigabyte, disk: 1 }, newest * gigabyte);

describe('room for the data', () => {
  it.each([
    [0.9, 8, true],
    [1.1, 8, false],
    [4.9, 100, true],
    [5.1, 100, false],
    // A twentieth of 4 TB would be plenty: the limit is 10 GB.
    [9.9, 4000, true],
    [10.1, 4000, false],
  ])('%d GB of %d GB: low is %s', (free, total, low) => {
    expect(isLow(data(free, total))).toBe(low);
  });

  it('is critical below 200 MB, whatever the disk', () => {
    expect(isCritical(data(0.19, 4000))).toBe(true);
    expect(isCritical(data(0.2, 8))).toBe(false);
  });

  it('has recovered when it is a quarter above the border', () => {
    expect(hasRecovered(data(6.2, 100))).toBe(false);
    expect(hasRecovered(data(6.3, 100))).toBe(true);
  });
});

describe('room for backups', () => {
  it.each([
    [19, 10, true, false],
    [21, 10, false, false],
    [9, 10, true, true],
    // The log and new files need space too.
    [0.9, 0.001, true, false],
    [1.1, 0.001, false, false],
    [0.19, 0, true, true],
  ])('%d GB with %d GB for each: low is %s, critical %s', (free, newest, low, critical) => {
    const room = backups(free, newest);
    expect([isLow(room), isCritical(room)]).toEqual([low, critical]);
  });
});

it('is said in gigabytes, below one with a second digit', () => {
  expect([150 / 1024, 0.004, 1, 73.26].map((size) => inGigabytes(size * gigabyte))).toEqual([
    '0.15',
    '0.00',
    '1.0',
    '73.3',
  ]);
});
