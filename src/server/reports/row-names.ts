// The services in reports: which one a sale belongs to, and its name, with the code appended if another service has the same name.
import { nameIn } from '#contract/catalogue/name-in.ts';
import { documentKinds, isDocumentKind } from '#contract/documents/kinds.ts';
import type { Language } from '#contract/language.ts';
import { disambiguateNames } from '../accounts/staff-names.queries.ts';
import type { listServiceNames } from './shop/shop-reports.queries.ts';

export type Services = Awaited<ReturnType<typeof listServiceNames>>;

interface Sale {
  readonly service_id: number | null;
  readonly file_kind: string | null;
}

/** Finds the service of an order, or of a paper made without staff. */
export function serviceOf(services: Services, { service_id, file_kind }: Sale): Services[number] | undefined {
  const code =
    file_kind !== null && isDocumentKind(file_kind) ? documentKinds[file_kind].serviceCode : undefined;
  return services.find((service) =>
    service_id === null ? service.code === code : service.id === service_id,
  );
}

export const serviceNames = (services: Services, language: Language): Map<number, string> =>
  disambiguateNames(
    services.map(({ id, name, name_en, code }) => ({ id, name: nameIn(language, name, name_en), own: code })),
  );
