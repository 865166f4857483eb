// Steps shared by tests: find people and services, place orders, and check the refusal in a response.
import { request } from 'node:http';
import { expect } from 'vitest';
import type { StaffRole } from '#contract/access.ts';
import { errorText, type Reader } from '#contract/error-texts.ts';
import { type ErrorCode, errorKey, errorStatus } from '#contract/errors.ts';
import { audit } from '#server/ledger/audit.ts';
import { createNotices } from '#server/notices/notices.service.ts';
import { inTransaction } from '#server/platform/database/connect.ts';
import { bookRules } from '#server/reports/book-rules.ts';
import { correctTransfer } from '#server/wallet/correct-transfer.ts';
import { asOwner } from '../support/database.ts';
import type { Answer, Person, TestPortal } from '../support/portal.ts';

export const english = { 'Accept-Language': 'en' };

/** Checks that the error has the matching status, key, code and Bengali text. */
export function expectRefusal(
  answer: Pick<Answer, 'status' | 'body'>,
  code: ErrorCode,
  language: 'bn' | 'en' = 'bn',
  reader: Reader = 'customer',
): void {
  const status = errorStatus[code];
  expect({ status: answer.status, code: answer.body?.code }, JSON.stringify(answer.body)).toEqual({
    status,
    code,
  });
  const facts = Object.fromEntries(Object.entries(answer.body).filter(([key]) => key !== errorKey(status)));
  expect(answer.body[errorKey(status)]).toBe(
    errorText(code, language, facts as Record<string, string>, reader),
  );
}

/** Makes a member of staff with these roles, by hand in the database, like a shop's first staff. */
export async function makeStaff(portal: TestPortal, ...roles: StaffRole[]): Promise<Person> {
  const person = await portal.customer({ first_name: 'কর্মী', last_name: roles.join(' ') });
  await asOwner(portal.ownerUrl, 'update users set roles = $1 where id = $2', [roles, person.id]);
  const { body } = await portal.signIn(person.email, person.password);
  return { ...person, token: body.access, refresh: body.refresh };
}

/** For tests that outlast a session. */
export async function signInAgain(portal: TestPortal, ...people: Person[]): Promise<void> {
  for (const person of people)
    person.token = (await portal.signIn(person.email, person.password)).body.access;
}

export interface OfferedService {
  id: number;
  name: string;
  code: string;
  charge: string;
  status: string;
  is_auto_service: boolean;
  sub_type: { id: number; name: string; price: string }[];
}

export async function servicesByCode(portal: TestPortal): Promise<Record<string, OfferedService>> {
  const { body } = await portal.call('GET', '/account/services/', { token: portal.admin.token });
  return Object.fromEntries((body as OfferedService[]).map((service) => [service.code, service]));
}

export const setService = (
  portal: TestPortal,
  code: string,
  column: 'status' | 'charge_paisa' | 'enable_charge',
  value: string,
) => asOwner(portal.ownerUrl, `update services set ${column} = $1 where code = $2`, [value, code]);

/** Body of an order for a service, with the fields its code requires. */
export function orderBody(service: OfferedService, overrides: Record<string, unknown> = {}) {
  return {
    service: service.id,
    sub_type: service.sub_type[0]!.id,
    nid_or_form_num_or_for_biometric_or_location: service.code === 'AD' ? null : '19901234567',
    note: '',
    name: service.code === 'AA' ? 'করিম উদ্দিন' : null,
    ten_or_seventeen_digit_nid: service.code === 'AD' ? '10: 1234567890, 17: 19901234567890123' : null,
    ...overrides,
  };
}

/** Places an order that must succeed. */
export async function placeOrder(
  portal: TestPortal,
  person: Person,
  service: OfferedService,
  overrides: Record<string, unknown> = {},
) {
  const answer = await portal.call('POST', '/account/orders/', {
    token: person.token,
    body: orderBody(service, overrides),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** The form with which staff change an order. */
export function dataForm(data: unknown, file?: { bytes: Uint8Array | string; name: string }): FormData {
  const form = new FormData();
  form.set('data', typeof data === 'string' ? data : JSON.stringify(data));
  if (file) form.set('file', new Blob([file.bytes as BlobPart]), file.name);
  return form;
}

/** Notices that send no mail. */
export const noticesWithoutMail = (db: TestPortal['db']) =>
  createNotices({ db, publicOrigin: '', mail: { queue: async () => undefined } });

/** Reverses a transfer as an operator does from the command line. @returns the id of the reversal */
export const reverseTransfer = ({ db }: Pick<TestPortal, 'db'>, id: string, reason: string) =>
  inTransaction(db, (trx) => correctTransfer({ notices: noticesWithoutMail(db) }, trx, id, reason));

export async function balanceOf(
  portal: TestPortal,
  person: Person,
): Promise<{ current_balance: number; held: number }> {
  const { body } = await portal.call('GET', '/account/transaction-summary/', { token: person.token });
  return { current_balance: body.current_balance, held: body.held };
}

/** Checks that the books balance and the money of each order and payment is where its status says. */
export async function expectBooksRight(portal: TestPortal): Promise<void> {
  const found = await portal.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => audit(trx, bookRules));
  expect(found).toEqual([]);
}

/** Polls until the response is as expected, for what the portal does a moment later. */
export async function eventually<T>(ask: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const value = await ask();
    if (isThere(value) || tries >= 200) return value;
    await new Promise((done) => setTimeout(done, 50));
  }
}

export const statuses = (answers: readonly Answer[]) => {
  const counted: Record<number, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

/** Sends a request with exactly these headers, including those that `fetch` reserves. */
export function callRaw(
  portal: TestPortal,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<Pick<Answer, 'status' | 'body'>> {
  return new Promise((done, failed) => {
    const call = request(`${portal.origin}${path}`, { method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => {
        const isJson = (answer.headers['content-type'] ?? '').includes('json');
        done({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : text });
      });
    });
    call.on('error', failed).end();
  });
}

/** Reopens all closed days and removes their sums in one statement, because the job may close one at any moment. */
export const reopenDays = ({ ownerUrl }: Pick<TestPortal, 'ownerUrl'>) =>
  asOwner(
    ownerUrl,
    'truncate ledger_days, ledger_days_accounts, ledger_days_active, ledger_days_sold, worked_days',
  );
