// Use cases of birth registration: the captcha, the lookup that it protects, and the plan of its record.
import type { z } from 'zod';
import type { BirthLookup, BirthLookupQuestion } from '#contract/documents/birth-calls.ts';
import { documentKinds } from '#contract/documents/kinds.ts';
import type { RecordChange } from '#contract/documents/record-calls.ts';
import { type BarcodeKeyword, findBarcodeKeyword, seriesLink } from '#contract/documents/rules.ts';
import type { Catalogue } from '../../catalogue/catalogue.service.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import type { Lookups } from '../../registry/lookups.service.ts';
import type { Captcha } from '../captcha/captcha.ts';
import type { Readings } from '../readings.ts';
import type { RecordPlan } from '../record.service.ts';
import { birthLookupData, birthRules, readBirth, type SealedBirth } from './birth.rules.ts';

export interface BirthDeps {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly captcha: Captcha;
  readonly lookups: Lookups;
  readonly readings: Readings;
}

/** Whether a client's link points to the portal itself: everything before the first slash of its path must equal the portal's origin. */
const leadsHome = (link: string, publicOrigin: string): boolean =>
  link === publicOrigin || link.startsWith(`${publicOrigin}/`);

function openContext(deps: BirthDeps) {
  const { serviceCode } = documentKinds.birth;
  return { ...deps, serviceCode };
}
type Context = ReturnType<typeof openContext>;

/** Rejects any link but the portal's own, rather than dropping it silently. */
function assertHome(publicOrigin: string, { qr_link: link, qr_code: code }: RecordChange<'birth'>): void {
  const text = link?.trim() ?? '';
  if (text !== '' && !leadsHome(text, publicOrigin)) throw new Fault('foreign_link');
  const inCode = code?.trim() ?? '';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(inCode) && !leadsHome(inCode, publicOrigin))
    throw new Fault('foreign_link');
}

const seriesOf = (typed: string | null | undefined): BarcodeKeyword => findBarcodeKeyword(typed ?? '')!;

/** @throws Fault `service_inactive` */
export async function issueCaptcha(context: Context, caller: Caller) {
  const { catalogue, db, serviceCode, captcha } = context;
  await catalogue.getOpenAutomatic(db, serviceCode);
  return captcha.issue(caller.userId);
}

/** @throws Fault `service_inactive` */
export async function giveCaptchaWork(context: Context, caller: Caller) {
  const { catalogue, db, serviceCode, captcha } = context;
  await catalogue.getOpenAutomatic(db, serviceCode);
  return captcha.giveWork(caller.userId);
}

/**
 * Looks up a birth registration. A wrong captcha doesn't count as a miss, since nobody was looked up.
 * @throws Fault `captcha_wrong`, `challenge_failed`, `not_found`, `too_many_requests`, `registry_unavailable`
 */
export async function lookUpBirth(
  context: Context,
  caller: Caller,
  question: z.output<typeof BirthLookupQuestion>,
  origin: RequestOrigin,
): Promise<BirthLookup> {
  const { catalogue, db, serviceCode, captcha, lookups, readings } = context;
  await catalogue.getOpenAutomatic(db, serviceCode);
  const { challenge, challenge_solution: work } = question;
  if (challenge && work) await captcha.checkWork(caller.userId, challenge, work);
  else await captcha.check(caller.userId, question.captcha_hash ?? '', question.captcha_solution ?? '');
  const found = await lookups.getByBirthCertificate(
    { caller, origin, service: serviceCode },
    question.birth_certificate_no,
    question.date_of_birth,
  );
  const data = birthLookupData(found);
  const read = readBirth(found.certificateNumber, data);
  return { data, lookup_id: await readings.keep(caller, 'birth', read as Record<string, string>) };
}

export const birthPlan = (
  publicOrigin: string,
  verifyUrl: (code: string) => string,
): RecordPlan<'birth', SealedBirth> => ({
  printed: birthRules,
  source: { of: 'birth', named: 'lookup_id', as: 'registry' },
  refuse: (body) => assertHome(publicOrigin, body),
  rest: ({ left_bar_code: typed }, before) => ({
    series: before && !typed ? before.series : seriesOf(typed),
  }),
  answered: ({ series }, verificationCode) => ({
    left_bar_code: series,
    qr_link: seriesLink(publicOrigin, series),
    qr_code: verifyUrl(verificationCode),
  }),
});

export const createBirth = (deps: BirthDeps) =>
  bindDeps(openContext(deps), {
    drawCaptcha: issueCaptcha,
    giveWork: giveCaptchaWork,
    lookUp: lookUpBirth,
  });
