// The catalogue holds only the shop's own data, no personal data.
import { type PersonalData, shop } from '../platform/personal-data.ts';

export const catalogueData: PersonalData = {
  tables: {
    services: {
      other: ['code', 'name', 'description', 'place_holder_name', 'status', 'agent_contact'],
      life: shop,
    },
    sub_types: { other: ['name', 'agent_contact'], life: shop },
    catalogue_changes: { other: ['what', 'value_before', 'value_after'], life: shop },
    price_changes: { other: ['from_day', 'state'], life: shop },
  },
};
