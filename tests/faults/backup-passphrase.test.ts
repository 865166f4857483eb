// The backup passphrase as people type it: years later, from paper, on another keyboard.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDestination } from '#server/backup/destination.ts';
import { findIdentities, findRecipients } from '#server/backup/encryption.ts';
import { readConfig } from '#server/platform/config.ts';

const openEmptyPlace = () =>
  openDestination(mkdtempSync(join(tmpdir(), 'nothipotro-sealing-')), readConfig({}));

it.each([
  ['in one sign', '\u09ac\u09be\u09dc\u09bf\u09b0 \u09aa\u09be\u09b6\u09c7 \u09a8\u09a6\u09c0'],
  ['in two signs', '\u09ac\u09be\u09a1\u09bc\u09bf\u09b0 \u09aa\u09be\u09b6\u09c7 \u09a8\u09a6\u09c0'],
])('opens the backups however the keyboard spells ড়: made %s', { timeout: 30_000 }, async (_, passphrase) => {
  const place = openEmptyPlace();
  await findRecipients({ BACKUP_PASSPHRASE: passphrase }, place);
  const opened = await findIdentities([], passphrase, place);
  const [one, two] = [
    passphrase.replace('\u09a1\u09bc', '\u09dc'),
    passphrase.replace('\u09dc', '\u09a1\u09bc'),
  ];
  for (const typed of [one, two, `${two.replace(' ', '  ')} `])
    expect(await findIdentities([], typed, place)).toEqual(opened);
  await expect(findIdentities([], passphrase.slice(1), place)).rejects.toThrow(
    /is not the one of the backups/,
  );
});
