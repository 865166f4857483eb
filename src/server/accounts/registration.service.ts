// Registration of accounts: by sign-up, by staff for a customer, and of a new portal's first owner.
import { hasRight, isStaff } from '#contract/access.ts';
import { termsVersion } from '#contract/accounts/rules.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import * as ledger from '../ledger/ledger.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { type Limit, networkOfAddress } from '../platform/rate-limit/rate-limit.rules.ts';
import type { RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import * as queries from './accounts.queries.ts';
import { addressTakenEmail } from './emails.ts';
import { hashPassword, isPassword, makeSupportCode } from './passwords/passwords.ts';

const hour = 3_600;
/** Limit per network: one household, school or office. */
const accountsOfOneNetwork = (anHour: number): Limit => [
  { tries: Math.ceil(anHour / 3), seconds: 60 },
  { tries: anHour, seconds: hour },
];
const accountsOfAll = (anHour: number): Limit => [{ tries: 5 * anHour, seconds: hour }];
/** Each registration sends an email. */
const accountsOfOneMailbox: Limit = [
  { tries: 5, seconds: hour },
  { tries: 20, seconds: 24 * hour },
];
/** A network that learns of more taken addresses than this is harvesting addresses. */
const takenAddresses: Limit = [{ tries: 20, seconds: hour }];
const lettersToHolder: Limit = [{ tries: 1, seconds: 24 * hour }];

export interface NewAccount {
  first_name: string;
  last_name: string;
  email: string;
  phone?: string | undefined;
  password: string;
  terms?: boolean | undefined;
}

export interface RegistrationDeps {
  readonly db: Database;
  readonly limiter: Pick<RateLimiter, 'judge' | 'take' | 'mayTake'>;
  readonly mail: Mail;
  readonly publicOrigin: string;
  readonly signUpsAnHour: number;
  /** Emails the link that confirms an address. */
  readonly sendConfirmation: (trx: Trx, user: { id: number; email: string }) => Promise<void>;
}

/** Emails the account holder, at most once a day, that somebody tried to sign up, and how to get in if it was them. */
async function mailHolder(deps: RegistrationDeps, email: string): Promise<void> {
  const { limiter, db, mail, publicOrigin } = deps;
  const key = email.toLowerCase();
  if (!(await limiter.mayTake({ purpose: 'letter to holder', key, limit: lettersToHolder }))) return;
  const holder = await queries.findUserByUsername(db, email);
  if (!holder?.is_active) return;
  await mail.queue(db, addressTakenEmail(holder.email, publicOrigin));
  mail.wake();
}

/** Returns the mailbox of an address: what follows a plus, and dots at Google, don't make another mailbox. */
function mailboxOf(address: string): string {
  const [name = '', host = ''] = address.toLowerCase().split('@');
  const [person = ''] = name.split('+');
  return `${/^(gmail|googlemail)\.com$/.test(host) ? person.replaceAll('.', '') : person}@${host}`;
}

/** @throws Fault `too_many_requests` before any costly work */
async function takeSignUp(deps: RegistrationDeps, ip: string): Promise<void> {
  const { limiter, signUpsAnHour } = deps;
  await limiter.take(
    { purpose: 'sign-up', key: networkOfAddress(ip), limit: accountsOfOneNetwork(signUpsAnHour) },
    { purpose: 'sign-up', key: 'of all', limit: accountsOfAll(signUpsAnHour) },
  );
}

/**
 * Finds the account that an earlier, identical request of the caller opened if its response was lost. An idempotency key would store a hash of the
 * request, from which the password can be guessed.
 */
async function findEarlierRegistration({ db }: RegistrationDeps, account: NewAccount, caller: Caller) {
  const { email, first_name: firstName, last_name: lastName, phone = '' } = account;
  const opened = await queries.findRecentlyRegistered(
    db,
    { email, firstName, lastName, phone },
    caller.userId,
  );
  return opened && (await isPassword(opened.password_hash, account.password)) ? opened.id : undefined;
}

/**
 * Registers an account with an empty wallet. People who sign up must give a phone number; staff need not,
 * and a password that staff choose must be replaced at the first sign-in.
 * @throws FieldFault, Fault `not_allowed`, `too_many_requests`, `busy`
 */
export async function signUp(
  deps: RegistrationDeps,
  account: NewAccount,
  caller: Caller | undefined,
  origin: RequestOrigin,
): Promise<number> {
  const { limiter, db, sendConfirmation, mail } = deps;
  const byStaff = caller !== undefined && isStaff(caller.roles);
  if (byStaff && !hasRight(caller.roles, 'customers.register')) throw new Fault('not_allowed');
  if (!byStaff) {
    if (account.phone === undefined) throw new FieldFault({ phone: ['phone_required'] });
    if (account.terms === false) throw new FieldFault({ terms: ['terms_required'] });
    await takeSignUp(deps, origin.ip);
  }
  const letter = byStaff
    ? undefined
    : await limiter.take({
        purpose: 'sign-up letters',
        key: mailboxOf(account.email),
        limit: accountsOfOneMailbox,
      });
  const passwordHash = await hashPassword(account.password);
  // Whether an address is taken is private, so each disclosure counts towards a rate limit, taken before the check.
  const disclosure = byStaff
    ? undefined
    : await limiter.take({
        purpose: 'taken address',
        key: networkOfAddress(origin.ip),
        limit: takenAddresses,
      });
  const id = await inTransaction(db, async (trx) => {
    const opened = await queries.insertUser(trx, {
      email: account.email,
      firstName: account.first_name,
      lastName: account.last_name,
      phone: account.phone ?? '',
      passwordHash,
      supportCode: makeSupportCode(),
      roles: ['customer'],
      mustChangePassword: byStaff,
      termsVersion: account.terms ? termsVersion : undefined,
      createdBy: byStaff ? caller.userId : undefined,
    });
    if (opened === undefined) return undefined;
    await ledger.openWallet(trx, opened);
    await sendConfirmation(trx, { id: opened, email: account.email });
    await recordEvent(trx, {
      kind: 'account.opened',
      actorId: caller?.userId ?? opened,
      subjectId: opened,
      ip: origin.ip,
    });
    return opened;
  });
  if (id === undefined) {
    const before = byStaff ? await findEarlierRegistration(deps, account, caller) : undefined;
    if (before !== undefined) return before;
    await letter?.giveBack();
    if (!byStaff) await mailHolder(deps, account.email);
    throw new FieldFault({ email: ['email_taken'] });
  }
  await disclosure?.giveBack();
  mail.wake();
  return id;
}

/** Creates the sandbox customer if it is missing, with a confirmed address and the terms accepted. */
export async function ensureTrialCustomer(
  deps: RegistrationDeps,
  customer: {
    email: string;
    firstName: string;
    lastName: string;
    phone: string;
    password: string;
  },
): Promise<void> {
  const { db } = deps;
  if (await queries.findUserByUsername(db, customer.email)) return;
  const passwordHash = await hashPassword(customer.password);
  await inTransaction(db, async (trx) => {
    const id = await queries.insertUser(trx, {
      ...customer,
      passwordHash,
      supportCode: makeSupportCode(),
      roles: ['customer'],
      mustChangePassword: false,
      isEmailConfirmed: true,
      termsVersion,
      createdBy: undefined,
    });
    if (id !== undefined) await ledger.openWallet(trx, id);
  });
}

/** Creates the first owner if there are no users. @returns false if there are */
export async function makeFirstAdmin(
  deps: RegistrationDeps,
  email: string,
  password: string,
): Promise<boolean> {
  const { db } = deps;
  if ((await queries.countUsers(db)) > 0) return false;
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (trx) => {
    const id = await queries.insertUser(trx, {
      email,
      firstName: 'প্রধান',
      lastName: 'অ্যাডমিন',
      phone: '',
      passwordHash,
      supportCode: makeSupportCode(),
      roles: ['owner'],
      mustChangePassword: false,
      isEmailConfirmed: true,
      termsVersion: undefined,
      createdBy: undefined,
    });
    if (id === undefined) return false;
    await ledger.openWallet(trx, id);
    return true;
  });
}

export function createRegistration(deps: RegistrationDeps) {
  return bindDeps(deps, { signUp, ensureTrialCustomer, makeFirstAdmin });
}
