// Lists of services for customers, staff and the landing page, and the lookup of one.
import type { Service } from '#contract/catalogue/calls.ts';
import { formatDecimal } from '#contract/money.ts';
import { orderPrice } from '#contract/orders/rules.ts';
import type { Database } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { presentOutage, presentService, presentSubType, type Status } from './catalogue.presenter.ts';
import * as queries from './catalogue.queries.ts';

async function subTypesOf(db: Database, services: readonly queries.ServiceRow[]) {
  const rows = await queries.listSubTypes(
    db,
    services.map((service) => service.id),
  );
  return (id: number) => rows.filter((row) => row.service_id === id);
}

export async function listServices(db: Database, status: Status | undefined): Promise<Service[]> {
  const services = await queries.listServices(db, status);
  const of = await subTypesOf(db, services);
  return services.map((service) => presentService(service, of(service.id)));
}

/** Lists all services with their creator and last editor, for the back office. */
export async function listServicesForStaff(db: Database, status: Status | undefined): Promise<Service[]> {
  const [services, authors] = await Promise.all([listServices(db, status), queries.listAuthors(db)]);
  return services.map((service) => {
    const author = authors.find(({ id }) => id === service.id)!;
    const person = (id: number | null, first: string | null, last: string | null, username: string | null) =>
      id === null ? null : { id, first_name: first ?? '', last_name: last ?? '', username: username ?? '' };
    return {
      ...service,
      agent_contact: author.agent_contact,
      created_by: person(
        author.maker_id,
        author.maker_first_name,
        author.maker_last_name,
        author.maker_username,
      ),
      updated_by: person(
        author.changer_id,
        author.changer_first_name,
        author.changer_last_name,
        author.changer_username,
      ),
      created_on: author.created_on.toISOString(),
      updated_on: author.updated_on.toISOString(),
    };
  });
}

export async function listServiceStatuses(db: Database) {
  const services = await queries.listKnownServices(db);
  return services.map((service) => ({
    id: service.id,
    name: service.name,
    name_en: service.name_en,
    status: service.status as Status,
    outage: presentOutage(service),
  }));
}

/** Lists active services with the lowest price of each, for the landing page. */
export async function listPublicServices(db: Database) {
  const services = await queries.listServices(db, 'active');
  const of = await subTypesOf(db, services);
  return services.map((service) => {
    const prices = of(service.id).map((subType) =>
      orderPrice(
        { enableCharge: service.enable_charge, chargePaisa: service.charge_paisa },
        { pricePaisa: subType.price_paisa },
      ),
    );
    // Sorted rather than Math.min, because amounts are bigint.
    const from = prices.toSorted((one, other) => (one < other ? -1 : 1))[0] ?? service.charge_paisa;
    return {
      name: service.name,
      name_en: service.name_en,
      code: service.code,
      description: service.description,
      description_en: service.description_en,
      is_auto_service: service.is_auto_service,
      price_from: formatDecimal(from),
    };
  });
}

/** @throws Fault `not_found` */
export async function lookUpService(
  db: Database,
  { name, code }: { name?: string | undefined; code?: string | undefined },
) {
  const service = code
    ? await queries.findKnownServiceByCode(db, code)
    : name
      ? await queries.findKnownServiceByName(db, name)
      : undefined;
  if (!service) throw new Fault('not_found');
  return {
    id: service.id,
    name: service.name,
    code: service.code,
    status: service.status as Status,
    charge: formatDecimal(service.charge_paisa),
    outage: presentOutage(service),
  };
}

/** @throws Fault `not_found` */
export async function listSubTypes(db: Database, serviceId: number, onlyActive: boolean) {
  const service = await queries.findServiceById(db, serviceId);
  if (!service || (onlyActive && service.status !== 'active')) throw new Fault('not_found');
  return (await queries.listSubTypes(db, [serviceId])).map(presentSubType);
}
