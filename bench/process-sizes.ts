// What the processes of a portal hold in memory, by what they do: proportional set sizes, so that shared pages count once.
import { readdirSync, readFileSync } from 'node:fs';
import type { BenchPortal } from './portal.ts';

function readTree(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended.
    }
  }
  return children;
}

/** In MB. */
function sizeOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export const groups = ['portal', 'database', 'papers', 'readers', 'pictures', 'other'] as const;
type Group = (typeof groups)[number];

function groupOf(pid: number): Group {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  if (command.includes('render-process')) return 'papers';
  if (command.includes('picture-process')) return 'pictures';
  return command.includes('reader-process') ? 'readers' : 'other';
}

export type Sizes = Record<Group | 'all', number>;

/** In MB, of the portal and all its processes. */
export function measure({ pids }: BenchPortal): Sizes {
  const tree = readTree();
  const sizes: Sizes = { portal: 0, database: 0, papers: 0, readers: 0, pictures: 0, other: 0, all: 0 };
  const add = (pid: number, group: Group) => {
    const size = sizeOf(pid);
    sizes[group] += size;
    sizes.all += size;
    for (const child of tree.get(pid) ?? [])
      add(child, child === database ? 'database' : group === 'portal' ? groupOf(child) : group);
  };
  const [main, database] = pids as [number, number];
  add(main, 'portal');
  return sizes;
}
