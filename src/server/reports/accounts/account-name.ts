// What the accounts of the books are called, the same in the trial balance and on every sheet.
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

/** Not for a single wallet, which is called by its customer. */
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
