import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { useLedger } from '../../../tests/support/ledger.ts';
import { createDatabase, createPool, type Database } from '../platform/database/connect.ts';
import { bookRules } from '../reports/book-rules.ts';
import { audit } from './audit.ts';
import { takeCompleteSnapshots } from './ledger.test-support.ts';
import * as ledger from './ledger.ts';

const { base, ref, run, customerWith, findings } = useLedger();

describe('the audit', () => {
  let owner: Database;
  let userId: number;
  let other: number;
  beforeAll(async () => {
    owner = createDatabase(createPool(base.ownerUrl, 1));
    const neighbor = new pg.Client({ connectionString: inject('clusterUrl') });
    await neighbor.connect();
    await neighbor.query('begin');
    await neighbor.query('select pg_current_xact_id()');
    userId = await customerWith(10_000n);
    other = await customerWith(10_000n);
    const held = await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 300n }));
    await run((trx) => ledger.hold(trx, { userId, ref: ref(), amountPaisa: 200n }));
    const sold = await run((trx) => ledger.capture(trx, held.transferId, { userId, ref: ref() }));
    await run((trx) => ledger.refund(trx, sold.transferId, { userId, ref: ref(), amountPaisa: 100n }));
    const charged = await run((trx) => ledger.charge(trx, { userId, ref: ref(), amountPaisa: 50n }));
    await run((trx) => ledger.reverse(trx, charged.transferId, { userId, ref: ref() }));
    // Stands for an open transaction of another test file.
    setTimeout(() => void neighbor.end(), 300);
    await takeCompleteSnapshots(base.db);
  });
  afterAll(() => owner.destroy());

  it('finds nothing wrong in books that only the ledger wrote', async () => {
    expect(await findings(bookRules)).toEqual([]);
  });

  const plants: [what: string, rule: RegExp, statements: (u: number, o: number) => string[]][] = [
    [
      'one side of an entry missing',
      /all entries together/,
      () => [
        `create or replace view ledger_entries as select id as transfer_id, debit_account as account, -amount_paisa as amount_paisa, kind, user_id, committed_by, created_at from ledger_transfers`,
      ],
    ],
    [
      'an amount changed',
      /holds what its entries say/,
      (u) => [
        `update ledger_transfers set amount_paisa = amount_paisa + 1 where user_id = ${u} and wallet_version = 1`,
      ],
    ],
    [
      'a balance raised',
      /holds what its entries say/,
      (u) => [`update wallets set posted_paisa = posted_paisa + 1 where user_id = ${u}`],
    ],
    [
      'a held sum lowered',
      /open holds/,
      (u) => [`update wallets set held_paisa = held_paisa - 1 where user_id = ${u}`],
    ],
    [
      'a transfer removed from the middle',
      /no gap/,
      (u) => [`delete from ledger_transfers where user_id = ${u} and wallet_version = 3`],
    ],
    [
      'the first transfer removed',
      /no gap/,
      (u) => [`delete from ledger_transfers where user_id = ${u} and wallet_version = 1`],
    ],
    [
      'the last transfer removed',
      /stands at its last transfer/,
      (u) => [
        `delete from ledger_transfers t where user_id = ${u} and wallet_version = (select max(wallet_version) from ledger_transfers where user_id = ${u})`,
      ],
    ],
    [
      'a number left out',
      /no gap/,
      (u) => [
        `update ledger_transfers set wallet_version = wallet_version + 1 where user_id = ${u} and kind = 'reversal'`,
      ],
    ],
    [
      'a held sum after a transfer rewritten',
      /follows from the one before/,
      (u) => [
        `update ledger_transfers set held_after_paisa = held_after_paisa + 1 where user_id = ${u} and wallet_version = 2`,
      ],
    ],
    [
      'a wallet that says something else than its last transfer',
      /says what its last transfer says/,
      (u) => [`update wallets set held_paisa = held_paisa - 1 where user_id = ${u}`],
    ],
    [
      'a balance after a transfer rewritten',
      /follows from the one before/,
      (u) => [
        `update ledger_transfers set posted_after_paisa = posted_after_paisa + 1 where user_id = ${u} and wallet_version = 2`,
      ],
    ],
    [
      'a version moved on by nothing',
      /stands at its last transfer/,
      (u) => [`update wallets set version = version + 1 where user_id = ${u}`],
    ],
    [
      'a transfer moved to somebody else',
      /holds what its entries say/,
      (u, o) => [
        `update ledger_transfers set user_id = ${o}, wallet_version = 77, credit_account = 'wallet:${o}' where user_id = ${u} and wallet_version = 1`,
      ],
    ],
    [
      'a wallet below zero',
      /follows from the one before/,
      (u) => [
        'alter table wallets drop constraint wallets_available_not_negative',
        `update wallets set posted_paisa = -5, version = version + 1 where user_id = ${u}`,
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
        select gen_random_uuid(), 'charge', 'wallet:${u}', 'revenue', w.posted_after_paisa + 5, 'planted', ${u}, w.wallet_version + 1, -5, w.held_after_paisa from ledger_transfers w where user_id = ${u} order by wallet_version desc limit 1`,
      ],
    ],
    [
      'a capture of another amount',
      /fits its hold/,
      (u) => [`update ledger_transfers set amount_paisa = 299 where user_id = ${u} and kind = 'capture'`],
    ],
    [
      'a capture that names no hold',
      /fits its hold/,
      (u) => [
        `update ledger_transfers set kind = 'charge' where user_id = ${u} and kind = 'hold' and amount_paisa = 300`,
      ],
    ],
    [
      'a capture of somebody else’s hold',
      /fits its hold/,
      (u, o) => [
        `update ledger_transfers set user_id = ${o}, wallet_version = 77, debit_account = 'wallet:${o}' where user_id = ${u} and kind = 'hold' and amount_paisa = 300`,
      ],
    ],
    [
      'a reversal of another amount',
      /mirrors/,
      (u) => [`update ledger_transfers set amount_paisa = 49 where user_id = ${u} and kind = 'reversal'`],
    ],
    [
      'a reversal into another account',
      /mirrors/,
      (u) => [
        `update ledger_transfers set debit_account = 'admin_cash' where user_id = ${u} and kind = 'reversal'`,
      ],
    ],
    [
      'more given back of a sale than it took',
      /refunds of a sale return no more/,
      (u) => [`update ledger_transfers set amount_paisa = 301 where user_id = ${u} and kind = 'refund'`],
    ],
    [
      'a refund of somebody else’s sale',
      /refunds of a sale return no more/,
      (u, o) => [
        'alter table ledger_transfers drop constraint ledger_transfers_one_wallet',
        `update ledger_transfers set user_id = ${o}, wallet_version = 77 where user_id = ${u} and kind = 'refund'`,
      ],
    ],
    [
      'a refund to somebody else',
      /refunds of a sale return no more/,
      (u, o) => [
        'alter table ledger_transfers drop constraint ledger_transfers_one_wallet',
        `update ledger_transfers set credit_account = 'wallet:${o}' where user_id = ${u} and kind = 'refund'`,
      ],
    ],
    [
      'a refund of what was not sold',
      /refunds of a sale return no more/,
      (u) => [
        `update ledger_transfers set refunds = (select hold_id from ledger_transfers where user_id = ${u} and kind = 'capture') where user_id = ${u} and kind = 'refund'`,
      ],
    ],
    [
      'a refund of what was reversed',
      /refunds of a sale return no more/,
      (u) => [
        `update ledger_transfers set reverses = (select id from ledger_transfers where user_id = ${u} and kind = 'capture') where user_id = ${u} and kind = 'reversal'`,
      ],
    ],
    [
      'an order that says another sum than its refunds',
      /each order says what was refunded/,
      (u) => [
        `insert into orders (customer_id, service_id, sub_type_id, status, number_sealed, number_index, number_last4, price_paisa, refunded_paisa, due_on)
         values (${u}, 1, 1, 'cancelled', '', '', '', 100, 50, now())`,
      ],
    ],
    [
      'a snapshot changed',
      /snapshots say/,
      () => [`update ledger_snapshots set balance_paisa = balance_paisa + 1 where account = 'revenue'`],
    ],
    [
      'a hold resolved twice',
      /has held|stands at|holds what/,
      (u) => [
        'drop index ledger_transfers_hold_resolved_once',
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa, hold_id)
        select gen_random_uuid(), 'capture', debit_account, credit_account, amount_paisa, 'planted', user_id, 78, posted_after_paisa, held_after_paisa, hold_id from ledger_transfers where user_id = ${u} and kind = 'capture'`,
      ],
    ],
    [
      'money that is set aside for no order',
      /money is set aside for an order/,
      (u) => [
        `insert into ledger_transfers (id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa)
        select gen_random_uuid(), 'hold', debit_account, credit_account, amount_paisa, 'order:0:1', user_id, 79, posted_after_paisa, held_after_paisa from ledger_transfers where user_id = ${u} and kind = 'hold' limit 1`,
      ],
    ],
    ...(
      [
        ['of another sum', 'u', 201, 200],
        ['of somebody else', 'o', 200, 200],
        ['that was resolved', 'u', 300, 300],
      ] as const
    ).map(([what, whose, price, held]): (typeof plants)[number] => [
      `an open order with a hold ${what}`,
      /an open order has exactly its open hold/,
      (u, o) => [
        `insert into orders (customer_id, service_id, sub_type_id, number_sealed, number_index, number_last4, price_paisa, hold_id, due_on)
         select ${whose === 'u' ? u : o}, 1, 1, '', '', '', ${price}, id, now() from ledger_transfers where user_id = ${u} and kind = 'hold' and amount_paisa = ${held}`,
      ],
    ]),
    [
      'a completed order that names another capture',
      /a completed order has one capture/,
      (u) => [
        `insert into orders (customer_id, service_id, sub_type_id, status, text_content_sealed, number_sealed, number_index, number_last4, price_paisa, hold_id, settled_by, due_on)
         select ${u}, 1, 1, 'completed', '', '', '', '', 300, hold_id, hold_id, now() from ledger_transfers where user_id = ${u} and kind = 'capture'`,
      ],
    ],
    [
      'an order that gave back what it says is sold',
      /a completed order has one capture/,
      (u) => [
        `insert into orders (customer_id, service_id, sub_type_id, status, number_sealed, number_index, number_last4, price_paisa, hold_id, settled_by, due_on)
         select ${u}, 1, 1, 'cancelled', '', '', '', 300, hold_id, id, now() from ledger_transfers where user_id = ${u} and kind = 'capture'`,
      ],
    ],
    [
      'an approved request that moved nothing',
      /an approved request/,
      (u, o) => [
        `insert into cash_requests (id, kind, user_id, amount_paisa, status, requested_by, decided_by) values (gen_random_uuid(), 'withdrawal', ${u}, 100, 'accepted', ${u}, ${o})`,
      ],
    ],
    ...(['pending', 'rejected'] as const).map((status): (typeof plants)[number] => [
      `money of a request that is ${status}`,
      /an approved request/,
      (u, o) => [
        `insert into cash_requests (id, kind, user_id, amount_paisa, status, requested_by, decided_by) values ('00000000-0000-4000-8000-000000000001', 'recharge', ${u}, 10000, '${status}', ${u}, ${status === 'pending' ? 'null' : o})`,
        `update ledger_transfers set ref = 'cash:00000000-0000-4000-8000-000000000001' where user_id = ${u} and kind = 'recharge'`,
      ],
    ]),
    [
      'an approved refund of another sum',
      /an approved request/,
      (u, o) => [
        `insert into cash_requests (id, kind, user_id, amount_paisa, order_id, status, requested_by, decided_by) values ('00000000-0000-4000-8000-000000000002', 'refund', ${u}, 99, 1, 'accepted', ${u}, ${o})`,
        `update ledger_transfers set ref = 'order:1:refund:00000000-0000-4000-8000-000000000002' where user_id = ${u} and kind = 'refund'`,
      ],
    ],
    ...(
      [
        ['another sum', 'u', 9_999, 0],
        ['somebody else’s money', 'o', 10_000, 0],
        ['no bonus', 'u', 10_000, 5],
      ] as const
    ).flatMap(([what, whose, paisa, bonus]): (typeof plants)[number][] => [
      [
        `an approved request with ${what}`,
        /an approved request/,
        (u, o) => [
          `insert into cash_requests (id, kind, user_id, amount_paisa, bonus_paisa, status, requested_by, decided_by)
           values ('00000000-0000-4000-8000-000000000003', 'recharge', ${whose === 'u' ? u : o}, ${paisa}, ${bonus}, 'accepted', ${u}, ${o})`,
          `update ledger_transfers set ref = 'cash:00000000-0000-4000-8000-000000000003' where user_id = ${u} and kind = 'recharge'`,
        ],
      ],
      [
        `a completed payment with ${what}`,
        /completed payment/,
        (u, o) => [
          `insert into payments (id, provider, user_id, amount_paisa, bonus_paisa, payment_type, state, transaction_id)
           values ('NPX', 'sandbox', ${whose === 'u' ? u : o}, ${paisa}, ${bonus}, 'custom', 'completed', 'T1')`,
          `update ledger_transfers set ref = 'payment:NPX' where user_id = ${u} and kind = 'recharge'`,
        ],
      ],
    ]),
    [
      'a completed payment of which less was credited',
      /completed payment/,
      (u) => [
        `insert into payments (id, provider, user_id, amount_paisa, credited_paisa, payment_type, state, transaction_id)
         values ('NPX', 'sandbox', ${u}, 10000, 9000, 'custom', 'completed', 'T1')`,
        `update ledger_transfers set ref = 'payment:NPX' where user_id = ${u} and kind = 'recharge'`,
      ],
    ],
    [
      'a completed payment without a recharge',
      /completed payment/,
      (u) => [
        `insert into payments (id, provider, user_id, amount_paisa, payment_type, state, transaction_id) values ('NPX', 'sandbox', ${u}, 100, 'custom', 'completed', 'T1')`,
      ],
    ],
  ];

  it.each(plants)('finds %s', async (_what, rule, statements) => {
    const found = await owner
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        for (const statement of statements(userId, other)) {
          const { numAffectedRows } = await sql.raw(statement).execute(trx);
          if (/^(update|delete|insert)/.test(statement))
            expect(numAffectedRows, statement).toBeGreaterThan(0n);
        }
        throw { found: await audit(trx, bookRules) };
      })
      .catch((thrown: { found?: Awaited<ReturnType<typeof audit>> }) => {
        if (!thrown.found) throw thrown;
        return thrown.found;
      });
    expect(found.map((finding) => finding.rule).join('; ')).toMatch(rule);
    expect(await findings()).toEqual([]);
  });
});
