// The first step of every command: finds the Node of the packages, whichever npm has installed them, and ends when npm is told to.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
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

/** A folder with the first step alone, and a script that it hands over to. */
function makeClone(script: string): { folder: string; fetched: string } {
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
  writeFileSync(join(folder, 'scripts/given.ts'), script);
  return { folder, fetched };
}

it('links the pinned Node where npm 9, which Debian 12 and 13 have, leaves no link', () => {
  const { folder, fetched } = makeClone('console.log(process.argv0);');
  const started = execFileSync(process.execPath, [join(folder, 'scripts/run.mjs'), 'given.ts'], {
    encoding: 'utf8',
  });
  expect(started.trim()).toBe(join(folder, 'node_modules/.bin/node'));
  expect(readlinkSync(join(folder, 'node_modules/.bin/node'))).toBe(`../${fetched}/bin/node`);
});

it('passes on a signal that npm alone gets, as from whoever looks after its process', async () => {
  const { folder } = makeClone(`
    process.on('SIGTERM', () => { console.log('told'); process.exit(); });
    setTimeout(() => process.exit(), 30_000);
    console.log('begun');
  `);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { start: 'node scripts/run.mjs given.ts' } }),
  );
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  npm.stdout.setEncoding('utf8').on('data', (words: string) => {
    said += words;
    if (words.includes('begun')) npm.kill('SIGTERM');
  });
  // Its output is closed by the last process that has it.
  await once(npm.stdout, 'close');
  expect(said).toBe('begun\ntold\n');
});

it('says so when a command is stopped in the middle', () => {
  const { folder } = makeClone("process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 30_000);");
  const run = spawnSync(process.execPath, [join(folder, 'scripts/run.mjs'), 'given.ts'], {
    encoding: 'utf8',
  });
  expect([run.status, run.stderr]).toEqual([143, 'Stopped by SIGTERM before it was done.\n']);
});
