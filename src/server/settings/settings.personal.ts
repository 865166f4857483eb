// The settings hold only the shop's own data, no personal data.
import { type PersonalData, shop } from '../platform/personal-data.ts';

export const settingsData: PersonalData = {
  tables: {
    shop_settings: {
      other: ['key', 'value'],
      life: shop,
      // The shop's logo is a setting, whose value contains the storage key.
      stored: [`value->>'storage_key'`],
    },
    shop_setting_changes: { other: ['key', 'value_before', 'value_after'], life: shop },
    setting_proposals: { other: ['key', 'fields_before', 'fields_after', 'state'], life: shop },
  },
};
