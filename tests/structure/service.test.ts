// The unit of systemd: the commands beside the service reach what it has.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const unit = readFileSync(join(import.meta.dirname, '../../deploy/systemd/nothipotro.service'), 'utf8');

it('keeps the database’s socket where a command outside the service finds it', () => {
  expect(unit).toMatch(/^PrivateTmp=yes$/m);
  const [, folder] = /^Environment=TMPDIR=\/var\/cache\/([\w-]+)$/m.exec(unit) ?? [];
  expect(folder).toBeDefined();
  expect(unit).toContain(`\nCacheDirectory=${folder}\n`);
});

it('reads the settings that the commands read', () => {
  expect(unit).toMatch(/^WorkingDirectory=(.*)$[\s\S]*^EnvironmentFile=-\1\/\.env$/m);
});
