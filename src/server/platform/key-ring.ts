// Keys that can be changed for newer ones. Each kind has several files in keys/: one makes what is new, all of them check what was made.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each kind of key that rotates, by the name of its first file. */
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

/** @returns undefined for a file that is no key of these kinds */
export function readKeyFile(name: string): KeyName | undefined {
  const [, stem, digits, extension = ''] = /^([a-z-]+?)(?:-(\d{1,3}))?(\.\w+)?$/.exec(name) ?? [];
  const kind = keyKinds.find((one) => one === `${stem}${extension}`);
  const id = digits === undefined ? 1 : Number(digits);
  return kind && keyFile(kind, id) === name ? { kind, id } : undefined;
}

export interface KeyRing {
  readonly kind: KeyKind;
  /** What makes new things. */
  current(): string;
  currentId(): number;
  /** All that may check, the current one first. */
  all(): readonly string[];
  /** By id. */
  entries(): Iterable<[number, string]>;
  /** Takes up key files that have come since. */
  refresh(): void;
  /** Makes new things with this one from now on, when it is here. */
  use(id: number): void;
  /** A key that was retired checks nothing any more, though its file may still be here. */
  forget(id: number): void;
}

/** @throws Error when there is none: the first of a kind is made by the first start alone */
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
