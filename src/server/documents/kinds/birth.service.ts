// Use cases of birth registration: the captcha, the lookup behind it, and the copy made from found or typed data.
import type { z } from 'zod';
import type {
  BirthLookup,
  BirthLookupQuestion,
  BirthRecord,
  StoredBirth,
} from '#contract/documents/birth-calls.ts';
import { documentKinds } from '#contract/documents/kinds.ts';
import {
  type BarcodeKeyword,
  birthFields,
  findBarcodeKeyword,
  seriesLink,
} from '#contract/documents/rules.ts';
import type { Catalogue } from '../../catalogue/catalogue.service.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import type { Lookups } from '../../registry/lookups.service.ts';
import type { Captcha } from '../captcha/captcha.ts';
import type { DocumentCall, DocumentMaker } from '../make-document.ts';
import type { Readings } from '../readings.ts';
import { correctedOrigins, originsOf, valuesInBody } from '../record.rules.ts';
import { birthLookupData, birthRules, completeBirth, readBirth, type SealedBirth } from './birth.rules.ts';

type Body = z.output<typeof BirthRecord>;
type Change = { [K in keyof Body]?: Body[K] | undefined };

export interface BirthDeps {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly captcha: Captcha;
  readonly lookups: Lookups;
  readonly maker: DocumentMaker;
  readonly readings: Readings;
  readonly publicOrigin: string;
}

/** Whether a client's link points to the portal itself, with no tricks in how it is written. */
export function leadsHome(link: string, publicOrigin: string): boolean {
  if (link !== publicOrigin && !link.startsWith(`${publicOrigin}/`)) return false;
  try {
    const url = new URL(link);
    return url.origin === publicOrigin && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

function openContext(deps: BirthDeps) {
  const { serviceCode } = documentKinds.birth;
  return { ...deps, serviceCode };
}
type Context = ReturnType<typeof openContext>;

const sourceOf = async (context: Context, caller: Caller, lookupId: string | null | undefined) => ({
  read: await context.readings.find(caller, 'birth', lookupId),
  as: 'registry' as const,
});

/** Only the portal's own link is ever printed; any other is rejected rather than silently dropped. */
function assertHome(context: Context, { qr_link: link, qr_code: code }: Change): void {
  const { publicOrigin } = context;
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
 * A wrong captcha does not count as a miss, since nobody was looked up.
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

async function composeBirth(context: Context, caller: Caller, body: Body): Promise<SealedBirth> {
  const values = completeBirth(valuesInBody(birthFields, body));
  return {
    values,
    origins: originsOf(values, await sourceOf(context, caller, body.lookup_id)),
    photo: null,
    signature: null,
    series: seriesOf(body.left_bar_code),
    readingId: body.lookup_id ?? null,
  };
}

/** @throws Fault `service_inactive`, `too_many_requests`, `foreign_link`; FieldFault */
export async function previewBirthCopy(context: Context, caller: Caller, body: Body) {
  assertHome(context, body);
  return context.maker.preview(caller, birthRules, () => composeBirth(context, caller, body));
}

/** @throws Fault `service_inactive`, `insufficient_balance`, `wallet_inactive`, `foreign_link`; FieldFault */
export function createBirthCopy(context: Context, call: DocumentCall, body: Body, message: string) {
  const { maker } = context;
  assertHome(context, body);
  return maker.make(call, {
    rules: birthRules,
    status: 201,
    shownPaisa: body.shown_price,
    compose: () => composeBirth(context, call.caller, body),
    answer: ({ recordId, fileCode, verificationCode, openPath }) => ({
      message,
      data: {
        id: recordId,
        file_code: fileCode,
        verification_code: verificationCode,
        open_path: openPath,
      },
    }),
  });
}

/** @throws Fault `not_found` */
export async function openBirthCopy(
  context: Context,
  caller: Caller,
  id: number,
  origin: RequestOrigin,
): Promise<StoredBirth> {
  const { maker, publicOrigin } = context;
  const { record, fileCode, verificationCode } = await maker.openRecord(birthRules, caller, id, origin);
  return {
    id,
    ...record.values,
    left_bar_code: record.series,
    qr_link: seriesLink(publicOrigin, record.series),
    qr_code: maker.verifyUrl(verificationCode),
    file_code: fileCode,
    verification_code: verificationCode,
    provenance: record.origins as StoredBirth['provenance'],
  };
}

/** @throws Fault `not_found`, `record_changed`, `foreign_link`; FieldFault */
export async function correctBirthCopy(
  context: Context,
  call: DocumentCall,
  id: number,
  body: Change,
  message: string,
) {
  const { maker, readings } = context;
  assertHome(context, body);
  return maker.correct(call, birthRules, id, message, async (before) => {
    const { birth_certificate_no: number } = before.values;
    const { readingId } = before;
    await readings.assertSamePerson(call.caller, 'birth', body.lookup_id, { number, readingId });
    const values = completeBirth({ ...before.values, ...valuesInBody(birthFields, body) });
    const source = await sourceOf(context, call.caller, body.lookup_id);
    return {
      ...before,
      values,
      origins: correctedOrigins(before.values, values, before.origins, source),
      series: body.left_bar_code ? seriesOf(body.left_bar_code) : before.series,
    };
  });
}

export function createBirth(deps: BirthDeps) {
  const context = openContext(deps);
  return bindDeps(context, {
    drawCaptcha: issueCaptcha,
    giveWork: giveCaptchaWork,
    lookUp: lookUpBirth,
    preview: previewBirthCopy,
    create: createBirthCopy,
    open: openBirthCopy,
    correct: correctBirthCopy,
  });
}
