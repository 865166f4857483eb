// Services and sub-types as the API returns them.
import type { Service } from '#contract/catalogue/calls.ts';
import { formatDecimal } from '#contract/money.ts';
import type * as queries from './catalogue.queries.ts';

export type SubTypeRow = Awaited<ReturnType<typeof queries.listSubTypes>>[number];
export type Status = 'active' | 'inactive';

export function presentService(service: queries.ServiceRow, subTypes: readonly SubTypeRow[]): Service {
  return {
    id: service.id,
    name: service.name,
    name_en: service.name_en,
    code: service.code,
    status: service.status as Status,
    enable_charge: service.enable_charge,
    charge: formatDecimal(service.charge_paisa),
    place_holder_name: service.place_holder_name,
    place_holder_name_en: service.place_holder_name_en,
    description: service.description,
    description_en: service.description_en,
    is_auto_service: service.is_auto_service,
    working_hours: service.working_hours,
    version: service.version,
    outage: presentOutage(service),
    sub_type: subTypes.map(presentSubType),
    ...(service.form_id === null ? {} : { form_version: service.form_id }),
  };
}

export const presentOutage = (service: Pick<queries.ServiceRow, 'outage_since' | 'outage_reason'>) =>
  service.outage_since && { since: service.outage_since.toISOString(), reason: service.outage_reason };

export function presentSubType(row: SubTypeRow) {
  return {
    id: row.id,
    name: row.name,
    name_en: row.name_en,
    price: formatDecimal(row.price_paisa),
    agent_contact: row.agent_contact,
    working_hours: row.working_hours,
    version: row.version,
  };
}
