// A gateway as described in docs/registry-gateway.openapi.yaml. It serves invented people, and faults can be switched on.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { Address, BirthRegistration, IdentityRecord, TaxRecord } from '#server/registry/registry.ts';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { createSyntheticRegistry } from '#server/registry/synthetic-registry.ts';

export const gatewayClient = { id: 'portal', secret: 'a secret: with signs/&' };

export type GatewayFault =
  | 'none'
  | 'error'
  | 'silent'
  | 'no_json'
  | 'other_shape'
  | 'somebody_else'
  | 'wrong_404'
  | 'redirect';

export interface ReferenceGateway {
  readonly url: string;
  fault: GatewayFault;
  /** Fields that its responses change, or leave out if undefined. */
  changed: Record<string, string | undefined>;
  /** Expires every token issued so far. */
  endTokens(): void;
  readonly asked: { path: string; question: Record<string, string> }[];
  tokensGiven: number;
  stop(): Promise<void>;
}

const addressBody = ({ postOffice, postalCode, ...rest }: Address) => ({
  ...rest,
  post_office: postOffice,
  postal_code: postalCode,
});

const identityBody = (person: IdentityRecord) => ({
  nid: person.nid,
  pin: person.pin,
  date_of_birth: person.dateOfBirth,
  gender: person.gender,
  blood_group: person.bloodGroup,
  name_bn: person.nameBn,
  name_en: person.nameEn,
  father_name_bn: person.fatherBn,
  mother_name_bn: person.motherBn,
  spouse_name_bn: null,
  birth_place_bn: person.birthPlaceBn,
  voter_number: person.voterNumber,
  voter_area_bn: person.voterAreaBn,
  present_address_bn: addressBody(person.presentAddressBn),
  permanent_address_bn: addressBody(person.permanentAddressBn),
});

const taxBody = (found: TaxRecord, mobile: string | undefined) => ({
  tin: found.tin,
  mobile,
  name_en: found.nameEn,
  father_name_en: found.fatherEn,
  mother_name_en: found.motherEn,
  present_address_en: addressBody(found.presentAddressEn),
  permanent_address_en: addressBody(found.permanentAddressEn),
  tax_zone: found.taxZone,
  tax_circle: found.taxCircle,
  zone_address: found.zoneAddress,
  zone_phone: found.zonePhone,
  status: found.status,
  registered_on: found.registeredOn,
});

const birthBody = (found: BirthRegistration) => ({
  certificate_number: found.certificateNumber,
  registration_number: found.registrationNumber,
  date_of_birth: found.dateOfBirth,
  sex: found.sex,
  registered_on: found.registeredOn,
  issued_on: found.issuedOn,
  office_en: found.officeEn,
  office_location_en: found.officeLocationEn,
  name_bn: found.nameBn,
  name_en: found.nameEn,
  father_name_bn: found.fatherBn,
  father_name_en: found.fatherEn,
  father_nationality: found.fatherNationality,
  mother_name_bn: found.motherBn,
  mother_name_en: found.motherEn,
  mother_nationality: found.motherNationality,
  birth_place_bn: found.birthPlaceBn,
  birth_place_en: found.birthPlaceEn,
});

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** @param tls makes the gateway speak TLS, optionally requiring a client certificate */
export async function startReferenceGateway(tls?: ServerOptions): Promise<ReferenceGateway> {
  const registry = createSyntheticRegistry();
  const tokens = new Set<string>();

  async function find(path: string, question: Record<string, string>) {
    if (path === '/v1/identities/lookup') {
      const found = await registry.findByNid(question.nid!, question.date_of_birth!);
      return found && identityBody(found);
    }
    if (path === '/v1/taxpayers/lookup') {
      const found = await registry.findByTinOrMobile((question.tin ?? question.mobile)!);
      const mobile = syntheticPeople.find(({ tin }) => tin === found?.tin)?.mobile;
      return found && taxBody(found, mobile);
    }
    if (path !== '/v1/birth-registrations/lookup') return 'no such path';
    const found = await registry.findByBirthCertificate(
      question.certificate_number!,
      question.date_of_birth!,
    );
    return found && birthBody(found);
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    const path = request.url ?? '';
    const text = await readBody(request);
    if (path === '/oauth/token') {
      const basic = Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64');
      const [id, secret] = basic.toString().split(':').map(decodeURIComponent);
      const isClient = id === gatewayClient.id && secret === gatewayClient.secret;
      const form = new URLSearchParams(text);
      if (!isClient || form.get('grant_type') !== 'client_credentials')
        return answer(401, { code: 'unknown_client' });
      gateway.tokensGiven += 1;
      const token = `token-${gateway.tokensGiven}`;
      tokens.add(token);
      return answer(200, { access_token: token, token_type: 'Bearer', expires_in: 600 });
    }
    if (!tokens.has(String(request.headers.authorization).replace('Bearer ', '')))
      return answer(401, { code: 'invalid_token' });
    const question = JSON.parse(text) as Record<string, string>;
    gateway.asked.push({ path, question });
    if (gateway.fault === 'silent') return undefined;
    if (gateway.fault === 'error') return answer(500, { code: 'internal' });
    if (gateway.fault === 'no_json') return answer(200, '<html>');
    if (gateway.fault === 'wrong_404') return answer(404, { message: 'no such path' });
    if (gateway.fault === 'redirect') return answer(302, {}, { Location: 'http://127.0.0.1:1/' });
    const found = await find(path, question);
    if (typeof found === 'string') return answer(404, { message: found });
    if (!found) return answer(404, { code: 'not_found' });
    if (gateway.fault === 'other_shape') return answer(200, { ...found, name_en: 7 });
    if (gateway.fault === 'somebody_else')
      return answer(200, { ...found, nid: '0000000000', tin: '970000000000', certificate_number: '1' });
    return answer(200, { ...found, ...gateway.changed });
  };
  const server = tls ? createTlsServer(tls, serve) : createServer(serve);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const gateway: ReferenceGateway = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    fault: 'none',
    changed: {},
    asked: [],
    tokensGiven: 0,
    endTokens: () => tokens.clear(),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return gateway;
}
