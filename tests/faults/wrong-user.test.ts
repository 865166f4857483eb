// Files that belong to another user, after a command run as root or a copy: reported with what to do, never mistaken for missing.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDataDir, root } from './process.ts';

const nobody = 65_534;

/** Makes a shop whose parts belong to the user nobody. */
function makeShop(): string {
  const dataDir = makeDataDir();
  for (const name of ['keys', 'files', 'postgres']) mkdirSync(join(dataDir, name), { mode: 0o700 });
  writeFileSync(join(dataDir, 'keys/database-password'), 'x', { mode: 0o600 });
  for (const name of ['.', 'keys', 'files', 'postgres', 'keys/database-password'])
    chownSync(join(dataDir, name), nobody, nobody);
  return dataDir;
}

/** @param name is loaded before the process becomes nobody. @returns the message of the error thrown, or `well` */
function sayAsNobody(file: string, name: string, call: string): string {
  const program = `const { ${name} } = await import(${JSON.stringify(join(root, file))});
    process.setgroups([]);
    process.setgid(${nobody});
    process.setuid(${nobody});
    const call = async () => { ${call} };
    console.log(await call().then(() => 'well', (error) => error.message));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: root,
  }).trim();
}

describe.skipIf(process.getuid?.() !== 0)('files of another user (only as root)', () => {
  it.each(['.', 'keys', 'keys/database-password', 'files', 'postgres'])('reports %s in DATA_DIR', (part) => {
    const dataDir = makeShop();
    const checkAsNobody = () =>
      sayAsNobody(
        'src/server/platform/installation/data-dir-access.ts',
        'assertDataDirAccess',
        `assertDataDirAccess(${JSON.stringify(dataDir)});`,
      );
    mkdirSync(join(dataDir, 'keys/lost+found'), { mode: 0o700 });
    expect(checkAsNobody(), 'beside the folder that root has on each disk').toBe('well');
    chownSync(join(dataDir, part), 0, 0);
    expect(checkAsNobody()).toBe(
      `DATA_DIR: the user nobody has no right to ${join(dataDir, part)}. Give it back, as root: chown -R nobody: ${dataDir}`,
    );
  });

  it.each(['.', 'backups'])('reports %s at the backup place', (part) => {
    const place = makeDataDir();
    mkdirSync(join(place, 'backups'), { mode: 0o700 });
    chownSync(place, nobody, nobody);
    chownSync(join(place, 'backups'), nobody, nobody);
    const checkAsNobody = () =>
      sayAsNobody(
        'src/server/backup/destination.ts',
        'openDestination',
        `const place = openDestination(${JSON.stringify(place)}, {});
         await place.check();
         for await (const name of place.list('backups')) console.log(name);`,
      );
    expect(checkAsNobody()).toBe('well');
    chownSync(join(place, part), 0, 0);
    expect(checkAsNobody()).toBe(
      `The user nobody has no right to the backup place ${place}. Give it to that user, as root: chown -R nobody: ${place}`,
    );
  });

  it('suggests a folder of its own at a backup place that holds other things', () => {
    const place = makeDataDir();
    chmodSync(place, 0o755);
    mkdirSync(join(place, 'photos'));
    const write = `await openDestination(${JSON.stringify(place)}, {}).write('installation', Buffer.from('x'));`;
    expect(sayAsNobody('src/server/backup/destination.ts', 'openDestination', write)).toBe(
      `The user nobody has no right to the backup place ${place}. Make a folder of its own there, as root, and name it instead: install -d -o nobody -m 0700 ${join(place, 'nothipotro')}`,
    );
  });

  it('does not ask for rights to an empty mount point of root whose disk is disconnected', () => {
    const place = makeDataDir();
    chmodSync(place, 0o755);
    const check = `await openDestination(${JSON.stringify(place)}, {}).check();`;
    expect(sayAsNobody('src/server/backup/destination.ts', 'openDestination', check)).toBe('well');
  });

  it('refuses a command of root in the shop of another user', () => {
    const dataDir = makeShop();
    const command = (env: Record<string, string>) =>
      sayAsRoot(env, `assertUser(${JSON.stringify(root)}); console.log('well');`);
    expect(command({ DATA_DIR: dataDir })).toBe(
      `${dataDir} belongs to the user nobody, not to root: put sudo -u nobody before the command.`,
    );
    expect(command({ DATA_DIR: join(dataDir, 'not-there') })).toBe('well');
    chownSync(dataDir, 0, 0);
    expect(command({ DATA_DIR: dataDir })).toBe('well');
  });
});

function sayAsRoot(env: Record<string, string>, lines: string): string {
  const program = `import { assertUser } from ${JSON.stringify(join(root, 'scripts/settings-file.mjs'))};
    try { ${lines} } catch (error) { console.log(error.message); }`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  }).trim();
}
