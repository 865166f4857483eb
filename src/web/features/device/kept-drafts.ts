// A customer's drafts outlive the tab: sealed on the device for a week, and back in the tab's storage when the portal is opened again.
import { followDrafts, readDraft } from '../../lib/draft-storage.ts';
import { writeStored } from '../../lib/stored.ts';
import { announceDraft } from '../documents/draft.ts';
import { myStore } from './my-store.ts';
import type { DeviceStore } from './store.ts';

const longestMs = 7 * 24 * 3_600_000;
/** Of any one value; text is far shorter, pictures are far longer. */
const longestValue = 4_096;
const longestDraft = 64_000;

const belongsTo = (name: string, ownerId: number) => name.startsWith(`draft:${ownerId}:`);

/** @returns undefined for what is too large to be text alone */
export function withoutPictures(text: string): string | undefined {
  const short = JSON.stringify(JSON.parse(text), (key, value) =>
    // What a submit key stands for is one long text.
    typeof value === 'string' && value.length > longestValue && key !== 'print' ? undefined : value,
  );
  return short.length > longestDraft ? undefined : short;
}

/** One after the other, so that the last change wins. */
let last: Promise<void> = Promise.resolve();
/** What the forms have written since the drafts of the device were asked for. */
const written = new Map<string, string | null>();

function then(work: (store: DeviceStore) => Promise<void>): Promise<void> {
  last = last
    .then(async () => {
      const store = await myStore('drafts');
      if (store) await work(store);
    })
    // Then they live as long as the tab.
    .catch(() => undefined);
  return last;
}

followDrafts((name, text) => {
  written.set(name, text);
  void then(async (store) => {
    if (!belongsTo(name, store.ownerId)) return;
    const short = text === null ? undefined : withoutPictures(text);
    if (short === undefined) await store.decide(name, () => 'remove');
    else await store.put(name, new TextEncoder().encode(short));
  });
});

async function takeBack(store: DeviceStore, name: string): Promise<void> {
  const bytes = await store.read(name);
  const isNew = !written.has(name);
  // Forgotten meanwhile, or still in this tab from before a reload.
  if (!bytes || (isNew ? readDraft(name) !== null : written.get(name) === null)) return;
  const text = new TextDecoder().decode(bytes);
  if (isNew) writeStored(name, text, 'sessionStorage');
  announceDraft({ key: name, value: JSON.parse(text) as object, late: true });
}

/** Brings back what the signed-in person had typed on this device. Opening the store removes what somebody else had. */
export function bringBackDrafts(): Promise<void> {
  written.clear();
  return then(async (store) => {
    for (const { name, at } of await store.list())
      if (!belongsTo(name, store.ownerId) || Math.abs(Date.now() - at) > longestMs)
        await store.decide(name, () => 'remove');
      else await takeBack(store, name);
  });
}
