// Actions of the command palette besides searching: 'রিচার্জ রহিম ৫০০' starts a recharge for the customer it finds.
import { readTaka } from '#contract/wallet/typed-money.ts';

export type PaletteAction = 'recharge' | 'withdraw';

/** The first word of an action, in either language. */
const verbs: Readonly<Record<PaletteAction, readonly string[]>> = {
  recharge: ['রিচার্জ', 'নগদ', 'recharge', 'cash'],
  withdraw: ['তোলা', 'উত্তোলন', 'withdraw'],
};

/** Whether a page with this label matches the typed words. Keyboards send য় as one character, texts contain two. */
export const matchesLabel = (label: string, words: string): boolean =>
  label.toLowerCase().includes(words.normalize().toLowerCase());

export interface Wanted {
  readonly action: PaletteAction;
  /** The search term for customers. */
  readonly term: string;
  /** In paisa. */
  readonly amount: bigint | undefined;
}

/** @returns undefined if it is not an action, or names nobody yet */
export function parseAction(typed: string): Wanted | undefined {
  const [verb = '', ...words] = typed.trim().split(/\s+/);
  const action = (Object.keys(verbs) as PaletteAction[]).find((each) =>
    verbs[each].includes(verb.toLowerCase()),
  );
  if (!action || words.length === 0) return undefined;
  // 'টাকা' may follow the number.
  const count = /[0-9০-৯]/.test(words.at(-1)!) ? 1 : 2;
  const sum = words.slice(-count).join(' ');
  // A number alone is a phone number or a code.
  const last = words.length > count && /^[৳0-9০-৯]/.test(sum) ? readTaka(sum) : undefined;
  const amount = last !== undefined && last > 0n ? last : undefined;
  return { action, term: (amount === undefined ? words : words.slice(0, -count)).join(' '), amount };
}
