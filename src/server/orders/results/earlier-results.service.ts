// Earlier results of an order, for staff. The customer sees only the newest, since an earlier one may have been someone else's.
import { recordEvent } from '../../audit-log/record-event.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller } from '../../platform/request/caller.ts';
import type { Context } from '../order-steps.ts';
import { textPurpose } from '../orders.personal.ts';
import * as orders from '../orders.queries.ts';
import * as queries from './earlier-results.queries.ts';

/** @throws Fault `not_found` */
export async function listEarlierResults(context: Context, caller: Caller, id: number, ip: string) {
  const { db, vault } = context;
  const order = await orders.findOrder(db, id);
  if (!order) throw new Fault('not_found');
  await recordEvent(db, {
    kind: 'order.earlier_results_opened',
    actorId: caller.userId,
    subjectId: order.customer_id,
    object: { kind: 'order', id },
    ip,
  });
  const results = (await queries.listEarlierResults(db, id)).map((row) => ({
    entry: Number(row.id),
    text_content: row.replaced_text_sealed ? vault.openText(row.replaced_text_sealed, textPurpose) : null,
    file: row.file_code ? `/file/${row.file_code}/` : null,
    file_name: row.file_name,
  }));
  return { results, count: results.length };
}
