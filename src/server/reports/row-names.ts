// The names under which reports list services: whichever shares a name with another has what tells them apart behind it.
import { nameIn } from '#contract/catalogue/name-in.ts';
import type { Language } from '#contract/language.ts';
import { apart } from '../accounts/staff-names.queries.ts';
import type { listServiceNames } from './shop/shop-reports.queries.ts';

export const serviceNames = (
  services: Awaited<ReturnType<typeof listServiceNames>>,
  language: Language,
): Map<number, string> =>
  apart(
    services.map(({ id, name, name_en, code }) => ({ id, name: nameIn(language, name, name_en), own: code })),
  );
