// Lets a customer's drafts outlive the tab: they are sealed on the device for a week, and restored to the tab's storage when the portal is opened
// again.
import { maximumImageBytes } from '#contract/files/upload-rules.ts';
import { followDrafts, readDraft } from '../../../lib/storage/draft-storage.ts';
import { writeStored } from '../../../lib/storage/stored.ts';
import { announceDraft, longestText } from '../../drafts/draft.ts';
import type { DeviceStore } from './device-store.ts';
import { openUserStore } from './user-store.ts';

const longestMs = 7 * 24 * 3_600_000;
const longestDraft = 64_000;
/** Length of the largest picture that forms accept, as base64 with its data URL prefix. */
const longestPicture = (maximumImageBytes / 3) * 4 + 100;

const belongsTo = (name: string, ownerId: number) => name.startsWith(`draft:${ownerId}:`);
const ofPicture = ':picture:';
const pictureName = (name: string, id: string) => `${name}${ofPicture}${id}`;

/** The id of the item that holds a picture, as long as the picture is unchanged. */
const ids = new Map<string, string>();
function idOf(picture: string): string {
  const id = ids.get(picture) ?? crypto.randomUUID();
  ids.set(picture, id);
  return id;
}

/**
 * Splits a draft into its text and its pictures, so that the pictures are not written again with every word.
 * @returns undefined if the text alone is too large
 */
export function separatePictures(
  whole: unknown,
): { text: string; pictures: Map<string, string> } | undefined {
  const pictures = new Map<string, string>();
  const text = JSON.stringify(whole, (_, value) => {
    if (typeof value !== 'string' || value.length <= longestText) return value;
    if (value.length > longestPicture) return undefined;
    const id = idOf(value);
    pictures.set(id, value);
    return { keptPicture: id };
  });
  return text.length > longestDraft ? undefined : { text, pictures };
}

/** Returns the draft with its pictures inserted. */
export const insertPictures = (text: string, pictures: ReadonlyMap<string, string>): object =>
  JSON.parse(text, (_, value) => {
    if (typeof value?.keptPicture !== 'string') return value;
    return pictures.get(value.keptPicture);
  });

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Writes run one after the other, so that the last change wins. */
let last: Promise<void> = Promise.resolve();
/** What forms have written since the drafts of the device were requested. */
const written = new Map<string, string | null>();

function enqueue(work: (store: DeviceStore) => Promise<void>): Promise<void> {
  last = last
    .then(async () => {
      const store = await openUserStore('drafts');
      if (store) await work(store);
    })
    // Without such storage, drafts live as long as the tab.
    .catch(() => undefined);
  return last;
}

const picturesOf = async (store: DeviceStore, name: string) =>
  (await store.list()).map((item) => item.name).filter((item) => item.startsWith(pictureName(name, '')));

const remove = (store: DeviceStore, name: string) => store.update(name, () => 'remove');

async function keep(store: DeviceStore, name: string, whole: unknown): Promise<void> {
  const parts = whole === null ? undefined : separatePictures(whole);
  if (parts) await store.put(name, encode(parts.text));
  else await remove(store, name);
  const there = await picturesOf(store, name);
  const wanted = new Map(
    [...(parts?.pictures ?? [])].map(([id, picture]) => [pictureName(name, id), picture]),
  );
  for (const item of there) if (!wanted.has(item)) await remove(store, item);
  for (const [item, picture] of wanted) if (!there.includes(item)) await store.put(item, encode(picture));
}

followDrafts((name, text, whole) => {
  written.set(name, text);
  void enqueue(async (store) => {
    if (belongsTo(name, store.ownerId)) await keep(store, name, text && (whole ?? JSON.parse(text)));
  });
});

async function restoreDraft(store: DeviceStore, name: string): Promise<void> {
  const bytes = await store.read(name);
  if (!bytes) return;
  const pictures = new Map<string, string>();
  for (const item of await picturesOf(store, name)) {
    const picture = await store.read(item);
    const id = item.slice(pictureName(name, '').length);
    if (picture) pictures.set(id, decode(picture));
  }
  // It was discarded meanwhile.
  if (written.get(name) === null) return;
  for (const [id, picture] of pictures) ids.set(picture, id);
  const value = insertPictures(decode(bytes), pictures);
  // False if it is still in this tab from before a reload.
  const isNew = !written.has(name) && readDraft(name) === null;
  // Without the pictures, for which the tab's storage has no room.
  if (isNew) writeStored(name, JSON.stringify(insertPictures(decode(bytes), new Map())), 'sessionStorage');
  announceDraft({ key: name, value, late: isNew || written.has(name) ? 'all' : 'pictures' });
}

/** Restores what the signed-in user had typed on this device. Opening the store removes what another user left. */
export function restoreDrafts(): Promise<void> {
  written.clear();
  ids.clear();
  return enqueue(async (store) => {
    const items = await store.list();
    const drafts = items.filter(({ name }) => !name.includes(ofPicture));
    const isOrphan = (name: string) => !drafts.some((draft) => name.startsWith(pictureName(draft.name, '')));
    for (const { name } of items) if (name.includes(ofPicture) && isOrphan(name)) await remove(store, name);
    for (const { name, at } of drafts)
      if (!belongsTo(name, store.ownerId) || Date.now() - at > longestMs) await keep(store, name, null);
      else await restoreDraft(store, name);
  });
}
