// `npm run restore -- FROM`: restores a backup into an empty folder and database, and proves it; `-- --help` explains.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toAsciiDigits } from '../src/contract/digits.ts';
import { BackupError, useOlderBackup } from '../src/server/backup/backup-error.ts';
import { openDestination } from '../src/server/backup/destination.ts';
import { readIdentities } from '../src/server/backup/encryption.ts';
import { proveNewest } from '../src/server/backup/restore/prove-newest.ts';
import { type Restored, restoreBackup } from '../src/server/backup/restore/restore-backup.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { quotePath } from '../src/server/platform/installation/quote-path.ts';
import { keyMakers } from '../src/server/portal-keys.ts';
import { parseArguments } from './command-arguments.ts';
import { runCommand } from './command-errors.ts';

const help = `npm run restore -- FROM [--to TIME] [--into DIR] [--identity FILE] [--keys PLACE] [--replace]

  FROM             the backup place: a folder, a mounted disk, or 's3://bucket?endpoint=…' between quotation marks; otherwise BACKUP_TO
  --to TIME        a moment since the oldest nightly backup, such as 2026-11-22T14:30+06:00; otherwise the newest
  --backup ID      exactly the moment of that backup, such as 2026-11-22T21-00-05Z
  --into DIR       the folder of the restored shop; otherwise DATA_DIR
  --identity FILE  the secret key that belongs to BACKUP_RECIPIENT; a passphrase is taken from BACKUP_PASSPHRASE
  --keys PLACE     where the keys are, if they were kept apart
  --prove          restores the newest backup of FROM beside the shop, proves it and throws it away
  --replace        what is in the folder is moved aside; without this word a full folder is refused
`;

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};
const print = (line: string) => process.stdout.write(`${line}\n`);

function hidePassword(address: string): string {
  const url = new URL(address);
  if (url.password !== '') url.password = 'PASSWORD';
  return url.href;
}

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, day = '', hour, zone = '+06:00'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/.exec(
      toAsciiDigits(text.trim()),
    ) ?? [];
  const time = new Date(`${day}T${hour}${zone}`);
  // JavaScript turns a day that does not exist into the next one.
  const isDay = !Number.isNaN(time.getTime()) && new Date(day).toISOString().startsWith(day);
  if (!isDay)
    throw new BackupError('--to: give a moment such as 2026-11-22T14:30 (Dhaka time) or 2026-11-22T08:30Z.');
  return time;
}

function printErasures({ erased, withMoney, lastOwner, unread }: Restored['erasures']): void {
  if (erased > 0) print(`${erased} people who had their data erased after that moment were erased again.`);
  if (withMoney.length > 0)
    print(
      `LOOK   In the restored books these erased accounts hold money or open orders: ${withMoney.join(', ')}. Close the orders, pay out, then delete each under Users.`,
    );
  if (lastOwner.length > 0)
    print(
      `LOOK   Account ${lastOwner.join(', ')} was erased, but is the only owner here: make another owner, then delete it.`,
    );
  if (unread > 0)
    print(
      `LOOK   ${unread} lists of erased people do not open with the given keys: restore with the keys of that time too, or people who left may be back.`,
    );
}

const { values, positionals } = parseArguments(help, {
  options: {
    to: { type: 'string' },
    backup: { type: 'string' },
    into: { type: 'string' },
    identity: { type: 'string' },
    keys: { type: 'string' },
    replace: { type: 'boolean' },
    prove: { type: 'boolean' },
  },
  most: 1,
});

async function run(): Promise<void> {
  if (values.to !== undefined && values.backup !== undefined)
    throw new BackupError('--to and --backup each name a moment: give one of them.');
  if (values.prove) {
    const shop = readConfig({ ...process.env, BACKUP_TO: positionals[0] ?? process.env.BACKUP_TO });
    if (shop.BACKUP_TO === undefined)
      throw new BackupError('BACKUP_TO is unset: set it as the portal has it.');
    const proof = await proveNewest(shop, keyMakers);
    if (!proof) throw new BackupError('There is no whole backup yet: npm run backup makes one.');
    for (const fault of proof.faults) print(`WRONG  ${fault}`);
    print(`Backup ${proof.id}: ${proof.faults.length} faults, ${proof.papers} papers opened.`);
    if (proof.faults.length === 0) return;
    print('Make a new one (npm run backup) and look at the disk.');
    process.exitCode = 1;
    return;
  }
  const config = readConfig({ ...process.env, BACKUP_TO: undefined });
  const where = positionals[0] ?? process.env.BACKUP_TO;
  if (where === undefined) throw new BackupError('Say from where: npm run restore -- FOLDER');
  const from = openDestination(where, config);
  const into = resolve(values.into ?? config.DATA_DIR);
  const { manifest, proof, erasures, movedTo, isContinued } = await restoreBackup({
    from,
    id: values.backup,
    to: values.backup === undefined ? (readTime(values.to) ?? 'newest') : 'mark',
    into,
    identities: values.identity === undefined ? [] : readIdentities(readFileSync(values.identity, 'utf8')),
    passphrase: config.BACKUP_PASSPHRASE,
    keysFrom: values.keys,
    mayReplace: values.replace ?? false,
    databaseUrl: config.DATABASE_URL,
    storage: config,
    config,
    keyMakers,
  });
  print(
    isContinued
      ? `A restore of the backup ${manifest.id} had been broken off while it was put in place: it is finished now. Nothing else was restored.`
      : `Backup ${manifest.id} of release ${manifest.release}, brought to ${values.to ?? 'its end'}.`,
  );
  if (manifest.release.localeCompare(version, 'en', { numeric: true }) > 0)
    print(
      `LOOK   The backup is of release ${manifest.release}, this is ${version}: what only the newer one knows stays unseen here. Better install that release, and restore with it.`,
    );
  for (const fault of proof.faults) print(`WRONG  ${fault}`);
  if (proof.faults.length > 0) {
    print(`The backup was not restored, and nothing was changed: ${useOlderBackup}`);
    process.exitCode = 1;
    return;
  }
  print(
    `Proven: the books balance (${proof.rules} rules), the audit log is whole (${proof.sealedRows} sealed rows), ${proof.papers} papers open and their seals verify.`,
  );
  printErasures(erasures);
  if (movedTo !== undefined) print(`What was there before is in ${movedTo}.`);
  // A bundle brings no npm.
  const start = existsSync(join(import.meta.dirname, '../nothipotro')) ? './nothipotro' : 'npm start';
  // Otherwise the copy would work on the database that .env names. Its password is not for the screen.
  const database =
    config.DATABASE_URL === undefined ? '' : `DATABASE_URL='${hidePassword(config.DATABASE_URL)}' `;
  const isInPlace = into === resolve(config.DATA_DIR);
  print(
    isInPlace && existsSync('/etc/systemd/system/nothipotro.service')
      ? `The shop is in ${into}. Start it with: systemctl enable --now nothipotro`
      : `The shop is in ${into}. Start it with: ${database}DATA_DIR=${quotePath(into)} ${start}`,
  );
  if (!isInPlace)
    print(
      `Only to look at it, beside the shop: PORT=3100 BACKUP_TO= SMTP_URL= PAYMENT_PROVIDERS= ${database}DATA_DIR=${quotePath(into)} ${start}. With the shop's own settings, also from .env, it would send, settle and back up as the shop itself.`,
    );
}

await runCommand(run);
