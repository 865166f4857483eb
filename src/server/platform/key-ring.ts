// Keys that can be rotated. Each kind may have several files in keys/: one seals and signs, all of them open and verify.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each kind of rotating key, by the name of its first file. */
export const keyKinds = [
  'master-key',
  'index-secret',
  'refresh-secret',
  'token-signing-key.pem',
  'statement-key.pem',
  'document-seal.json',
] as const;
export type KeyKind = (typeof keyKinds)[number];

export interface KeyName {
  readonly kind: KeyKind;
  readonly id: number;
}

export function keyFile(kind: KeyKind, id: number): string {
  if (id === 1 && kind !== 'master-key') return kind;
  const [stem, extension] = kind.split('.');
  return extension === undefined ? `${stem}-${id}` : `${stem}-${id}.${extension}`;
}

/** @returns undefined for a file that is not a key of these kinds */
export function readKeyFile(name: string): KeyName | undefined {
  const [, stem, digits, extension = ''] = /^([a-z-]+?)(?:-(\d{1,3}))?(\.\w+)?$/.exec(name) ?? [];
  const kind = keyKinds.find((one) => one === `${stem}${extension}`);
  const id = digits === undefined ? 1 : Number(digits);
  return kind && keyFile(kind, id) === name ? { kind, id } : undefined;
}

export interface KeyRing {
  readonly kind: KeyKind;
  /** The key that seals or signs. */
  current(): string;
  currentId(): number;
  /** All keys that open or verify, the current one first. */
  all(): readonly string[];
  /** By id. */
  entries(): Iterable<[number, string]>;
  /** Loads key files that were added in the meantime. */
  refresh(): void;
  /** Makes this the current key, if its file is here. */
  use(id: number): void;
  /** Stops using a retired key altogether, even if its file is still here. */
  forget(id: number): void;
}

/** @throws Error if there is no key of this kind: only the first start creates the first one */
export function openKeyRing(folder: string, kind: KeyKind): KeyRing {
  const keys = new Map<number, string>();
  const retired = new Set<number>();
  const refresh = () => {
    for (const name of readdirSync(folder)) {
      const found = readKeyFile(name);
      if (found?.kind !== kind || retired.has(found.id)) continue;
      const content = readFileSync(join(folder, name), 'utf8').trim();
      if (content !== '') keys.set(found.id, content);
    }
  };
  refresh();
  if (keys.size === 0) throw new Error(`There is no ${kind} in ${folder}`);
  let current = Math.max(...keys.keys());
  return {
    kind,
    current: () => keys.get(current)!,
    currentId: () => current,
    all: () => [keys.get(current)!, ...[...keys].filter(([id]) => id !== current).map(([, key]) => key)],
    entries: () => keys.entries(),
    refresh,
    use(id) {
      if (!keys.has(id)) refresh();
      if (keys.has(id)) current = id;
    },
    forget(id) {
      if (id === current) return;
      retired.add(id);
      keys.delete(id);
    },
  };
}
