// The catalogue holds only the shop's own data, no personal data.
import { type PersonalData, shop } from '../platform/personal-data.ts';

export const catalogueData: PersonalData = {
  tables: {
    services: {
      other: [
        'code',
        'name',
        'name_en',
        'description',
        'description_en',
        'place_holder_name',
        'place_holder_name_en',
        'status',
        'agent_contact',
        'outage_reason',
      ],
      life: shop,
    },
    sub_types: { other: ['name', 'name_en', 'agent_contact'], life: shop },
    catalogue_changes: { other: ['what', 'value_before', 'value_after'], life: shop },
    service_forms: { other: ['state', 'definition'], life: shop },
    price_changes: { other: ['from_day', 'state'], life: shop },
  },
};
