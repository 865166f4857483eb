// Checks settings that depend on one another, and that credentials are sent over TLS only.
import { isIP, isIPv4 } from 'node:net';

/** Settings that depend on one another. */
export interface Settings
  extends Readonly<
    Partial<
      Record<
        | 'REGISTRY_URL'
        | 'REGISTRY_CLIENT_ID'
        | 'REGISTRY_CLIENT_SECRET'
        | 'REGISTRY_CERT_FILE'
        | 'REGISTRY_KEY_FILE'
        | 'DATABASE_URL'
        | 'DATABASE_APP_URL'
        | 'DATABASE_POOLER'
        | 'STORAGE_URL'
        | 'STORAGE_ACCESS_KEY'
        | 'STORAGE_SECRET_KEY'
        | 'BKASH_USERNAME'
        | 'BKASH_PASSWORD'
        | 'BKASH_APP_KEY'
        | 'BKASH_APP_SECRET'
        | 'BACKUP_TO'
        | 'BACKUP_RECIPIENT'
        | 'BACKUP_PASSPHRASE'
        | 'BACKUP_ACCESS_KEY'
        | 'BACKUP_SECRET_KEY',
        string | undefined
      >
    >
  > {
  readonly BKASH_URL: string;
  readonly PAYMENT_PROVIDERS: readonly string[];
}

/** Exit code of a process that cannot start until a setting is corrected (EX_CONFIG in sysexits.h): its service manager does not restart it. */
export const configErrorExitCode = 78;

/** Thrown when an invalid setting prevents the start; the message names the setting and the problem. */
export class SettingError extends Error {}

export const isLocalhost = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Whether the text is an address, a network, or a name that Fastify accepts for one. Fastify resolves no host names. */
export function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', mask, ...others] = text.split('/');
  if (isIP(address) === 0 || others.length > 0) return false;
  if (mask === undefined || (isIPv4(address) && isIPv4(mask))) return true;
  return /^[1-9]\d*$/.test(mask) && Number(mask) <= (isIPv4(address) ? 32 : 128);
}

/** These settings name another route to the same database, and the embedded one has none. It may have a replica. */
function assertDatabase(read: Settings): void {
  if (read.DATABASE_URL !== undefined) return;
  for (const key of ['DATABASE_APP_URL', 'DATABASE_POOLER'] as const)
    if (read[key] !== undefined) throw new SettingError(`${key}: goes with DATABASE_URL, which is not set`);
}

/** A gateway needs more than its address, and personal data leave this machine only over TLS. */
function assertRegistry(read: Settings): void {
  if (read.REGISTRY_URL === undefined) return;
  const { protocol, hostname } = new URL(read.REGISTRY_URL);
  if (protocol === 'http:' && !isLocalhost(hostname))
    throw new SettingError('REGISTRY_URL: must start with https:// unless the gateway is on this machine');
  for (const key of ['REGISTRY_CLIENT_ID', 'REGISTRY_CLIENT_SECRET'] as const)
    if (read[key] === undefined) throw new SettingError(`${key}: is needed when REGISTRY_URL is set`);
  if ((read.REGISTRY_CERT_FILE === undefined) !== (read.REGISTRY_KEY_FILE === undefined))
    throw new SettingError('REGISTRY_KEY_FILE: goes with REGISTRY_CERT_FILE, set both or neither');
}

function assertStorage(read: Settings): void {
  if (read.STORAGE_URL === undefined) return;
  for (const key of ['STORAGE_ACCESS_KEY', 'STORAGE_SECRET_KEY'] as const)
    if (read[key] === undefined) throw new SettingError(`${key}: is needed when STORAGE_URL is set`);
}

function assertBackup(read: Settings): void {
  if (read.BACKUP_TO === undefined) return;
  if (read.BACKUP_RECIPIENT === undefined && read.BACKUP_PASSPHRASE === undefined)
    throw new SettingError(
      'BACKUP_RECIPIENT: is needed when BACKUP_TO is set, or else BACKUP_PASSPHRASE; npm run backup -- --new-key makes a key',
    );
  if (!read.BACKUP_TO.startsWith('s3:')) return;
  if (!URL.canParse(new URL(read.BACKUP_TO).searchParams.get('endpoint') ?? ''))
    throw new SettingError('BACKUP_TO: must name its endpoint, s3://bucket?endpoint=https://host&region=…');
  for (const key of ['BACKUP_ACCESS_KEY', 'BACKUP_SECRET_KEY'] as const)
    if (read[key] === undefined)
      throw new SettingError(`${key}: is needed when BACKUP_TO names object storage`);
}

/** The shop's credentials are sent over TLS only. */
function assertBkash(read: Settings): void {
  if (!read.PAYMENT_PROVIDERS.includes('bkash')) return;
  const { protocol, hostname } = new URL(read.BKASH_URL);
  if (protocol === 'http:' && !isLocalhost(hostname))
    throw new SettingError('BKASH_URL: must start with https:// unless it is a simulator on this machine');
  for (const key of ['BKASH_USERNAME', 'BKASH_PASSWORD', 'BKASH_APP_KEY', 'BKASH_APP_SECRET'] as const)
    if (read[key] === undefined)
      throw new SettingError(`${key}: is needed when PAYMENT_PROVIDERS names bkash`);
}

/** @throws SettingError */
export function assertConsistent(read: Settings): void {
  assertDatabase(read);
  assertStorage(read);
  assertRegistry(read);
  assertBkash(read);
  assertBackup(read);
}
