// An order can be completed only once staff have ticked everything on its form's checklist.
import { getFormOfOrder } from '../../catalogue/forms.service.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import { listTicked } from './checks.queries.ts';

/** @throws Fault `checks_open` */
export async function assertTicked(trx: Trx, order: { id: number; form_id: number | null }): Promise<void> {
  if (order.form_id === null) return;
  const required = (await getFormOfOrder(trx, order.form_id)).checks.filter((check) => check.required);
  if (required.length === 0) return;
  const ticked = new Set((await listTicked(trx, order.id)).map(({ key }) => key));
  if (required.some(({ key }) => !ticked.has(key))) throw new Fault('checks_open');
}
