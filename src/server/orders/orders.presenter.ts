// Presents orders. Encrypted values are decrypted here and nowhere else in the module.
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { maskNumber, maskNumbersIn } from '#contract/mask.ts';
import { formatDecimal } from '#contract/money.ts';
import type { StaffOrder } from '#contract/orders/calls.ts';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import type { Vault } from '../platform/vault.ts';
import { numberPurpose, textPurpose } from './orders.personal.ts';
import type { OrderRow } from './orders.queries.ts';

export type Presenter = ReturnType<typeof createPresenter>;

const openPair = (vault: Vault, row: Pick<OrderRow, 'nid_pair_sealed'>) =>
  row.nid_pair_sealed
    ? (JSON.parse(vault.openText(row.nid_pair_sealed, numberPurpose)) as { ten: string; seventeen: string })
    : undefined;

/** The numbers that an order is about, unmasked. */
function numbersOf(vault: Vault, row: Pick<OrderRow, 'nid_pair_sealed' | 'number_sealed'>) {
  const pair = openPair(vault, row);
  return {
    number: pair ? '' : vault.openText(row.number_sealed, numberPurpose),
    ten_digit_nid: pair?.ten ?? null,
    seventeen_digit_nid: pair?.seventeen ?? null,
  };
}

function present(vault: Vault, row: OrderRow, { number, ...pair }: ReturnType<typeof numbersOf>): StaffOrder {
  return {
    id: row.id,
    service: { id: row.service_id, name: row.service_name, code: row.service_code },
    sub_type: { id: row.sub_type_id, name: row.sub_type_name },
    name: row.name,
    nid_or_form_num_or_for_biometric_or_location: number,
    ...pair,
    status: row.status as OrderStatus,
    note: row.note,
    staff_note: row.staff_note,
    charge: formatDecimal(row.price_paisa),
    text_content: row.text_content_sealed ? vault.openText(row.text_content_sealed, textPurpose) : null,
    file: row.file_code ? `/file/${row.file_code}/` : null,
    file_name: row.file_name,
    operator: row.operator_id
      ? {
          id: row.operator_id,
          name: fullNameOf({
            first_name: row.operator_first_name ?? '',
            last_name: row.operator_last_name ?? '',
          }),
        }
      : null,
    due_on: row.due_on.toISOString(),
    created_on: row.created_on.toISOString(),
    updated_on: row.updated_on.toISOString(),
    user: {
      id: row.customer_id,
      first_name: row.first_name,
      last_name: row.last_name,
      username: row.username,
      email: row.email,
      profile: { phone: row.phone, address: row.address, profile_image: row.profile_image },
    },
  };
}

/** For the customer, and for staff on the order's own page. */
export const presentWhole = (vault: Vault, row: OrderRow): StaffOrder =>
  present(vault, row, numbersOf(vault, row));

/** For staff in lists: the same shape, with only the last four digits of each number. */
export function presentMasked(vault: Vault, row: OrderRow): StaffOrder {
  const pair = openPair(vault, row);
  const order = present(vault, row, {
    number: pair ? '' : maskNumber(row.number_last4),
    ten_digit_nid: pair ? maskNumber(pair.ten.slice(-4)) : null,
    seventeen_digit_nid: pair ? maskNumber(pair.seventeen.slice(-4)) : null,
  });
  return {
    ...order,
    note: maskNumbersIn(order.note),
    staff_note: maskNumbersIn(order.staff_note),
    text_content: order.text_content === null ? null : maskNumbersIn(order.text_content),
  };
}

export function createPresenter(vault: Vault) {
  return bindDeps(vault, { numbersOf, whole: presentWhole, masked: presentMasked });
}
