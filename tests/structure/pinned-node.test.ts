// The first step of every command finds the Node of the packages, whichever npm has installed them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('links the pinned Node where npm 9, which Debian 12 and 13 have, leaves no link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-run-'));
  const fetched = `node-${process.platform}-${process.arch}`;
  mkdirSync(join(folder, 'scripts'));
  mkdirSync(join(folder, 'node_modules', fetched, 'bin'), { recursive: true });
  for (const name of ['run.mjs', 'commands.mjs', 'settings-file.mjs'])
    copyFileSync(join(root, 'scripts', name), join(folder, 'scripts', name));
  const lock = readFileSync(join(root, 'package-lock.json'));
  writeFileSync(join(folder, 'package-lock.json'), lock);
  writeFileSync(
    join(folder, 'node_modules/.installed-lock'),
    createHash('sha256').update(lock).digest('hex'),
  );
  symlinkSync(realpathSync(process.execPath), join(folder, 'node_modules', fetched, 'bin/node'));
  writeFileSync(join(folder, 'scripts/which.ts'), 'console.log(process.argv0);');

  const started = execFileSync(process.execPath, [join(folder, 'scripts/run.mjs'), 'which.ts'], {
    encoding: 'utf8',
  });
  expect(started.trim()).toBe(join(folder, 'node_modules/.bin/node'));
  expect(readlinkSync(join(folder, 'node_modules/.bin/node'))).toBe(`../${fetched}/bin/node`);
});
