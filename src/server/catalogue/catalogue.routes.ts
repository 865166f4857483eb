import { catalogueEndpoints } from '#contract/catalogue/calls.ts';
import { catalogueChangesEndpoints } from '#contract/catalogue/change-calls.ts';
import { FieldFault } from '../platform/fault.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import { callerIsStaff } from '../platform/request/caller.ts';
import type { Catalogue } from './catalogue.service.ts';
import type { PriceChanges } from './price-changes.service.ts';

const messages = {
  serviceAdded: { bn: 'নতুন সার্ভিস যোগ হয়েছে', en: 'The service was added' },
  serviceChanged: { bn: 'সার্ভিস হালনাগাদ হয়েছে', en: 'The service was updated' },
  subTypeChanged: { bn: 'সার্ভিসের ধরন হালনাগাদ হয়েছে', en: 'The sub-type was updated' },
  subTypeAdded: { bn: 'সার্ভিসের ধরন যোগ হয়েছে', en: 'The sub-type was added' },
};

/** @throws FieldFault for a price without a day, or a day without a price */
function laterOf({ price_later, from }: { price_later?: bigint | undefined; from?: string | undefined }) {
  if (price_later === undefined && from === undefined) return undefined;
  if (price_later === undefined) throw new FieldFault({ price_later: ['required'] });
  if (from === undefined) throw new FieldFault({ from: ['required'] });
  return { pricePaisa: price_later, fromDay: from };
}

export function catalogueRoutes(binder: Binder, catalogue: Catalogue, prices: PriceChanges): void {
  bind(binder, catalogueEndpoints.services, ({ caller, query }) => {
    if (!callerIsStaff(caller)) return catalogue.list('active');
    return catalogue.listForStaff(
      query.status === undefined || query.status === 'all' ? undefined : query.status,
    );
  });
  bind(binder, catalogueEndpoints.addService, async ({ caller, body, language, idempotency }) => {
    const { name, name_en, description, description_en, charge, working_hours } = body;
    const service = {
      name,
      nameEn: name_en ?? null,
      description: description ?? '',
      descriptionEn: description_en ?? null,
      chargePaisa: charge ?? 0n,
      workingHours: working_hours,
    };
    const made = await catalogue.addService(caller, service, idempotency);
    return made.with({ ...made.body, message: messages.serviceAdded[language] });
  });
  bind(binder, catalogueEndpoints.changeService, async ({ caller, params, body, language }) => {
    const { name, name_en, description, description_en, charge, status } = body;
    const { agent_contact, working_hours, version } = body;
    const changes = {
      name,
      nameEn: name_en,
      description,
      descriptionEn: description_en,
      chargePaisa: charge,
      status,
      agentContact: agent_contact,
      workingHours: working_hours,
      version,
    };
    const service = await catalogue.changeService(caller, params.id, changes, laterOf(body));
    return { ...service, message: messages.serviceChanged[language] };
  });
  bind(binder, catalogueEndpoints.changeSubType, async ({ caller, params, body, language }) => {
    const { name, name_en, price, agent_contact, working_hours, version } = body;
    const changes = {
      name,
      nameEn: name_en,
      pricePaisa: price,
      agentContact: agent_contact,
      workingHours: working_hours,
      version,
    };
    const subType = await catalogue.changeSubType(caller, params.id, changes, laterOf(body));
    return { ...subType, message: messages.subTypeChanged[language] };
  });
  bind(binder, catalogueEndpoints.addSubType, async ({ caller, params, body, language, idempotency }) => {
    const { name, name_en, price, agent_contact, working_hours } = body;
    const subType = {
      name,
      nameEn: name_en ?? null,
      pricePaisa: price ?? 0n,
      agentContact: agent_contact ?? null,
      workingHours: working_hours ?? null,
    };
    const made = await catalogue.addSubType(caller, params.id, subType, idempotency);
    return made.with({ ...made.body, message: messages.subTypeAdded[language] });
  });
  bind(binder, catalogueEndpoints.serviceStatus, () => catalogue.listStatuses());
  bind(binder, catalogueEndpoints.serviceLookup, ({ query }) => catalogue.lookUp(query));
  bind(binder, catalogueEndpoints.publicServices, () => catalogue.listPublic());
  bind(binder, catalogueEndpoints.subTypes, ({ caller, params }) =>
    catalogue.listSubTypes(params.id, !callerIsStaff(caller)),
  );
  historyRoutes(binder, prices);
}

function historyRoutes(binder: Binder, prices: PriceChanges): void {
  const { serviceHistory, priceChanges, schedulePrice, cancelPrice, arrangeServices } =
    catalogueChangesEndpoints;
  bind(binder, serviceHistory, ({ params, query }) =>
    prices.history(params.id, { page: query.page, pageSize: query.page_size }),
  );
  bind(binder, priceChanges, ({ params }) => prices.scheduled(params.id));
  bind(binder, schedulePrice, ({ caller, params, body }) =>
    prices.schedule(caller, params.id, {
      subTypeId: body.sub_type ?? null,
      pricePaisa: body.price,
      fromDay: body.from,
    }),
  );
  bind(binder, cancelPrice, ({ caller, params }) => prices.cancel(caller, params.id));
  bind(binder, arrangeServices, ({ caller, body }) => prices.arrange(caller, body.ids, body.seen));
}
