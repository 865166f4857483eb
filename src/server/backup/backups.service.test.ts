// How often owners hear of one fault of the backups.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type BackupsDeps, createBackups } from './backups.service.ts';

it('owners hear of a disk that is away once a day, and again when it went away anew', async () => {
  const mount = join(mkdtempSync(join(tmpdir(), 'nothipotro-place-')), 'mount');
  const hourMs = 3_600_000;
  let now = Date.UTC(2026, 10, 27, 21);
  const heard: string[] = [];
  const { prove } = createBackups({
    config: { BACKUP_TO: join(mount, 'disk') } as BackupsDeps['config'],
    clock: { now: () => new Date(now) },
    notifyOwners: async ({ id }) => void heard.push(id),
  } as BackupsDeps);
  for (let tries = 0; tries < 60; tries += 1) {
    await expect(prove()).rejects.toThrow();
    now += hourMs / 6;
  }
  expect(heard).toEqual(['place']);
  now += 15 * hourMs;
  await expect(prove()).rejects.toThrow();
  expect(heard).toEqual(['place', 'place']);

  mkdirSync(mount);
  await prove();
  rmSync(mount, { recursive: true });
  await expect(prove()).rejects.toThrow();
  expect(heard).toHaveLength(3);
});
