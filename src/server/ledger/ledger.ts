// The only way money moves. Every function joins the caller's transaction, so the money commits or rolls back with what it pays for.
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { formatDecimal } from '#contract/money.ts';
import { shortfall } from '#contract/wallet/rules.ts';
import { compileOnce } from '../platform/database/compile-once.ts';
import { ConcurrentChangeError, type Reader, type Trx } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import type { SystemAccount, TransferKind } from './chart-of-accounts.ts';

export interface Posted {
  readonly transferId: string;
  readonly amountPaisa: bigint;
  readonly walletVersion: bigint;
  readonly postedAfterPaisa: bigint;
  readonly heldAfterPaisa: bigint;
  /** Available balance after this transfer. */
  readonly availableAfterPaisa: bigint;
}

interface Movement {
  readonly userId: number;
  /** What the movement is for, e.g. `order:12` or `payment:9f…`. A second transfer of the same kind and ref is rejected. */
  readonly ref: string;
  /** Person who moved the money; undefined for the portal itself. */
  readonly actorId?: number | undefined;
  readonly reason?: string;
}

interface PostArguments extends Movement {
  readonly kind: TransferKind;
  readonly counter?: SystemAccount;
  readonly amountPaisa?: bigint;
  readonly holdId?: string;
  /** The transfer that a reversal or refund refers to. */
  readonly reverses?: string;
}

interface DatabaseError {
  code?: string;
  constraint?: string;
  detail?: string;
}

function translate(error: DatabaseError, kind: TransferKind): Error | undefined {
  if (error.code === 'NP402') {
    // The money of an open hold can't be missing, so the hold must have been resolved.
    if (kind === 'capture' || kind === 'release') return new Fault('already_resolved');
    const detail = JSON.parse(error.detail ?? '{}') as { available: string; needed: string };
    // Money came in after the rejection and before the balance was read. The transaction is retried.
    if (BigInt(detail.available) >= BigInt(detail.needed)) return new ConcurrentChangeError();
    return new Fault('insufficient_balance', shortfall(BigInt(detail.available), BigInt(detail.needed)));
  }
  if (error.code === 'NP423') return new Fault('account_frozen');
  if (error.code === 'NP403') return new Fault('wallet_inactive');
  if (error.code === 'NP404') return new Fault('not_found');
  if (error.code === 'NP416') {
    const { left } = JSON.parse(error.detail ?? '{}') as { left: string };
    return new Fault('refund_too_much', { left: formatDecimal(BigInt(left)) });
  }
  if (error.code === 'NP409') return new Fault('already_resolved');
  if (error.constraint === 'wallets_bounded') return new FieldFault({ amount: ['amount_too_large'] });
  if (error.code !== '23505') return undefined;
  if (error.constraint === 'ledger_transfers_reversed_once') return new Fault('already_reversed');
  if (error.constraint === 'ledger_transfers_hold_resolved_once') return new Fault('already_resolved');
  if (error.constraint === 'ledger_transfers_ref_once') return new Fault('already_posted');
  return undefined;
}

async function post(trx: Trx, move: PostArguments): Promise<Posted> {
  try {
    const { rows } = await sql<{
      transfer_id: string;
      amount_paisa: bigint;
      wallet_version: bigint;
      posted_after_paisa: bigint;
      held_after_paisa: bigint;
    }>`select * from ledger_post(${uuidv7()}::uuid, ${move.kind}, ${move.userId}::integer, ${move.counter ?? null},
        ${move.amountPaisa ?? null}::bigint, ${move.ref}, ${move.holdId ?? null}::uuid, ${move.reverses ?? null}::uuid,
        ${move.actorId ?? null}::integer, ${move.reason ?? ''})`.execute(trx);
    const row = rows[0]!;
    return {
      transferId: row.transfer_id,
      amountPaisa: row.amount_paisa,
      walletVersion: row.wallet_version,
      postedAfterPaisa: row.posted_after_paisa,
      heldAfterPaisa: row.held_after_paisa,
      availableAfterPaisa: row.posted_after_paisa - row.held_after_paisa,
    };
  } catch (error) {
    throw translate(error as DatabaseError, move.kind) ?? error;
  }
}

type Amount = { readonly amountPaisa: bigint };

/** Posts incoming money: clearing account or cash → wallet. @throws Fault `already_posted`, `wallet_inactive` (cash only) */
export const recharge = (trx: Trx, from: SystemAccount, move: Movement & Amount) =>
  post(trx, { ...move, kind: 'recharge', counter: from });

/** Posts a bonus on top of a recharge: bonus expense → wallet. */
export const grantBonus = (trx: Trx, move: Movement & Amount) => post(trx, { ...move, kind: 'bonus' });

/** Posts a balance carried over when the shop opens: opening → wallet. */
export const open = (trx: Trx, move: Movement & Amount) => post(trx, { ...move, kind: 'opening' });

/** Posts an immediate sale: wallet → revenue. @throws Fault `insufficient_balance`, `wallet_inactive`, `already_posted` */
export const charge = (trx: Trx, move: Movement & Amount) => post(trx, { ...move, kind: 'charge' });

/** Holds money for a later sale: the posted balance stays, the available balance shrinks. Throws like `charge`. */
export const hold = (trx: Trx, move: Movement & Amount) => post(trx, { ...move, kind: 'hold' });

/**
 * Columns for a posting inside a larger statement, from the row that permits it. The function call must depend on that row, because the planner may
 * otherwise make the call before it knows whether the row exists.
 */
interface CallColumns {
  /** Id of the transfer, from `newTransferId`. */
  readonly id: RawBuilder<unknown>;
  readonly userId: RawBuilder<unknown>;
  /** Person who moves the money. */
  readonly actor: RawBuilder<unknown>;
  readonly ref: RawBuilder<unknown>;
}

export const newTransferId = (): string => uuidv7();

const callOf =
  (kind: 'hold' | 'charge') =>
  (move: CallColumns & { readonly amountPaisa: RawBuilder<unknown> }): RawBuilder<unknown> =>
    sql`ledger_post(${move.id}, ${sql.lit(kind)}, ${move.userId}, null, ${move.amountPaisa}, ${move.ref}, null, null, ${move.actor}, '')`;

/**
 * SQL fragment of `hold`, for the `from` clause of a subquery per row that it depends on. It returns one row with `transfer_id` and the balances. The
 * planner expects a thousand rows from a set-returning function, so the subquery needs a limit or must be scalar. The caller passes the statement's
 * errors to `asRefusal`.
 */
export const holdCall = callOf('hold');

/** SQL fragment of `charge`; see `holdCall`. */
export const chargeCall = callOf('charge');

/** SQL fragment of `capture`; see `holdCall`. */
export const captureCall = (
  move: CallColumns & { readonly holdId: RawBuilder<unknown> },
): RawBuilder<unknown> =>
  sql`ledger_post(${move.id}, 'capture', ${move.userId}, null, null::bigint, ${move.ref}, ${move.holdId}, null, ${move.actor}, '')`;

/**
 * SQL fragment for a `from` clause that locks the wallets of several customers and skips those that are frozen or locked by another transaction. It
 * returns a row with `user_id`, `is_active` and `available_paisa` for each wallet that it locked.
 */
export const lockFreeWallets = (userIds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`wallets_lock_free(array(${userIds}))`;

/** Translates a posting error into a fault; returns any other error unchanged. */
export const asRefusal = (error: unknown, kind: TransferKind): unknown =>
  translate(error as DatabaseError, kind) ?? error;

/** Captures a hold as the sale: wallet → revenue. @throws Fault `already_resolved`, `not_found` */
export const capture = (trx: Trx, holdId: string, move: Movement) =>
  post(trx, { ...move, kind: 'capture', holdId });

/** Releases a hold to the customer. @throws Fault `already_resolved`, `not_found` */
export const release = (trx: Trx, holdId: string, move: Movement) =>
  post(trx, { ...move, kind: 'release', holdId });

/** Pays out a balance: wallet → cash. Throws like `charge`. */
export const withdraw = (trx: Trx, move: Movement & Amount) => post(trx, { ...move, kind: 'withdrawal' });

/** Reverses a transfer, once. @throws Fault `already_reversed`, `already_resolved`, `insufficient_balance` */
export const reverse = (trx: Trx, transferId: string, move: Movement) =>
  post(trx, { ...move, kind: 'reversal', reverses: transferId });

/** Refunds part or all of a captured hold: revenue → wallet. @throws Fault `refund_too_much`, `wallet_inactive`, `not_found`, `already_resolved`, `already_posted` */
export const refund = (trx: Trx, captureId: string, move: Movement & Amount) =>
  post(trx, { ...move, kind: 'refund', reverses: captureId });

/** Finds the owner of the wallet that a transfer moved; undefined for an unknown id. */
export async function findTransfer(reader: Reader, id: string): Promise<{ userId: number } | undefined> {
  const row = await reader
    .selectFrom('ledger_transfers')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { userId: row.user_id };
}

/** Finds a transfer by its movement number, as papers and lists show it (decision 0105). @returns its id */
export async function findTransferId(
  reader: Reader,
  { userId, walletVersion }: { userId: number; walletVersion: number },
): Promise<string | undefined> {
  const row = await reader
    .selectFrom('ledger_transfers')
    .select('id')
    .where('user_id', '=', userId)
    .where('wallet_version', '=', BigInt(walletVersion))
    .executeTakeFirst();
  return row?.id;
}

export async function openWallet(trx: Trx, userId: number): Promise<void> {
  await sql`select wallet_open(${userId}::integer)`.execute(trx);
}

export async function setWalletActive(trx: Trx, userId: number, isActive: boolean): Promise<void> {
  await sql`select wallet_set_active(${userId}::integer, ${isActive})`.execute(trx);
}

export interface WalletBalance {
  readonly postedPaisa: bigint;
  readonly heldPaisa: bigint;
  readonly availablePaisa: bigint;
  readonly isActive: boolean;
}

/** Converts a wallet row to balances; a missing wallet counts as zero. */
export function asBalance(
  row: { posted_paisa: bigint; held_paisa: bigint; is_active: boolean } | undefined,
): WalletBalance {
  const posted = row?.posted_paisa ?? 0n;
  const held = row?.held_paisa ?? 0n;
  return {
    postedPaisa: posted,
    heldPaisa: held,
    availablePaisa: posted - held,
    isActive: row?.is_active ?? true,
  };
}

const walletOf = compileOnce((reader, userId: number) =>
  reader.selectFrom('wallets').selectAll().where('user_id', '=', userId),
);

export async function getBalance(reader: Reader, userId: number): Promise<WalletBalance> {
  return asBalance((await walletOf(reader, userId))[0]);
}

/** Fails before costly work; the ledger checks again under its lock. @throws Fault */
export async function assertCanPay(reader: Reader, userId: number, pricePaisa: bigint): Promise<void> {
  if (pricePaisa === 0n) return;
  const wallet = await getBalance(reader, userId);
  if (!wallet.isActive) throw new Fault('wallet_inactive');
  if (wallet.availablePaisa < pricePaisa) {
    throw new Fault('insufficient_balance', shortfall(wallet.availablePaisa, pricePaisa));
  }
}

/**
 * Takes snapshots of system accounts, at most hourly across all processes, and thins out old ones. Run by a job. A snapshot dated in the future
 * stems from a wrong clock and doesn't count.
 */
export async function storeSnapshots(reader: Reader): Promise<void> {
  await sql`select ledger_take_snapshots()
    where not exists (select from ledger_snapshots where taken_at between now() - interval '50 minutes' and now())`.execute(
    reader,
  );
  await sql`select ledger_prune_snapshots()`.execute(reader);
}

/** Keeps other transactions from storing or dropping snapshots until this one ends. Needs the owner's login. */
export async function lockSnapshots(trx: Trx): Promise<void> {
  await sql`lock table ledger_snapshots in share row exclusive mode`.execute(trx);
}

/** Recomputes the snapshots of these accounts from the entries. Needs the owner's login. @returns how many accounts */
export async function retakeSnapshots(trx: Trx, accounts: readonly string[]): Promise<number> {
  const wrong = [...new Set(accounts)];
  if (wrong.length === 0) return 0;
  await trx.deleteFrom('ledger_snapshots').where('account', 'in', wrong).execute();
  await sql`select ledger_take_snapshots()`.execute(trx);
  return wrong.length;
}

/** Lets this transaction post to frozen accounts, which stay frozen for all others. Needs the owner's login. */
export async function thaw(trx: Trx): Promise<void> {
  await trx.deleteFrom('ledger_frozen').execute();
}
