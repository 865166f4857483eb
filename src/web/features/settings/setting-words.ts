// Formats the values of settings as text.
import type { RechargePackage } from '#contract/settings/rules.ts';
import { useFormat } from '../../lib/format.ts';
import { useSettingsText } from './text.ts';

export function useSettingWords(): (name: string, value: unknown) => string {
  const { settings: text } = useSettingsText();
  const format = useFormat();
  return (name, value) => {
    if (typeof value === 'boolean') return value ? text.on : text.off;
    if (name === 'closed_weekdays')
      return (value as number[]).map((day) => text.weekdays[day]).join(', ') || text.nothing;
    if (name === 'packages')
      return (
        (value as RechargePackage[])
          .map(({ amount, bonus }) => `${format.taka(amount)} + ${format.taka(bonus)}`)
          .join(', ') || text.nothing
      );
    const words = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    return words === '' ? text.nothing : format.digits(words);
  };
}
