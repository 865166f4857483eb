// `npm run backup`: makes an encrypted backup of database, stored files and keys, beside a running portal or alone; `-- --help` explains.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../src/server/backup/backup-error.ts';
import { shipLog } from '../src/server/backup/log-shipping.ts';
import { makeBackup } from '../src/server/backup/make-backup.ts';
import { makeIdentity } from '../src/server/backup/sealing.ts';
import { readConfig, SettingError } from '../src/server/platform/config.ts';
import { openPortalDatabase } from './portal-database.ts';

const help = `npm run backup -- [--to PLACE] [--log | --new-key]

  --to PLACE   a folder, a mounted disk, or s3://bucket?endpoint=…; otherwise BACKUP_TO
  --log        only brings what was written since the last backup to the place, so that any moment can be reached, and who was erased
  --new-key    makes a key pair: put the public key into BACKUP_RECIPIENT, and the secret key on paper or on another machine

A backup is encrypted for BACKUP_RECIPIENT, or with BACKUP_PASSPHRASE. It counts once its manifest is written.
`;

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};
const print = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      log: { type: 'boolean' },
      'new-key': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    print(help);
    return;
  }
  if (values['new-key']) {
    const { identity, recipient } = await makeIdentity();
    print(`BACKUP_RECIPIENT=${recipient}`);
    print('');
    print('The secret key, needed to restore. It is stored nowhere: write it down and keep it elsewhere.');
    print(identity);
    return;
  }
  const config = readConfig({
    ...process.env,
    ...(values.to === undefined ? {} : { BACKUP_TO: values.to }),
  });
  const { url, close } = await openPortalDatabase(config);
  try {
    if (values.log) {
      const shipped = await shipLog(config, url);
      print(
        shipped
          ? `${shipped.segments} segments, ${shipped.files} files, ${shipped.erased} erasures.`
          : 'A backup is being made.',
      );
    } else {
      const { id, tables, storage, keys } = await makeBackup({ config, url, release: version });
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      print(
        `Backup ${id}: ${rows} rows in ${Object.keys(tables).length} tables, ${storage.count} stored files, keys ${keys}.`,
      );
      if (storage.lacking)
        process.stderr.write(
          `${storage.lacking} stored files are missing or damaged in the storage; the backup is whole but for them. An older backup may have them.\n`,
        );
    }
  } finally {
    await close();
  }
}

await run().catch((error: unknown) => {
  const isExpected = error instanceof BackupError || error instanceof SettingError;
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
});
