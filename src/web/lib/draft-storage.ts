// Drafts and the keys of their submits are at hand in the tab's own storage. Whoever follows them keeps them for longer than the tab.
import { readStored, writeStored } from './stored.ts';

type Follower = (name: string, text: string | null) => void;
let follower: Follower = () => {};

export const readDraft = (name: string) => readStored(name, 'sessionStorage');

export function writeDraft(name: string, text: string | null): void {
  writeStored(name, text, 'sessionStorage');
  follower(name, text);
}

export function followDrafts(next: Follower): void {
  follower = next;
}
