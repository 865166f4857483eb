// Drafts and the keys of their submits, in the tab's own storage. A follower can keep them for longer than the tab.
import { readStored, writeStored } from './stored.ts';

type Follower = (name: string, text: string | null, whole: unknown) => void;
let follower: Follower = () => {};

export const readDraft = (name: string) => readStored(name, 'sessionStorage');

/** @param whole also contains what `text` leaves out because the tab's storage is small */
export function writeDraft(name: string, text: string | null, whole?: unknown): void {
  writeStored(name, text, 'sessionStorage');
  follower(name, text, whole);
}

export function followDrafts(next: Follower): void {
  follower = next;
}
