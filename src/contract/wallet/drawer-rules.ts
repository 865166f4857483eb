// Rules of cash counts; without zod, shared with the screens.
import type { Language } from '../language.ts';

/** Notes and coins in taka, the largest first. */
export const noteValues = ['1000', '500', '200', '100', '50', '20', '10', '5', '2', '1'] as const;
export type NoteValue = (typeof noteValues)[number];
export type Notes = { readonly [N in NoteValue]?: number };

/** In paisa. */
export const sumOfNotes = (notes: Notes): bigint =>
  noteValues.reduce((sum, value) => sum + BigInt(value) * BigInt(notes[value] ?? 0) * 100n, 0n);

/** Where cash removed from a drawer goes. */
export const removedPlaces = ['owner', 'bank', 'other'] as const;
export type RemovedPlace = (typeof removedPlaces)[number];

export const removedPlaceNames: Record<RemovedPlace, Record<Language, string>> = {
  owner: { bn: 'মালিককে', en: 'To the owner' },
  bank: { bn: 'ব্যাংকে', en: 'To the bank' },
  other: { bn: 'অন্য কোথাও', en: 'Elsewhere' },
};

/** Effects of movements on the drawer. */
export const drawerMoves = ['taken', 'paid', 'taken_back', 'paid_back'] as const;
export type DrawerMove = (typeof drawerMoves)[number];

export const drawerMoveNames: Record<DrawerMove, Record<Language, string>> = {
  taken: { bn: 'নগদ নেওয়া', en: 'Cash taken' },
  paid: { bn: 'নগদ দেওয়া', en: 'Cash paid out' },
  taken_back: { bn: 'রিচার্জ ফেরত নেওয়া', en: 'Recharge taken back' },
  paid_back: { bn: 'টাকা তোলা বাতিল', en: 'Withdrawal undone' },
};
