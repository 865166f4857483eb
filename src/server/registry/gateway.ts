// Client of the operator's gateway to the authorised registers, described in docs/registry-gateway.openapi.yaml.
// It uses the operator's own credentials. A response about a different person is treated as no response.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { bindDeps } from '../platform/bind-deps.ts';
import { createJsonClient } from '../platform/http/json-client.ts';
import type { Log } from '../platform/log.ts';
import { createBreaker } from './circuit-breaker.ts';
import {
  type BirthRegistration,
  type IdentityRecord,
  type Registry,
  RegistryUnavailableError,
  type TaxRecord,
} from './registry.ts';

export interface GatewayOptions {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMilliseconds: number;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  readonly authorities?: string | undefined;
  readonly log: Log;
}

const text = z
  .string()
  .nullish()
  .transform((value) => (value ?? '').normalize('NFC').trim());
const required = z.string().trim().min(1);
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const optionalDate = z
  .union([date, z.literal('')])
  .nullish()
  .transform((value) => value ?? '');
const photo = z
  .string()
  .nullish()
  .transform((value) => value || null);

const address = z
  .object({
    division: text,
    district: text,
    upazila: text,
    union: text,
    village: text,
    post_office: text,
    postal_code: text,
  })
  .transform(({ post_office, postal_code, ...rest }) => ({
    ...rest,
    postOffice: post_office,
    postalCode: postal_code,
  }));

const Identity = z
  .object({
    nid: required,
    pin: text,
    date_of_birth: date,
    gender: z.enum(['male', 'female', 'other']),
    blood_group: text,
    name_bn: required,
    name_en: required,
    father_name_bn: text,
    mother_name_bn: text,
    spouse_name_bn: text,
    birth_place_bn: text,
    voter_number: text,
    voter_area_bn: text,
    present_address_bn: address,
    permanent_address_bn: address,
    photo,
  })
  .transform(
    (found): IdentityRecord => ({
      nid: found.nid,
      pin: found.pin,
      dateOfBirth: found.date_of_birth,
      gender: found.gender,
      bloodGroup: found.blood_group,
      nameBn: found.name_bn.normalize('NFC'),
      nameEn: found.name_en,
      fatherBn: found.father_name_bn,
      motherBn: found.mother_name_bn,
      spouseBn: found.spouse_name_bn,
      birthPlaceBn: found.birth_place_bn,
      voterNumber: found.voter_number,
      voterAreaBn: found.voter_area_bn,
      presentAddressBn: found.present_address_bn,
      permanentAddressBn: found.permanent_address_bn,
      photo: found.photo,
    }),
  );

const Taxpayer = z
  .object({
    tin: z.string().regex(/^\d{12}$/),
    mobile: text,
    previous_tin: text,
    name_en: required,
    father_name_en: text,
    mother_name_en: text,
    present_address_en: address,
    permanent_address_en: address,
    tax_zone: text,
    tax_circle: text,
    zone_address: text,
    zone_phone: text,
    status: text,
    registered_on: optionalDate,
  })
  .transform((found): TaxRecord & { mobile: string } => ({
    tin: found.tin,
    mobile: found.mobile,
    previousTin: found.previous_tin,
    nameEn: found.name_en,
    fatherEn: found.father_name_en,
    motherEn: found.mother_name_en,
    presentAddressEn: found.present_address_en,
    permanentAddressEn: found.permanent_address_en,
    taxZone: found.tax_zone,
    taxCircle: found.tax_circle,
    zoneAddress: found.zone_address,
    zonePhone: found.zone_phone,
    status: found.status,
    registeredOn: found.registered_on,
  }));

/** '' if the register has none; none is assumed. */
const nationality = z
  .enum(['Bangladeshi', 'Other', ''])
  .nullish()
  .transform((value) => value ?? '');

const Birth = z
  .object({
    certificate_number: required,
    registration_number: text,
    date_of_birth: date,
    sex: z.enum(['Male', 'Female', 'Other']),
    registered_on: optionalDate,
    issued_on: optionalDate,
    office_en: text,
    office_location_en: text,
    name_bn: required,
    name_en: required,
    father_name_bn: text,
    father_name_en: text,
    father_nationality: nationality,
    mother_name_bn: text,
    mother_name_en: text,
    mother_nationality: nationality,
    birth_place_bn: text,
    birth_place_en: text,
    photo,
  })
  .transform(
    (found): BirthRegistration => ({
      certificateNumber: found.certificate_number,
      registrationNumber: found.registration_number || found.certificate_number,
      dateOfBirth: found.date_of_birth,
      sex: found.sex,
      registeredOn: found.registered_on,
      issuedOn: found.issued_on,
      officeEn: found.office_en,
      officeLocationEn: found.office_location_en,
      nameBn: found.name_bn.normalize('NFC'),
      nameEn: found.name_en,
      fatherBn: found.father_name_bn,
      fatherEn: found.father_name_en,
      fatherNationality: found.father_nationality,
      motherBn: found.mother_name_bn,
      motherEn: found.mother_name_en,
      motherNationality: found.mother_nationality,
      birthPlaceBn: found.birth_place_bn,
      birthPlaceEn: found.birth_place_en,
      photo: found.photo,
    }),
  );

const Token = z.object({ access_token: required, expires_in: z.number().positive().default(300) });
const Missing = z.object({ code: z.literal('not_found') });

/** Tokens are renewed this long before they expire. */
const tokenMarginSeconds = 30;

/** The gateway is healthy but rejected this request, which is no reason to open the circuit. */
class QuestionRefusedError extends RegistryUnavailableError {}

/** Whether a status is due to the individual request, unlike failed authentication, an unknown URL and overload. */
const isOfQuestion = (status: number) =>
  status >= 400 && status < 500 && ![401, 403, 404, 407, 408, 429].includes(status);

function openContext(deps: GatewayOptions) {
  const { post, close } = createJsonClient(deps);
  const base = deps.url.endsWith('/') ? deps.url.slice(0, -1) : deps.url;
  const breaker = createBreaker({
    failures: 5,
    restMilliseconds: 30_000,
    refused: () => new RegistryUnavailableError('left alone after failures'),
    isFailure: (error) => !(error instanceof QuestionRefusedError),
  });
  const held: { token: { text: string; until: number } | undefined } = { token: undefined };
  return { ...deps, post, close, base, breaker, held };
}
type Context = ReturnType<typeof openContext>;

async function getToken(context: Context): Promise<string> {
  const { held, post, base } = context;
  if (held.token && performance.now() < held.token.until) return held.token.text;
  const credentials = [context.clientId, context.clientSecret].map(encodeURIComponent).join(':');
  const answer = await post(
    new URL(`${base}/oauth/token`),
    {
      Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    'grant_type=client_credentials&scope=lookup',
  );
  if (answer.status !== 200) throw new RegistryUnavailableError(`token: ${answer.status}`);
  const { access_token, expires_in } = Token.parse(answer.body);
  const seconds = Math.max(expires_in - tokenMarginSeconds, 1);
  held.token = { text: access_token, until: performance.now() + seconds * 1000 };
  return access_token;
}

const send = async (context: Context, path: string, question: Record<string, string>, bearer: string) =>
  context.post(
    new URL(`${context.base}${path}`),
    {
      Authorization: `Bearer ${bearer}`,
      'Content-Type': 'application/json',
      'X-Request-Id': randomUUID(),
    },
    JSON.stringify(question),
  );

async function ask<T>(
  context: Context,
  path: string,
  question: Record<string, string>,
  schema: z.ZodType<T>,
  isAboutIt: (found: T) => boolean,
): Promise<T | undefined> {
  const { breaker, held } = context;
  try {
    return await breaker.run(async () => {
      let answer = await send(context, path, question, await getToken(context));
      if (answer.status === 401) {
        held.token = undefined;
        answer = await send(context, path, question, await getToken(context));
      }
      if (answer.status === 404 && Missing.safeParse(answer.body).success) return undefined;
      if (isOfQuestion(answer.status)) throw new QuestionRefusedError(`answered ${answer.status}`);
      if (answer.status !== 200) throw new RegistryUnavailableError(`answered ${answer.status}`);
      const found = schema.safeParse(answer.body);
      if (!found.success) throw new RegistryUnavailableError('an answer of another shape');
      if (!isAboutIt(found.data)) throw new RegistryUnavailableError('an answer about somebody else');
      return found.data;
    });
  } catch (error) {
    // Messages of validation and socket errors could quote personal data, so only our own are logged.
    const reason = error instanceof RegistryUnavailableError ? error.message : (error as Error).name;
    context.log.warn({ path, reason }, 'the registry gave no answer');
    throw error instanceof RegistryUnavailableError ? error : new RegistryUnavailableError(reason);
  }
}

export const findByNid = (context: Context, nid: string, dateOfBirth: string) =>
  ask(
    context,
    '/v1/identities/lookup',
    { nid, date_of_birth: dateOfBirth },
    Identity,
    (found) => found.nid === nid && found.dateOfBirth === dateOfBirth,
  );

export async function findByTinOrMobile(context: Context, number: string) {
  const isTin = number.length === 12;
  const found = await ask(
    context,
    '/v1/taxpayers/lookup',
    isTin ? { tin: number } : { mobile: number },
    Taxpayer,
    ({ tin, mobile }) => (isTin ? tin : mobile) === number,
  );
  return found;
}

export const findByBirthCertificate = (context: Context, certificateNumber: string, dateOfBirth: string) =>
  ask(
    context,
    '/v1/birth-registrations/lookup',
    { certificate_number: certificateNumber, date_of_birth: dateOfBirth },
    Birth,
    (found) => found.certificateNumber === certificateNumber && found.dateOfBirth === dateOfBirth,
  );

export function createGatewayRegistry(deps: GatewayOptions): Registry & { close(): void } {
  const context = openContext(deps);
  return {
    close: context.close,
    ...bindDeps(context, { findByNid, findByTinOrMobile, findByBirthCertificate }),
  };
}
