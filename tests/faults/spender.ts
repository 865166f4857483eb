// One of the processes that spend from the same wallets concurrently: `node spender.ts <work as JSON>`, for spending.test.ts. Prints its counts.
import { capture, charge, hold, recharge, release, withdraw } from '#server/ledger/ledger.ts';
import { createDatabase, createPool, inTransaction, type Trx } from '#server/platform/database/connect.ts';
import { Fault } from '#server/platform/fault.ts';

export interface SpenderWork {
  readonly databaseUrl: string;
  readonly process: number;
  readonly connections: number;
  /** From this wallet, one taka at a time. */
  readonly wallet: number;
  readonly buysPerConnection: number;
  /** In these wallets, of every kind. */
  readonly mixedWallets: readonly number[];
  readonly mixedPerConnection: number;
}

export interface SpenderCounts {
  readonly bought: number;
  readonly refused: number;
  readonly moved: number;
  readonly mixedRefused: number;
  /** The total of the confirmed moves in all mixed wallets. */
  readonly postedPaisa: number;
}

const work = JSON.parse(process.argv[2]!) as SpenderWork;
const db = createDatabase(createPool(work.databaseUrl, work.connections));
const counts = { bought: 0, refused: 0, moved: 0, mixedRefused: 0, postedPaisa: 0 };

/** @returns whether it was done; a failure for any reason but an empty wallet ends the process */
async function tryTo(what: (trx: Trx) => Promise<unknown>): Promise<boolean> {
  try {
    await inTransaction(db, what);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === 'insufficient_balance') return false;
    throw error;
  }
}

async function buy(connection: number): Promise<void> {
  for (let turn = 0; turn < work.buysPerConnection; turn += 1) {
    const ref = `buy:${work.process}.${connection}.${turn}`;
    const isBought = await tryTo((trx) => charge(trx, { userId: work.wallet, ref, amountPaisa: 100n }));
    counts[isBought ? 'bought' : 'refused'] += 1;
  }
}

async function mix(connection: number): Promise<void> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  for (let turn = 0; turn < work.mixedPerConnection; turn += 1) {
    const amountPaisa = BigInt(1 + Math.floor(Math.random() * 3_000));
    const move = {
      userId: pick(work.mixedWallets),
      ref: `mix:${work.process}.${connection}.${turn}`,
      amountPaisa,
    };
    const kinds = {
      charge: { sign: -1, run: (trx: Trx) => charge(trx, move) },
      withdraw: { sign: -1, run: (trx: Trx) => withdraw(trx, move) },
      recharge: { sign: 1, run: (trx: Trx) => recharge(trx, 'admin_cash', move) },
      capture: {
        sign: -1,
        run: async (trx: Trx) =>
          capture(trx, (await hold(trx, move)).transferId, { ...move, ref: `${move.ref}c` }),
      },
      release: {
        sign: 0,
        run: async (trx: Trx) =>
          release(trx, (await hold(trx, move)).transferId, { ...move, ref: `${move.ref}r` }),
      },
    };
    const { sign, run } = pick(Object.values(kinds));
    if (await tryTo(run)) {
      counts.moved += 1;
      counts.postedPaisa += sign * Number(amountPaisa);
    } else counts.mixedRefused += 1;
  }
}

const connections = Array.from({ length: work.connections }, (_, index) => index);
await Promise.all(connections.map(buy));
await Promise.all(connections.map(mix));
await db.destroy();
process.stdout.write(JSON.stringify(counts));
