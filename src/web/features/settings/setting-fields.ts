// How each settings field is entered and shown; the server's declarations define what is valid.
import { readDate, writtenDate } from '#contract/dates/typed-dates.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { formatDecimal } from '#contract/money.ts';
import type { RechargePackage, SettingField, SettingFieldOf, SettingKey } from '#contract/settings/rules.ts';
import { readTaka } from '#contract/wallet/typed-money.ts';
import { changedFields } from '../../ui/conflict/merge-edits.ts';
import { numberMonth } from '../../ui/form/month-names.ts';

export type FieldKind =
  | 'line'
  | 'wide'
  | 'lines'
  | 'digits'
  | 'number'
  | 'amount'
  | 'switch'
  | 'weekdays'
  | 'dates'
  | 'packages';

export const fieldsOf = {
  shop: { name_bn: 'line', name_en: 'line' },
  contact: { phone: 'digits', mail: 'line', address: 'lines' },
  announcement: { bn: 'lines', en: 'lines' },
  opening: { opens: 'digits', closes: 'digits', closed_weekdays: 'weekdays', holidays: 'dates' },
  orders: { return_minutes: 'number' },
  money: { minimum_recharge: 'amount', approval_sum: 'amount' },
  packages: { packages: 'packages' },
  refunds: { refund_sum: 'amount' },
  cash: { cash_recharge_limit: 'amount', cash_day_limit: 'amount' },
  security: { staff_second_factor: 'switch', remembered_days: 'number', brief_hours: 'number' },
  retention: { readings_days: 'number' },
  mail: { sender: 'wide' },
} as const satisfies { [K in SettingKey]: Record<SettingFieldOf<K>, FieldKind> };

export type SettingValue = Record<string, unknown>;

/** Returns the fields of a group that differ. */
export const changedSettingFields = (key: SettingKey, before: SettingValue, after: SettingValue) =>
  changedFields(
    Object.fromEntries(Object.keys(fieldsOf[key]).map((name) => [name, before[name]])),
    after,
  ) as SettingField[];

/** Formats an amount for a field; `decimalOf` converts what was typed there for the server. */
const withoutDecimals = (amount: string) => amount.replace(/\.00$/, '');
function decimalOf(typed: string): string {
  const paisa = readTaka(typed);
  return paisa === undefined ? toAsciiDigits(typed) : formatDecimal(paisa);
}

const mapPackages = (packages: unknown, change: (amount: string) => string): RechargePackage[] =>
  (packages as RechargePackage[]).map(({ amount, bonus }) => ({
    amount: change(amount),
    bonus: change(bonus),
  }));

/** Returns the form's value: dates as lines of text, numbers as typed, both in the display digits. */
export function toForm(
  key: SettingKey,
  value: SettingValue,
  digits: (plain: string) => string,
): SettingValue {
  return Object.fromEntries(
    Object.entries(fieldsOf[key]).map(([name, kind]) => {
      const one = value[name];
      if (kind === 'dates') return [name, digits((one as string[]).map(writtenDate).join('\n'))];
      if (kind === 'packages') return [name, mapPackages(one, (amount) => digits(withoutDecimals(amount)))];
      if (kind === 'number' || kind === 'amount') return [name, digits(withoutDecimals(String(one)))];
      return [name, kind === 'digits' ? digits(String(one)) : one];
    }),
  );
}

export function fromForm(key: SettingKey, form: SettingValue): SettingValue {
  return Object.fromEntries(
    Object.entries(fieldsOf[key]).map(([name, kind]) => {
      const one = form[name];
      if (kind === 'digits' || kind === 'number') return [name, toAsciiDigits(String(one))];
      if (kind === 'amount') return [name, decimalOf(String(one))];
      if (kind === 'packages')
        return [name, mapPackages(one, decimalOf).filter(({ amount, bonus }) => amount + bonus !== '')];
      if (kind !== 'dates') return [name, one];
      return [
        name,
        toAsciiDigits(String(one))
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
          .map((line) => readDate(numberMonth(line)).date ?? line),
      ];
    }),
  );
}
