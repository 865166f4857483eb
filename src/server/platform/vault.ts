// Encryption at rest: each value under its own data key, the data key under the instance's master key.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { releaseBuffer } from './release-buffer.ts';

const format = 1;
const wrappedLength = 12 + 32 + 16;

export interface Vault {
  /** Seals bytes for one purpose; a value moved to another purpose does not open. */
  seal(plain: Uint8Array, purpose: string): Buffer;
  /** @throws Error when the value was changed, belongs elsewhere, or its key is gone */
  open(sealed: Uint8Array, purpose: string): Buffer;
  sealText(plain: string, purpose: string): Buffer;
  openText(sealed: Uint8Array, purpose: string): string;
  /** Keyed hash by which an encrypted number is found without being readable; under the current index secret. */
  blindIndex(value: string, purpose: string): Buffer;
  /** The same under every index secret that is loaded: while the secret is being changed, rows are searched by all of them. */
  blindIndexes(value: string, purpose: string): Buffer[];
  /** A keyed hash that never changes: for what is counted once or kept for ever and has no sealed value from which to index it again. */
  lastingHash(value: string, purpose: string): Buffer;
  /** The same value under the newest master key; undefined if it already is. @throws like `open` */
  rewrap(sealed: Uint8Array, purpose: string): Buffer | undefined;
  /** A secret derived for one purpose; it never changes. */
  derive(purpose: string): Buffer;
}

/** Returns the parts, so that a large file is copied only once, when they are joined. */
function encrypt(key: Uint8Array, plain: Uint8Array, context: Uint8Array): Buffer[] {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context);
  return [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
}

function decrypt(key: Uint8Array, sealed: Uint8Array, context: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(context);
  decipher.setAuthTag(sealed.subarray(sealed.length - 16));
  const plain = decipher.update(sealed.subarray(12, sealed.length - 16));
  // Only verifies: in this mode it returns no further bytes.
  decipher.final();
  return plain;
}

export interface VaultKeys {
  /** Called when a value refers to a key that is missing; may add it to `masterKeys`. */
  readonly findKeys?: () => void;
  /** The id of the key that seals; the highest by default. */
  readonly sealingKey?: () => number;
  /** The current one first; the lasting secret by default. */
  readonly indexSecrets?: () => readonly Buffer[];
}

/**
 * @param masterKeys id (0..255) → 32 bytes; one seals and all open, so that a key can be rotated. Keys may be added later.
 * @param lastingSecret never rotated: what is derived from it lasts for ever
 */
export function createVault(
  masterKeys: ReadonlyMap<number, Buffer>,
  lastingSecret: Buffer,
  {
    findKeys = () => undefined,
    sealingKey = () => Math.max(...masterKeys.keys()),
    indexSecrets = () => [lastingSecret],
  }: VaultKeys = {},
): Vault {
  const deriveFrom = (secret: Buffer, purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `nothipotro ${purpose}`, 32));
  const derive = (purpose: string) => deriveFrom(lastingSecret, purpose);
  const wrap = (dataKey: Uint8Array, context: Uint8Array) => {
    const currentId = sealingKey();
    const header = Buffer.from([format, currentId]);
    return [header, ...encrypt(masterKeys.get(currentId)!, dataKey, Buffer.concat([header, context]))];
  };
  const unwrap = (sealed: Uint8Array, context: Uint8Array) => {
    const id = sealed[1] ?? -1;
    if (sealed[0] === format && !masterKeys.has(id)) findKeys();
    const master = masterKeys.get(id);
    if (sealed[0] !== format || !master) throw new Error('The value was sealed by a key that is not here');
    const header = Buffer.concat([sealed.subarray(0, 2), context]);
    return decrypt(master, sealed.subarray(2, 2 + wrappedLength), header);
  };

  const seal: Vault['seal'] = (plain, purpose) => {
    const dataKey = randomBytes(32);
    const context = Buffer.from(purpose);
    const [nonce, encrypted, ...rest] = encrypt(dataKey, plain, context) as [Buffer, Buffer, ...Buffer[]];
    const sealed = Buffer.concat([...wrap(dataKey, context), nonce, encrypted, ...rest]);
    releaseBuffer(encrypted);
    return sealed;
  };
  const open: Vault['open'] = (sealed, purpose) => {
    const context = Buffer.from(purpose);
    return decrypt(unwrap(sealed, context), sealed.subarray(2 + wrappedLength), context);
  };
  const indexKeys = new Map<string, Buffer>();
  const hashUnder = (secret: Buffer, value: string, purpose: string) => {
    const name = secret.toString('base64');
    const key = indexKeys.get(name) ?? deriveFrom(secret, 'blind index');
    indexKeys.set(name, key);
    return createHmac('sha256', key).update(`${purpose}\0${value}`).digest();
  };

  return {
    seal,
    open,
    sealText: (plain, purpose) => seal(Buffer.from(plain), purpose),
    openText: (sealed, purpose) => open(sealed, purpose).toString(),
    blindIndex: (value, purpose) => hashUnder(indexSecrets()[0]!, value, purpose),
    blindIndexes: (value, purpose) => indexSecrets().map((secret) => hashUnder(secret, value, purpose)),
    lastingHash: (value, purpose) => hashUnder(lastingSecret, value, purpose),
    rewrap(sealed, purpose) {
      if (sealed[1] === sealingKey()) return undefined;
      const context = Buffer.from(purpose);
      return Buffer.concat([...wrap(unwrap(sealed, context), context), sealed.subarray(2 + wrappedLength)]);
    },
    derive,
  };
}
