// Names of the accounts and their movements, the same in the trial balance and on every sheet.
import type { Language } from '#contract/language.ts';
import { reportFigures } from '#contract/reports/rules.ts';
import { wayNames } from '#contract/wallet/ways.ts';
import { wayOfAccount } from '../../ledger/chart-of-accounts.ts';
import { allWallets } from './account-days.queries.ts';

const words: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  [allWallets]: { bn: 'গ্রাহকদের ওয়ালেট', en: 'Customers’ wallets' },
  opening: { bn: 'শুরুর জের', en: 'Opening balances' },
  revenue: reportFigures.revenue,
  bonus_expense: reportFigures.bonuses,
};
const online: Readonly<Record<Language, string>> = { bn: ', গ্রাহক নিজে (অনলাইন)', en: ', paid online' };

/** Returns an account's name; a single wallet is named by its customer instead. */
export function accountName(
  providerName: (id: string) => Record<Language, string>,
  account: string,
  language: Language,
): string {
  const way = wayOfAccount(account);
  return (
    words[account]?.[language] ??
    (way === undefined
      ? providerName(account.slice('clearing:'.length))[language] + online[language]
      : wayNames[way][language])
  );
}

/** Names of movements, by the kind of their transfer. */
const kinds: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  opening: { bn: 'শুরুর জের', en: 'Opening balance' },
  recharge: { bn: 'রিচার্জ', en: 'Recharge' },
  bonus: { bn: 'বোনাস', en: 'Bonus' },
  charge: { bn: 'কপি বিক্রি', en: 'Copy sold' },
  capture: { bn: 'অর্ডার সম্পন্ন', en: 'Order completed' },
  withdrawal: { bn: 'টাকা তোলা', en: 'Withdrawal' },
  refund: { bn: 'অর্ডারের টাকা ফেরত', en: 'Refund of an order' },
  reversal: { bn: 'সংশোধন', en: 'Correction' },
};

/** Names a movement; a correction is named by what it reverses. */
export function describeMovement(kind: string, reverses: string | null, language: Language): string {
  const of = (name: string) => kinds[name]?.[language] ?? name;
  return kind === 'reversal' && reverses !== null ? `${of(kind)}: ${of(reverses)}` : of(kind);
}
