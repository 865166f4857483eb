// How each field of the settings is typed in and shown; the server's declarations say what is right.
import type { SettingKey } from '#contract/settings-rules.ts';
import type { ShopText } from '../../text/shop.ts';

export type SettingField = keyof ShopText['settings']['fields'];
export type FieldKind = 'line' | 'wide' | 'lines' | 'number' | 'switch' | 'weekdays' | 'dates';

export const fieldsOf = {
  shop: { name_bn: 'line', name_en: 'line' },
  contact: { phone: 'line', mail: 'line', address: 'lines' },
  announcement: { bn: 'lines', en: 'lines' },
  opening: { opens: 'line', closes: 'line', closed_weekdays: 'weekdays', holidays: 'dates' },
  money: { minimum_recharge: 'number', approval_sum: 'number' },
  security: { staff_second_factor: 'switch', remembered_days: 'number', brief_hours: 'number' },
  retention: { readings_days: 'number' },
  mail: { sender: 'wide' },
} as const satisfies Record<SettingKey, Partial<Record<SettingField, FieldKind>>>;

export type SettingValue = Record<string, unknown>;

/** As it stands in the form: dates are lines of text, numbers are typed. */
export function toForm(key: SettingKey, value: SettingValue): SettingValue {
  return Object.fromEntries(
    Object.entries(fieldsOf[key]).map(([name, kind]) => {
      const one = value[name];
      if (kind === 'dates') return [name, (one as string[]).join('\n')];
      return [name, kind === 'number' ? String(one).replace(/\.00$/, '') : one];
    }),
  );
}

export function fromForm(key: SettingKey, form: SettingValue): SettingValue {
  return Object.fromEntries(
    Object.entries(fieldsOf[key]).map(([name, kind]) => {
      const one = form[name];
      if (kind !== 'dates') return [name, one];
      return [
        name,
        String(one)
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      ];
    }),
  );
}
