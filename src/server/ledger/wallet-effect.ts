// The effect of a transfer on its wallet, derived from its row in SQL. `ledger_post` applies it.
import { sql } from 'kysely';

/** Expressions over a row of `ledger_transfers`. A hold and its release don't change the posted balance; a capture does. */
export const postedChange = sql`case when kind in ('hold', 'release') then 0 when credit_account = 'wallet:' || user_id then amount_paisa else -amount_paisa end`;
export const heldChange = sql`case kind when 'hold' then amount_paisa when 'capture' then -amount_paisa when 'release' then -amount_paisa else 0 end`;
