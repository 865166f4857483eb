// First step of `npm start`, `npm test` and others on a fresh clone: installs the locked packages if they are missing, then hands over to the
// pinned Node. Runs on Node 20, so it uses nothing newer.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findScript, ownersCommands } from './commands.mjs';
import { assertUser, takeSettings } from './settings-file.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed-lock');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;

if (!isInstalled) {
  process.stderr.write('Installing the locked packages, once …\n');
  // `install --no-save` installs exactly the locked versions too; unlike `ci` it tolerates packages for other systems that a registry lacks.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const flags = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const install = spawnSync(npm[0], [...npm.slice(1), ...flags], { cwd: root, stdio: ['ignore', 2, 2] });
  if (install.status !== 0) {
    process.stderr.write('The packages could not be installed; see the lines above.\n');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

const pinned = join(modules, '.bin', 'node');
// Older npm (9, that of Debian 12 and 13) makes no link where the package of another processor has a command of the same name.
const fetched = `node-${process.platform}-${process.arch}`;
if (!existsSync(pinned) && existsSync(join(modules, fetched, 'bin', 'node'))) {
  mkdirSync(dirname(pinned), { recursive: true });
  symlinkSync(join('..', fetched, 'bin', 'node'), pinned);
}
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!existsSync(pinned) && (major < 22 || (major === 22 && minor < 19))) {
  process.stderr.write(
    `There is no pinned Node for ${process.platform}-${process.arch}: run this with Node 24 or later.\n`,
  );
  process.exit(1);
}
const node = existsSync(pinned) ? pinned : process.execPath;

const [command, ...rest] = process.argv.slice(2);
const script = findScript(command, root);
if (script === undefined) {
  process.stderr.write(`There is no command ${command} here. There are: ${ownersCommands.join(', ')}.\n`);
  process.exit(1);
}
// The owner's settings, so that every command has those of the portal; the environment takes precedence. Tests have their own.
if (!/^(test|prove|check|generate)/.test(script)) {
  try {
    takeSettings(root, node);
    assertUser(root);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
const child = spawn(node, [join(root, 'scripts', script), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: {
    // Every process loads the same hundreds of modules: each is compiled once.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    // With an arena for each thread, memory that was needed once is kept many times.
    MALLOC_ARENA_MAX: '2',
    // Beside its own authorities Node knows those of the system, such as the one of a shop's own mail server or storage.
    NODE_USE_SYSTEM_CA: '1',
    ...process.env,
    PATH: `${join(modules, '.bin')}:${process.env.PATH ?? ''}`,
  },
});
// The child shuts down in order by itself; this process only waits for it, and forwards signals that reach it alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
// npm passes a signal on to the shell in which it runs this, and the shell ends without a word.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
}
child.on('exit', (code, signal) => {
  // The system's loader says so too, but not what to do.
  if (code === 127)
    process.stderr.write(
      'Node needs libatomic1 and libstdc++6 of this system: install them (apt install libatomic1).\n',
    );
  if (signal !== null) process.stderr.write(`Stopped by ${signal} before it was done.\n`);
  // As a shell would say it.
  process.exit(code ?? 128 + constants.signals[signal]);
});
