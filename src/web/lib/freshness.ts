// How fresh the lists on the screen are: when each was loaded, and since when the live channel has been silent.
import { useEffect, useId } from 'react';
import type { Connection } from './loading/code.ts';
import { createStore, useStore } from './store.ts';

export interface ChannelState {
  /** When the channel fell silent: live lists are up to date until that moment. */
  silentSince?: number;
  /** The first attempt to reopen it failed. */
  isFailing?: boolean;
}
const nothing: ChannelState = {};
export const channel = createStore<ChannelState>(nothing);
let isOpen = false;

function fallSilent(): void {
  const now = channel.get();
  if (isOpen && now.silentSince === undefined) channel.set({ ...now, silentSince: Date.now() });
}

export function recordLive(): void {
  isOpen = true;
  channel.set(nothing);
}

export function recordClosed(): void {
  fallSilent();
  isOpen = false;
}

/** Not recorded at the first drop, because most drops are over within seconds. */
export function recordFailing(): void {
  const now = channel.get();
  if (!now.isFailing) channel.set({ ...now, isFailing: true });
}

/**
 * Without a network a browser may keep a socket that receives nothing. When the network is back, the next message shows whether the socket still
 * works.
 */
export function recordConnection(now: Connection): void {
  if (now !== 'online' && now !== 'outdated') fallSilent();
}

/** Nothing listens any more. */
export function resetChannel(): void {
  isOpen = false;
  channel.set(nothing);
}

interface ShownList {
  at: number;
  isLive: boolean;
}
const shown = new Map<string, ShownList>();
/** The oldest of the lists on the screen. */
export const oldestList = createStore<ShownList | undefined>(undefined);

/** When a list was last up to date: the channel kept a live one current until it fell silent. */
export const lastUpdateOf = (list: ShownList, { silentSince = 0 }: ChannelState): number =>
  list.isLive ? Math.max(list.at, silentSince) : list.at;

function chooseOldest(): void {
  const state = channel.get();
  let oldest: ShownList | undefined;
  for (const each of shown.values())
    if (!oldest || lastUpdateOf(each, state) < lastUpdateOf(oldest, state)) oldest = each;
  oldestList.set(oldest);
}
channel.subscribe(chooseOldest);

/** Registers a list on the screen, so that the connection bar can show its age. */
export function useShownList({ at, isLive }: ShownList): void {
  const id = useId();
  useEffect(() => {
    if (at === 0) return undefined;
    shown.set(id, { at, isLive });
    chooseOldest();
    return () => {
      shown.delete(id);
      chooseOldest();
    };
  }, [id, at, isLive]);
}

export const useChannel = (): ChannelState => useStore(channel);
export const useOldestList = (): ShownList | undefined => useStore(oldestList);
