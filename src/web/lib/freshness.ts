// How fresh the lists on the screen are: when each was loaded, and since when the live channel says nothing about them.
import { useEffect, useId } from 'react';
import type { Connection } from './loading/code.ts';
import { createStore, useStore } from './store.ts';

export interface ChannelState {
  /** When it fell silent: what it keeps up to date is from that moment. */
  silentSince?: number;
  /** It could not be reopened at the first try. */
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

/** Not at the first drop: most are over within seconds. */
export function recordFailing(): void {
  const now = channel.get();
  if (!now.isFailing) channel.set({ ...now, isFailing: true });
}

/** A browser without a network may keep a socket that hears nothing; whether it still does when the network is back, its next word tells. */
export function recordConnection(now: Connection): void {
  if (now !== 'online' && now !== 'outdated') fallSilent();
}

/** Nobody listens any more. */
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

/** How old a list is: the channel kept a live one up to date until it fell silent. */
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

/** Says that a list is on the screen, so that the connection's bar can say how old it is. */
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
