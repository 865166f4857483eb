// `.env` is read once, by one reader, for commands and service; what it says in vain is refused.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findMistakes, findUnreadFile } from '../../scripts/check-settings-file.ts';
import { afterFile } from '../support/leftovers.ts';

const root = join(import.meta.dirname, '../..');

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nothipotro-env-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it.each([
  [
    'BACKUP_PASPHRASE=x',
    '.env: there is no setting BACKUP_PASPHRASE. Write BACKUP_PASSPHRASE if that is meant.',
  ],
  ['backup_to=/backup', '.env: there is no setting backup_to. Write BACKUP_TO if that is meant.'],
  ['ADMIN_EMIAL=a@b.example', '.env: there is no setting ADMIN_EMIAL. Write ADMIN_EMAIL if that is meant.'],
  ['PORT=3000\nBACKUP_TO /backup', '.env: BACKUP_TO needs an equals sign: BACKUP_TO=…'],
  ['BACKUP_TO: /backup', '.env: BACKUP_TO needs an equals sign: BACKUP_TO=…'],
  [
    '\ufeffDATA_DIR=/x\nPORT=3000',
    '.env: an invisible sign (a byte order mark) hides its first line. Save it as UTF-8 without.',
  ],
  ['port=8080', '.env: there is no setting port. Write PORT if that is meant.'],
  [
    'BACKUP_PASSPHRASE=the mango tree behind house #4 of the bazar',
    ".env: BACKUP_PASSPHRASE ends before its #. If the # belongs to the value, put the whole between '…'; if not, remove it and what follows.",
  ],
  [
    'SMTP_URL=smtps://shop:pass#word@mail.example',
    ".env: SMTP_URL ends before its #. If the # belongs to the value, put the whole between '…'; if not, remove it and what follows.",
  ],
  [
    "export BACKUP_PASSPHRASE = 'the mango tree isn't behind the shop'",
    ".env: BACKUP_PASSPHRASE ends at its second '. Put the whole between marks that it does not contain: '…', \"…\" or `…`.",
  ],
  [
    'BACKUP_PASSPHRASE="the mango tree behind the shop\nMAIL_FROM="Shop <a@b.example>"',
    '.env: the quotation mark of BACKUP_PASSPHRASE is not closed on its line.',
  ],
  [
    'BACKUP_TO=“/backup”\r\n',
    ".env: “ around the value of BACKUP_TO counts as a part of it. Write '…' instead.",
  ],
  ['DATA_DIR=~/shop', '.env: in DATA_DIR nothing replaces ~. Write the whole path, from the first /.'],
  [
    'BACKUP_TO="$HOME/backup"',
    '.env: in BACKUP_TO nothing replaces $HOME. Write the whole path, from the first /.',
  ],
])('%j is refused', (text, refusal) => {
  expect(findMistakes(text, {})).toEqual([refusal]);
});

it('leaves alone what is right, of other programs, or a comment', () => {
  const text =
    '# BACKUP_TO is the disk\n#BACKUP_TO /x\n\nexport PORT = 3000\nTZ=Asia/Dhaka\nSHOP=a.example\nNODE_ENV=x\nTMPDIR=/x\nDATA_DIR=/var/lib/nothipotro\nBACKUP_KEYS_TO="/a b"';
  expect(findMistakes(text, {})).toEqual([]);
  const names = text.matchAll(/^(?:export )?([A-Z_]+) ?=/gm);
  expect([...names].length).toBe(7);
});

it.each([
  'BASE_URL=x\nSITE_URL=x\nSMS_URL=x\nTRUSTED_PROXY=x\nLOG_DIR=x\nHTTP_PROXY=x\nhttps_proxy=x\nNODE_OPTIONS=x',
  'PORT2=3001\nHOST1=x\nDATABASE_URL2=x\nDATA_DIR_OLD=/x',
  'DATA_DIR=/x\nexport DATA_DIR\r\nLOG_LEVEL=info\r\nLOGLEVEL=debug\r\n',
  'MOTTO="first\nPORT of call\nDATA_DIR: none\nDATA_DIR=~"\nPORT=3000',
  "PORT=3000 # of the proxy\nBACKUP_PASSPHRASE='house #4, mango tree' # on paper too\nADMIN_PASSWORD=\nMOTTO=it's #1",
  'MAIL_FROM="Karim\'s shop <a@b.example>"\r\nBACKUP_TO=/mnt/~backup\r\n#DATA_DIR=~/x\nDATABASE_URL=postgres://a:b%23@c/d # ours',
])('%j is of other programs', (text) => {
  expect(findMistakes(text, {})).toEqual([]);
});

it('what the environment gives is not looked for in other names', () => {
  expect(findMistakes('DATADIR=/x\nexport DATA_DIR', { DATA_DIR: '/data' })).toEqual([]);
  expect(findMistakes('DATADIR=/x', {})).toHaveLength(1);
});

it('a misspelt name refuses a new shop and is told of one that stands', () => {
  const folder = makeFolder();
  writeFileSync(join(folder, '.env'), 'DATA_DIR=shop\nLOG_LEVELS=x\n');
  const start = `import { checkSettingsFile } from ${JSON.stringify(join(root, 'scripts/check-settings-file.ts'))};
    checkSettingsFile(${JSON.stringify(folder)}); console.log('goes on');`;
  const run = () =>
    spawnSync(process.execPath, ['--input-type=module', '-e', start], {
      encoding: 'utf8',
      cwd: root,
      env: {},
    });
  expect(run()).toMatchObject({ stdout: '', stderr: expect.stringContaining('no setting LOG_LEVELS.') });
  mkdirSync(join(folder, 'shop/keys'), { recursive: true });
  expect(run()).toMatchObject({
    stdout: 'goes on\n',
    stderr: '.env: there is no setting LOG_LEVELS. Write LOG_LEVEL if that is meant.\n',
  });
});

it('settings in the file of earlier units are told of, unless they arrive all the same', () => {
  const path = join(makeFolder(), 'nothipotro.env');
  expect(findUnreadFile(path, {})).toBeUndefined();
  writeFileSync(path, 'SMTP_URL=smtp://mail.test\nPORT=80\n');
  expect(findUnreadFile(path, { PORT: '80' })).toBe(
    `${path} is not read any more: move what it says into .env, and remove it.`,
  );
  expect(findUnreadFile(path, { PORT: '80', SMTP_URL: 'smtp://mail.test' })).toBeUndefined();
});

it('a value is what the commands make of it, and the environment takes precedence', () => {
  const folder = makeFolder();
  writeFileSync(join(folder, '.env'), String.raw`A=amar # bangla${'\n'}B='a # b'${'\n'}C=a\b${'\n'}D=file`);
  const take = `import { takeSettings } from ${JSON.stringify(join(root, 'scripts/settings-file.mjs'))};
    takeSettings(${JSON.stringify(folder)});
    console.log(JSON.stringify(['A', 'B', 'C', 'D'].map((name) => process.env[name])));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', take], {
    encoding: 'utf8',
    env: { D: 'environment' },
  });
  expect(JSON.parse(said)).toEqual(['amar', 'a # b', String.raw`a\b`, 'environment']);
});

it.skipIf(process.getuid?.() !== 0)(
  'says who may not read it (as root only: it becomes another user)',
  () => {
    const folder = makeFolder();
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, '.env'), 'A=1', { mode: 0o600 });
    const read = `import { readSettingsFile } from ${JSON.stringify(join(root, 'scripts/settings-file.mjs'))};
    process.setgid(65534); process.setuid(65534);
    try { readSettingsFile(${JSON.stringify(folder)}); } catch (error) { console.log(error.message); }`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', read], { encoding: 'utf8' });
    expect(said.trim()).toBe(
      `${folder}/.env: nobody may not read it: chown nobody: '${folder}/.env', or run the command as its owner.`,
    );
  },
);

it('is read on a Node that cannot parse it, by the one that the portal brings', () => {
  const folder = makeFolder();
  writeFileSync(join(folder, '.env'), 'MOTTO="a # b"\nPORT=3001\n');
  const program = `import { syncBuiltinESMExports } from 'node:module';
    import util from 'node:util';
    util.parseEnv = undefined;
    syncBuiltinESMExports();
    const { takeSettings } = await import(${JSON.stringify(join(root, 'scripts/settings-file.mjs'))});
    takeSettings(${JSON.stringify(folder)}, ${JSON.stringify(process.execPath)});
    console.log(process.env.MOTTO, process.env.PORT);`;
  const read = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { PORT: '3002' },
  });
  expect(read.trim()).toBe('a # b 3002');
});
