// `npm run backup`: makes an encrypted backup of database, stored files and keys, of a running or a stopped portal; `-- --help` explains.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeIdentity } from '../src/server/backup/encryption.ts';
import { shipLog } from '../src/server/backup/log-shipping.ts';
import { type BackupResult, makeBackup } from '../src/server/backup/make-backup.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { parseArguments } from './command-arguments.ts';
import { runCommand } from './command-errors.ts';
import { openPortalDatabase } from './portal-database.ts';

const help = `npm run backup -- [PLACE] [--log | --new-key]

  PLACE        a folder, a mounted disk, or s3://bucket?endpoint=…; otherwise BACKUP_TO
  --log        only brings what was written since the last backup to the place, so that any moment can be reached, and who was erased
  --new-place  the disk was changed for an empty one, or emptied: without this word a place whose backups are gone is taken for one that is not connected
  --new-key    makes a key pair: put the public key into BACKUP_RECIPIENT, and the secret key on paper or on another machine

A backup is encrypted for BACKUP_RECIPIENT, or with BACKUP_PASSPHRASE. It counts once its manifest is written.
`;

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};
const print = (line: string) => process.stdout.write(`${line}\n`);

function sayMade({ manifest, damaged, isWriteOnce }: BackupResult): void {
  const { id, tables, storage, keys } = manifest;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  print(
    `Backup ${id}: ${rows} rows in ${Object.keys(tables).length} tables, ${storage.count} stored files, keys ${keys}.`,
  );
  if (storage.lacking)
    process.stderr.write(
      `${storage.lacking} stored files are missing or damaged in the storage; the backup is whole but for them. An older backup may have them.\n`,
    );
  if (isWriteOnce)
    process.stderr.write(
      'Older backups were not removed: the keys of this place may not delete. If that is meant, make a backup now and then from another machine with keys that may; never let a rule of the bucket remove what is under objects/, which all backups share.\n',
    );
  if (damaged.length > 0)
    process.stderr.write(
      `Older backups are damaged: ${damaged.join(', ')}. This one is whole. Look at the disk; files of older backups are only removed again once you have deleted these folders under backups/.\n`,
    );
}

const { values, positionals } = parseArguments(help, {
  options: {
    to: { type: 'string' },
    log: { type: 'boolean' },
    'new-place': { type: 'boolean' },
    'new-key': { type: 'boolean' },
  },
  most: 1,
});

async function run(): Promise<void> {
  if (values['new-key']) {
    const { identity, recipient } = await makeIdentity();
    print(`BACKUP_RECIPIENT=${recipient}`);
    print('');
    print('The secret key, needed to restore. It is stored nowhere: write it down and keep it elsewhere.');
    print(identity);
    return;
  }
  const to = values.to ?? positionals[0];
  const config = readConfig({
    ...process.env,
    ...(to === undefined ? {} : { BACKUP_TO: to }),
  });
  const { url, close } = await openPortalDatabase(config);
  try {
    const shipped = values.log ? await shipLog(config, url) : undefined;
    if (shipped) print(`${shipped.segments} segments, ${shipped.files} files, ${shipped.erased} erasures.`);
    else if (values.log) {
      print('A backup is being made.');
      return;
    }
    if (!shipped?.isJoined)
      sayMade(
        await makeBackup({ config, url, release: version, isNewDestination: values['new-place'] ?? false }),
      );
  } finally {
    await close();
  }
}

await runCommand(run);
