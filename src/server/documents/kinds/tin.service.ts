// Use case of the TIN certificate, which is looked up, printed and charged once per TIN in 24 hours.
import type { TinResult } from '#contract/documents/calls.ts';
import { documentKinds, openPathOf } from '#contract/documents/kinds.ts';
import type { Catalogue } from '../../catalogue/catalogue.service.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { ApiResponse } from '../../platform/request/api-response.ts';
import { findFirstResponse, once } from '../../platform/request/idempotency.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Lookups } from '../../registry/lookups.service.ts';
import type { DocumentCall, DocumentMaker } from '../make-document.ts';
import type { Readings } from '../readings.ts';
import { asReturned } from './returned-record.ts';
import * as queries from './tin.queries.ts';
import { type SealedTin, tinRules, tinValuesOf } from './tin.rules.ts';

export interface TinDeps {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly vault: Vault;
  readonly maker: DocumentMaker;
  readonly readings: Readings;
  readonly lookups: Lookups;
}

/** Stored under an idempotency key: only the record's id, nothing of its contents. */
interface Purchase {
  recordId: number;
}

// A purchase counts for a day even if the index secret is rotated.
const indexOf = (deps: TinDeps, number: string) => deps.vault.lastingHash(number, 'tin purchase');

async function present(
  deps: TinDeps,
  call: DocumentCall,
  result: ApiResponse<Purchase>,
): Promise<ApiResponse<TinResult>> {
  const { maker } = deps;
  const { recordId } = result.body;
  const { record, fileCode, verificationCode } = await maker.openRecord(
    tinRules,
    call.caller,
    recordId,
    call.origin,
  );
  const body: TinResult = {
    ...record.values,
    qr: maker.verifyUrl(verificationCode),
    file_code: fileCode,
    verification_code: verificationCode,
    open_path: openPathOf('tin', fileCode),
    lookup_id: record.lookupId,
  };
  return result.with(body);
}

function purchase(deps: TinDeps, call: DocumentCall, number: string, shownPaisa: bigint | null | undefined) {
  const { maker, lookups, readings } = deps;
  const { userId } = call.caller;
  let tinIndex = indexOf(deps, number);
  return maker.make<SealedTin, Purchase>(call, {
    rules: tinRules,
    status: 200,
    shownPaisa,
    async compose() {
      const requester = { caller: call.caller, origin: call.origin, service: documentKinds.tin.serviceCode };
      const values = tinValuesOf(await lookups.getByTinOrMobile(requester, number));
      tinIndex = indexOf(deps, values.tin);
      return { ...asReturned(values, null), lookupId: await readings.keep(call.caller, 'tin', values) };
    },
    answer: ({ recordId }) => ({ recordId }),
    purchase: {
      async findEarlier(trx) {
        if (await queries.claimPurchase(trx, userId, tinIndex)) return undefined;
        const recordId = await queries.findPurchase(trx, userId, tinIndex);
        return recordId === undefined ? undefined : { recordId };
      },
      record: (trx, recordId) =>
        queries.recordPurchase(trx, userId, [tinIndex, indexOf(deps, number)], recordId),
    },
  });
}

/** Finds a file that this customer bought within 24 hours, which needs no other lookup or charge. */
async function findBought(
  deps: TinDeps,
  call: DocumentCall,
  number: string,
): Promise<ApiResponse<Purchase> | undefined> {
  const { db } = deps;
  const recordId = await queries.findPurchase(db, call.caller.userId, indexOf(deps, number));
  if (recordId === undefined) return undefined;
  return once(db, call.caller.userId, call.idempotency, 200, async () => ({ recordId }));
}

/**
 * @param number a TIN of 12 digits, or a mobile number of 11
 * @param shownPaisa the price that the customer saw
 * @throws Fault `not_found`, `too_many_requests`, `registry_unavailable`, and those of `makeDocument`
 */
export async function getTinCertificate(
  deps: TinDeps,
  call: DocumentCall,
  number: string,
  shownPaisa?: bigint | null,
): Promise<ApiResponse<TinResult>> {
  const { db, catalogue } = deps;
  const earlier = await findFirstResponse<Purchase>(db, call.caller.userId, call.idempotency);
  if (earlier) return present(deps, call, earlier);
  await catalogue.getOpenAutomatic(db, documentKinds.tin.serviceCode);
  const bought = await findBought(deps, call, number);
  if (bought) return present(deps, call, bought);
  try {
    return await present(deps, call, await purchase(deps, call, number, shownPaisa));
  } catch (error) {
    // The money may have just been spent on this very certificate.
    const isShort = error instanceof Fault && error.code === 'insufficient_balance';
    const boughtNow = isShort ? await findBought(deps, call, number) : undefined;
    if (!boughtNow) throw error;
    return present(deps, call, boughtNow);
  }
}

export function createTin(deps: TinDeps) {
  return bindDeps(deps, { getCertificate: getTinCertificate });
}
