// The line at the top of a printed list: whose it is, what it shows, who printed it and when.

import { shownNameOf } from '#contract/accounts/person-name.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useUser } from '../../lib/session.ts';
import { now } from '../../lib/time/clock.ts';
import { useUiText } from '../text.ts';

const printed = {
  bn: (by: string, at: string) => `ছাপিয়েছেন ${by}, ${at}`,
  en: (by: string, at: string) => `printed by ${by}, ${at}`,
} as const;

/** @param parts what the sheet shows: its title, its filters, how many rows of how many */
export function SheetLine({ parts }: { parts: readonly string[] }) {
  const { brand } = useUiText();
  const format = useFormat();
  const language = useLanguage();
  const by = shownNameOf(useUser());
  return (
    <p className="mb-2 hidden text-sm text-muted wrap-anywhere print:block" data-testid="sheet-line">
      {[brand.name, ...parts, printed[language](by, format.dateTime(new Date(now())))].join(' · ')}
    </p>
  );
}
