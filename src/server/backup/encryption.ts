// Encryption of backups with age (age-encryption.org/v1), so that the `age` tool can open them without the portal.
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from './backup-error.ts';
import type { Destination } from './destination.ts';

export interface BackupKeySettings {
  readonly BACKUP_RECIPIENT?: string | undefined;
  readonly BACKUP_PASSPHRASE?: string | undefined;
}

/** File at the destination with a secret key that is encrypted by the passphrase, so that the slow derivation happens once and not for every part. */
const recoveryKey = 'recovery-key.age';
/** Each backup has a copy, so that one damaged sector can't make all backups unreadable. */
const copyName = (id: string) => `backups/${id}/${recoveryKey}`;

/** Yields the main file, then different versions from the backups, newest first. */
async function* listRecoveryKeys(destination: Destination): AsyncIterable<Buffer> {
  const seen = new Set<string>();
  const copies: string[] = [];
  for await (const name of destination.list('backups/'))
    if (name.endsWith(`/${recoveryKey}`)) copies.push(name);
  for (const name of [recoveryKey, ...copies.sort().reverse()]) {
    const locked = await destination.read(name);
    if (!locked || seen.has(locked.toString('base64'))) continue;
    seen.add(locked.toString('base64'));
    yield locked;
  }
}

export async function makeIdentity(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Letters with two encodings that look the same; keyboards differ in which they produce. NFC decomposes them. */
const inOne = new Map([
  [0x9a1, 0x9dc],
  [0x9a2, 0x9dd],
  [0x9af, 0x9df],
]);

/** Lists the encodings of a passphrase, which may be typed from paper on a different keyboard than before. */
function listSpellings(passphrase: string): readonly string[] {
  const apart = passphrase.normalize('NFC').trim().replace(/\s+/g, ' ');
  const whole = apart.replace(/[\u09a1\u09a2\u09af]\u09bc/g, (letter) =>
    String.fromCodePoint(inOne.get(letter.codePointAt(0)!)!),
  );
  return [...new Set([passphrase, apart, whole])];
}

async function openRecoveryKey(destination: Destination, passphrase: string): Promise<string | undefined> {
  let isThere = false;
  for await (const locked of listRecoveryKeys(destination)) {
    isThere = true;
    for (const spelling of listSpellings(passphrase)) {
      const decrypter = new Decrypter();
      decrypter.addPassphrase(spelling);
      const identity = await decrypter.decrypt(locked, 'text').catch(() => undefined);
      if (identity !== undefined) return identity;
    }
  }
  if (!isThere) return undefined;
  throw new BackupError(
    `BACKUP_PASSPHRASE is not the one of the backups in ${destination.name}: set the right one, or choose another place.`,
  );
}

export async function keepRecoveryKey(destination: Destination, id: string): Promise<void> {
  const locked = await destination.read(recoveryKey);
  if (locked) await destination.write(copyName(id), locked);
}

async function makeRecoveryKey(destination: Destination, passphrase: string): Promise<string> {
  const { identity } = await makeIdentity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  await destination.write(recoveryKey, Buffer.from(await encrypter.encrypt(identity)));
  return identity;
}

/** Finds the public keys that backups are encrypted to. */
export async function findRecipients(
  settings: BackupKeySettings,
  destination: Destination,
): Promise<string[]> {
  if (settings.BACKUP_RECIPIENT !== undefined)
    return settings.BACKUP_RECIPIENT.split(',').map((recipient) => recipient.trim());
  const { BACKUP_PASSPHRASE: passphrase } = settings;
  if (passphrase === undefined)
    throw new BackupError('Set BACKUP_RECIPIENT or BACKUP_PASSPHRASE: a backup is never made unencrypted.');
  const identity =
    (await openRecoveryKey(destination, passphrase)) ?? (await makeRecoveryKey(destination, passphrase));
  return [await identityToRecipient(identity)];
}

/** Parses an age key file: one secret key per line; comments begin with #. */
export const readIdentities = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Finds the secret keys that a restore tries. */
export async function findIdentities(
  given: readonly string[],
  passphrase: string | undefined,
  destination: Destination,
): Promise<string[]> {
  const recovered = !passphrase ? undefined : await openRecoveryKey(destination, passphrase);
  return [...given, ...(recovered === undefined ? [] : [recovered])];
}

function createEncrypter(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return encrypter;
}

export const encryptStream = (
  plain: ReadableStream<Uint8Array>,
  recipients: readonly string[],
): Promise<ReadableStream<Uint8Array>> => createEncrypter(recipients).encrypt(plain);

export const encryptBytes = async (plain: Uint8Array, recipients: readonly string[]): Promise<Buffer> =>
  Buffer.from(await createEncrypter(recipients).encrypt(plain));

const wrongKey = (): never => {
  throw new BackupError(
    'None of the given keys opens this backup: give the secret key that belongs to BACKUP_RECIPIENT with --identity FILE, or the passphrase in BACKUP_PASSPHRASE.',
  );
};

function createDecrypter(identities: readonly string[]): Decrypter {
  if (identities.length === 0) wrongKey();
  const decrypter = new Decrypter();
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new BackupError('The file of --identity holds no secret key that begins with AGE-SECRET-KEY-.');
    }
  }
  return decrypter;
}

const explain = (error: Error): never => {
  if (error instanceof BackupError) throw error;
  if (/no identity matched/i.test(error.message)) wrongKey();
  throw new BackupError(`A part of the backup was changed and does not open (${error.message}).`);
};

export const decryptStream = (
  sealed: ReadableStream<Uint8Array>,
  identities: readonly string[],
): Promise<ReadableStream<Uint8Array>> => createDecrypter(identities).decrypt(sealed).catch(explain);

export const decryptBytes = async (sealed: Uint8Array, identities: readonly string[]): Promise<Buffer> =>
  Buffer.from(await createDecrypter(identities).decrypt(sealed).catch(explain));
