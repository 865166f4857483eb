// Keys that can be rotated. Each kind has several files in keys/: one makes new things, all of them verify old ones.
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
  /** The key that makes new things. */
  current(): string;
  currentId(): number;
  /** All keys that may verify, the current one first. */
  all(): readonly string[];
  /** By id. */
  entries(): Iterable<[number, string]>;
  /** Loads key files that have been added since. */
  refresh(): void;
  /** Makes new things with this key from now on, if it is here. */
  use(id: number): void;
  /** A retired key verifies nothing any more, even if its file is still here. */
  forget(id: number): void;
}

/** @throws Error when there is none: only the first start makes the first key of a kind */
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
