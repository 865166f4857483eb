// Use cases of the catalogue: what is offered, at what price, and whether it is open.
import type { AutomaticServiceCode, Service } from '#contract/catalogue.ts';
import { formatDecimal } from '#contract/money.ts';
import { orderPrice } from '#contract/order-rules.ts';
import { type Database, inTransaction, type Reader } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import * as queries from './catalogue.queries.ts';
import { firstServices } from './seed.ts';

type SubTypeRow = Awaited<ReturnType<typeof queries.listSubTypes>>[number];
type Status = 'active' | 'inactive';

function present(service: queries.ServiceRow, subTypes: readonly SubTypeRow[]): Service {
  return {
    id: service.id,
    name: service.name,
    code: service.code,
    status: service.status as Status,
    enable_charge: service.enable_charge,
    charge: formatDecimal(service.charge_paisa),
    place_holder_name: service.place_holder_name,
    description: service.description,
    is_auto_service: service.is_auto_service,
    sub_type: subTypes.map(presentSubType),
  };
}

function presentSubType(row: SubTypeRow) {
  return {
    id: row.id,
    name: row.name,
    price: formatDecimal(row.price_paisa),
    agent_contact: row.agent_contact,
  };
}

export type Catalogue = ReturnType<typeof createCatalogue>;

export interface Orderable {
  readonly serviceId: number;
  readonly serviceCode: string;
  readonly subTypeId: number;
  readonly pricePaisa: bigint;
}

export function createCatalogue(db: Database) {
  const subTypesOf = async (services: readonly queries.ServiceRow[]) => {
    const rows = await queries.listSubTypes(
      db,
      services.map((service) => service.id),
    );
    return (id: number) => rows.filter((row) => row.service_id === id);
  };

  return {
    async list(status: Status | undefined): Promise<Service[]> {
      const services = await queries.listServices(db, status);
      const of = await subTypesOf(services);
      return services.map((service) => present(service, of(service.id)));
    },

    async listStatuses() {
      const services = await queries.listServices(db, undefined);
      return services.map(({ id, name, status }) => ({ id, name, status: status as Status }));
    },

    /** What the landing page shows: active services with the least that each can cost. */
    async listPublic() {
      const services = await queries.listServices(db, 'active');
      const of = await subTypesOf(services);
      return services.map((service) => {
        const prices = of(service.id).map((subType) =>
          orderPrice(
            { enableCharge: service.enable_charge, chargePaisa: service.charge_paisa },
            { pricePaisa: subType.price_paisa },
          ),
        );
        const from = prices.reduce(
          (least, price) => (price < least ? price : least),
          prices[0] ?? service.charge_paisa,
        );
        return {
          name: service.name,
          code: service.code,
          description: service.description,
          is_auto_service: service.is_auto_service,
          price_from: formatDecimal(from),
        };
      });
    },

    /** @throws Fault `not_found` */
    async lookUp({ name, code }: { name?: string | undefined; code?: string | undefined }) {
      const service = code
        ? await queries.findServiceByCode(db, code)
        : name
          ? await queries.findServiceByName(db, name)
          : undefined;
      if (!service) throw new Fault('not_found');
      return {
        id: service.id,
        name: service.name,
        code: service.code,
        status: service.status as Status,
        charge: formatDecimal(service.charge_paisa),
      };
    },

    /** @throws Fault `not_found` */
    async listSubTypes(serviceId: number, onlyActive: boolean) {
      const service = await queries.findServiceById(db, serviceId);
      if (!service || (onlyActive && service.status !== 'active')) throw new Fault('not_found');
      return (await queries.listSubTypes(db, [serviceId])).map(presentSubType);
    },

    /** An automatic service that is open, with its price in paisa. @throws Fault `service_inactive` */
    async getOpenAutomatic(
      reader: Reader,
      code: AutomaticServiceCode,
    ): Promise<{ name: string; pricePaisa: bigint }> {
      const service = await queries.findServiceByCode(reader, code);
      if (service?.status !== 'active') throw new Fault('service_inactive');
      return { name: service.name, pricePaisa: service.charge_paisa };
    },

    /** @throws Fault `not_found`, `service_inactive`, `auto_service_not_orderable`, `sub_type_mismatch` */
    async getOrderable(reader: Reader, serviceId: number, subTypeId: number): Promise<Orderable> {
      const row = await queries.findServiceWithSubType(reader, serviceId, subTypeId);
      if (!row) throw new Fault('not_found');
      if (row.is_auto_service) throw new Fault('auto_service_not_orderable');
      if (row.status !== 'active') throw new Fault('service_inactive');
      if (row.sub_type_id === null || row.sub_type_price_paisa === null) throw new Fault('sub_type_mismatch');
      const pricePaisa = orderPrice(
        { enableCharge: row.enable_charge, chargePaisa: row.charge_paisa },
        { pricePaisa: row.sub_type_price_paisa },
      );
      return { serviceId: row.id, serviceCode: row.code, subTypeId: row.sub_type_id, pricePaisa };
    },

    /** Fills an empty catalogue with the first services. */
    async seed(): Promise<void> {
      await inTransaction(db, async (trx) => {
        if ((await queries.countServices(trx)) > 0) return;
        for (const [position, service] of firstServices.entries())
          await queries.insertService(trx, service, position);
      });
    },
  };
}
