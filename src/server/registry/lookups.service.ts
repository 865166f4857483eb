// Every registry lookup goes through here. It is counted before it is made, and recorded regardless of the result.
import { setTimeout as wait } from 'node:timers/promises';
import type { AutomaticServiceCode } from '#contract/documents/kinds.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Database } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { RateLimiter, Taken } from '../platform/rate-limit/rate-limit.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import type { Vault } from '../platform/vault.ts';
import { delayAfterMisses, lookupLimits } from './lookups.rules.ts';
import { createMutexes } from './mutex.ts';
import {
  type BirthRegistration,
  type IdentityRecord,
  type Registry,
  RegistryUnavailableError,
  type TaxRecord,
} from './registry.ts';

export interface Requester {
  readonly caller: Caller;
  readonly origin: RequestOrigin;
  /** The service that needs the lookup. */
  readonly service: AutomaticServiceCode;
}

type Register = 'nid' | 'tin' | 'birth';
type Outcome = 'found' | 'missed' | 'refused' | 'unavailable';

export type Lookups = ReturnType<typeof createLookups>;

export interface LookupsDeps {
  readonly db: Database;
  readonly registry: Registry;
  readonly vault: Vault;
  readonly limiter: RateLimiter;
  /** An authorised registry requires callers with a confirmed email address; the sandbox does not. */
  readonly mayAsk: (userId: number) => Promise<boolean>;
  /** Notified after each lookup of whether the registry responded. */
  readonly noteAnswer: (service: AutomaticServiceCode, isAnswered: boolean) => void;
}

function openContext(deps: LookupsDeps) {
  const mutexes = createMutexes();
  return { ...deps, mutexes };
}
type Context = ReturnType<typeof openContext>;

const recordLookup = (context: Context, requester: Requester, targetIndex: Buffer, outcome: Outcome) =>
  recordEvent(context.db, {
    kind: 'registry.looked_up',
    actorId: requester.caller.userId,
    object: { kind: 'registry_record', id: targetIndex.toString('hex') },
    reason: requester.service,
    ip: requester.origin.ip,
    details: { outcome },
  });

/**
 * Counts the lookup as a miss before it is made, so that concurrent lookups get no more attempts than sequential ones.
 * @throws Fault `too_many_requests`
 */
async function claim(context: Context, requester: Requester, target: string) {
  const { limiter } = context;
  const key = String(requester.caller.userId);
  const counted = await limiter.take({ purpose: 'lookup of user', key, limit: lookupLimits.lookupsOfUser });
  let miss: Taken | undefined;
  try {
    miss = await limiter.take(
      { purpose: 'lookup miss of user', key, limit: lookupLimits.missesOfUser },
      { purpose: 'lookup miss on number', key: target, limit: lookupLimits.missesOfNumber },
    );
  } finally {
    if (!miss) await counted.giveBack();
  }
  return { counted, miss, delay: delayAfterMisses(miss.count - 1) };
}

// Serialised, because a lookup in progress counts as a miss, and concurrent requests must not be taken for guessing.
const getOne = <T>(
  context: Context,
  requester: Requester,
  register: Register,
  number: string,
  find: () => Promise<T | undefined>,
): Promise<T> =>
  context.mutexes.run(requester.caller.userId, () => lookUp(context, requester, register, number, find));

async function lookUp<T>(
  context: Context,
  requester: Requester,
  register: Register,
  number: string,
  find: () => Promise<T | undefined>,
): Promise<T> {
  const { mayAsk, noteAnswer, vault } = context;
  if (!(await mayAsk(requester.caller.userId))) throw new Fault('email_unconfirmed');
  const targetIndex = vault.lastingHash(number, `registry ${register}`);
  const claimed = await claim(context, requester, targetIndex.toString('hex')).catch(
    async (error: unknown) => {
      if (error instanceof Fault && error.code === 'too_many_requests')
        await recordLookup(context, requester, targetIndex, 'refused');
      throw error;
    },
  );
  if (claimed.delay > 0) await wait(claimed.delay);
  let found: T | undefined;
  try {
    found = await find();
  } catch (error) {
    await claimed.miss.giveBack();
    await claimed.counted.giveBack();
    await recordLookup(context, requester, targetIndex, 'unavailable');
    noteAnswer(requester.service, false);
    if (error instanceof RegistryUnavailableError) throw new Fault('registry_unavailable');
    throw error;
  }
  noteAnswer(requester.service, true);
  if (found === undefined) {
    await recordLookup(context, requester, targetIndex, 'missed');
    throw new Fault('not_found');
  }
  await claimed.miss.giveBack();
  await recordLookup(context, requester, targetIndex, 'found');
  return found;
}

/** @throws Fault `not_found` for a wrong number and a wrong date alike, `email_unconfirmed`, `too_many_requests`, `registry_unavailable` */
export const getByNid = (
  context: Context,
  requester: Requester,
  nid: string,
  dateOfBirth: string,
): Promise<IdentityRecord> =>
  getOne(context, requester, 'nid', nid, () => context.registry.findByNid(nid, dateOfBirth));

/** @throws Fault `not_found`, `too_many_requests`, `registry_unavailable` */
export const getByTinOrMobile = (
  context: Context,
  requester: Requester,
  number: string,
): Promise<TaxRecord> =>
  getOne(context, requester, 'tin', number, () => context.registry.findByTinOrMobile(number));

/** @throws Fault `not_found` for a wrong number and a wrong date alike, `email_unconfirmed`, `too_many_requests`, `registry_unavailable` */
export const getByBirthCertificate = (
  context: Context,
  requester: Requester,
  certificateNumber: string,
  dateOfBirth: string,
): Promise<BirthRegistration> =>
  getOne(context, requester, 'birth', certificateNumber, () =>
    context.registry.findByBirthCertificate(certificateNumber, dateOfBirth),
  );

export function createLookups(deps: LookupsDeps) {
  const context = openContext(deps);
  return bindDeps(context, { getByNid, getByTinOrMobile, getByBirthCertificate });
}
