// How each settings field is entered and shown; the server's declarations say what is valid.
import { toAsciiDigits } from '#contract/digits.ts';
import { formatDecimal, readTaka } from '#contract/money.ts';
import type { SettingKey } from '#contract/settings/rules.ts';
import { movedFields } from '../../ui/conflict/merge-edits.ts';
import type { SettingsText } from './text-bn.ts';

export type SettingField = keyof SettingsText['settings']['fields'];
export type FieldKind =
  | 'line'
  | 'wide'
  | 'lines'
  | 'digits'
  | 'number'
  | 'amount'
  | 'switch'
  | 'weekdays'
  | 'dates';

export const fieldsOf = {
  shop: { name_bn: 'line', name_en: 'line' },
  contact: { phone: 'digits', mail: 'line', address: 'lines' },
  announcement: { bn: 'lines', en: 'lines' },
  opening: { opens: 'digits', closes: 'digits', closed_weekdays: 'weekdays', holidays: 'dates' },
  orders: { return_minutes: 'number' },
  money: { minimum_recharge: 'amount', approval_sum: 'amount' },
  refunds: { refund_sum: 'amount' },
  cash: { cash_recharge_limit: 'amount', cash_day_limit: 'amount' },
  security: { staff_second_factor: 'switch', remembered_days: 'number', brief_hours: 'number' },
  retention: { readings_days: 'number' },
  mail: { sender: 'wide' },
} as const satisfies Record<SettingKey, Partial<Record<SettingField, FieldKind>>>;

export type SettingValue = Record<string, unknown>;

/** The fields of a group that differ. */
export const movedOf = (key: SettingKey, before: SettingValue, after: SettingValue) =>
  movedFields(
    Object.fromEntries(Object.keys(fieldsOf[key]).map((name) => [name, before[name]])),
    after,
  ) as SettingField[];

/** The form's value: dates as lines of text, numbers as typed, both in the display digits. */
export function toForm(
  key: SettingKey,
  value: SettingValue,
  digits: (plain: string) => string,
): SettingValue {
  return Object.fromEntries(
    Object.entries(fieldsOf[key]).map(([name, kind]) => {
      const one = value[name];
      if (kind === 'dates') return [name, digits((one as string[]).join('\n'))];
      if (kind === 'number' || kind === 'amount') return [name, digits(String(one).replace(/\.00$/, ''))];
      return [name, kind === 'digits' ? digits(String(one)) : one];
    }),
  );
}

export function fromForm(key: SettingKey, form: SettingValue): SettingValue {
  return Object.fromEntries(
    Object.entries(fieldsOf[key]).map(([name, kind]) => {
      const one = form[name];
      if (kind === 'digits' || kind === 'number') return [name, toAsciiDigits(String(one))];
      if (kind === 'amount') {
        const paisa = readTaka(String(one));
        return [name, paisa === undefined ? toAsciiDigits(String(one)) : formatDecimal(paisa)];
      }
      if (kind !== 'dates') return [name, one];
      return [
        name,
        toAsciiDigits(String(one))
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      ];
    }),
  );
}
