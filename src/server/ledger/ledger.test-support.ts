// For tests of the books: customers with a wallet, and the ledger's calls each in a transaction of its own.
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import * as ledger from './ledger.ts';

let people = 0;

/** A customer with an empty wallet, straight in the database. */
export async function makeCustomer(db: Database): Promise<number> {
  people += 1;
  const name = `wallet${process.pid}-${people}@mail.test`;
  return inTransaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        username: name,
        email: name,
        first_name: 'রহিমা',
        last_name: 'খাতুন',
        password_hash: '-',
        p_code: 'ABCDEF',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ledger.openWallet(trx, id);
    return id;
  });
}

export const inOne = <T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> => inTransaction(db, work);
