// What the lists of movements are about; without zod, shared with the screens.
import type { Language } from '../language.ts';

export const movementKinds = ['sales', 'refunds', 'deposits', 'withdrawals', 'bonuses'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Stands for the service or person of a sale that has none. */
export const noneId = 0;

/** All wallets together, a customer's wallet, or an account of the ledger. */
export const readsAsAccount = (name: string): boolean =>
  /^(wallets|wallet:[1-9]\d{0,8}|revenue|bonus_expense|admin_cash|opening|clearing:[a-z]{1,20})$/.test(name);

/** What a movement of an account was, by the kind of its transfer. */
export const movementWords: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  opening: { bn: 'শুরুর জের', en: 'Opening balance' },
  recharge: { bn: 'রিচার্জ', en: 'Recharge' },
  bonus: { bn: 'বোনাস', en: 'Bonus' },
  charge: { bn: 'কপি বিক্রি', en: 'Copy sold' },
  capture: { bn: 'অর্ডার সম্পন্ন', en: 'Order completed' },
  withdrawal: { bn: 'টাকা তোলা', en: 'Withdrawal' },
  refund: { bn: 'অর্ডারের টাকা ফেরত', en: 'Refund of an order' },
  reversal: { bn: 'সংশোধন', en: 'Correction' },
};

/** A correction is called by what it takes back. */
export function movementInWords(kind: string, reverses: string | null, language: Language): string {
  const of = (name: string) => movementWords[name]?.[language] ?? name;
  return kind === 'reversal' && reverses !== null ? `${of(kind)}: ${of(reverses)}` : of(kind);
}
