// Many results at once: which file belongs to which order, and why one does not. Pure except for the lookup passed in.

import type { Order } from '#contract/orders/calls.ts';
import { findStep, type OrderStatus } from '#contract/orders/flow.ts';
import { orderNumbersIn } from '#contract/orders/rules.ts';

export type BulkProblem =
  | 'type'
  | 'no_number'
  | 'several'
  | 'not_found'
  | 'not_loaded'
  | 'not_open'
  | 'rejected'
  | 'taken'
  | 'twice';

export interface BulkRow {
  readonly id: string;
  readonly file: File;
  /** The value of the row's field; initially taken from the file's name. */
  readonly number: string;
  readonly order?: Order | undefined;
  readonly problem?: BulkProblem | undefined;
  readonly state: 'looking' | 'waiting' | 'sending' | 'done' | 'failed';
  readonly error?: string;
}

export const bulkAccept = '.pdf,.jpg,.jpeg,.png';
const accepted = /\.(pdf|jpe?g|png)$/i;

export function newRow(file: File): BulkRow {
  const numbers = orderNumbersIn(file.name);
  const problem: BulkProblem | undefined = !accepted.test(file.name)
    ? 'type'
    : numbers.length === 0
      ? 'no_number'
      : numbers.length > 1
        ? 'several'
        : undefined;
  return {
    // Also its idempotency key: a row that is sent again is the same request.
    id: crypto.randomUUID(),
    file,
    number: numbers.length === 1 ? String(numbers[0]) : '',
    problem,
    state: problem ? 'waiting' : 'looking',
  };
}

/** Returns why the order cannot be completed with this file, if there is a reason. */
export function problemOf(
  order: Order | undefined,
  me: { id: number; roles: readonly string[] },
): BulkProblem | undefined {
  if (!order) return 'not_found';
  const step = findStep(order.status as OrderStatus, 'complete');
  if (!step) return 'not_open';
  // A rejected order would be charged again: that is decided on the order's own page, which shows the amount.
  if (step.money === 'hold_and_capture') return 'rejected';
  const isOthers = order.status === 'processing' && order.operator !== null && order.operator.id !== me.id;
  return isOthers && !me.roles.includes('owner') ? 'taken' : undefined;
}

/** Marks two files for one order: neither is sent until the user decides. */
export function markDuplicates(rows: readonly BulkRow[]): BulkRow[] {
  const counts = new Map<number, number>();
  for (const { order, state } of rows)
    if (order && state !== 'done') counts.set(order.id, (counts.get(order.id) ?? 0) + 1);
  return rows.map((row) => {
    const isDuplicate =
      row.order !== undefined && (counts.get(row.order.id) ?? 0) > 1 && row.state !== 'done';
    if (isDuplicate) return { ...row, problem: row.problem ?? 'twice' };
    return row.problem === 'twice' ? { ...row, problem: undefined } : row;
  });
}

export const isReady = (row: BulkRow): boolean =>
  row.order !== undefined && row.problem === undefined && (row.state === 'waiting' || row.state === 'failed');
