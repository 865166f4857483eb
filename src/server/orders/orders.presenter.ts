// How an order is shown: what is sealed is opened here, and nowhere else in the module.
import { formatDecimal } from '#contract/money.ts';
import type { OrderStatus } from '#contract/order-flow.ts';
import type { StaffOrder } from '#contract/orders.ts';
import type { Vault } from '../platform/vault.ts';
import type { OrderRow } from './orders.queries.ts';

export const numberPurpose = 'order number';
export const textPurpose = 'order text';

export function createPresenter(vault: Vault) {
  return (row: OrderRow): StaffOrder => {
    const number = vault.openText(row.number_sealed, numberPurpose);
    const pair = row.nid_pair_sealed
      ? (JSON.parse(vault.openText(row.nid_pair_sealed, numberPurpose)) as { ten: string; seventeen: string })
      : undefined;
    return {
      id: row.id,
      service: { id: row.service_id, name: row.service_name, code: row.service_code },
      sub_type: { id: row.sub_type_id, name: row.sub_type_name },
      name: row.name,
      nid_or_form_num_or_for_biometric_or_location: pair ? '' : number,
      ten_digit_nid: pair?.ten ?? null,
      seventeen_digit_nid: pair?.seventeen ?? null,
      status: row.status as OrderStatus,
      note: row.note,
      staff_note: row.staff_note,
      charge: formatDecimal(row.price_paisa),
      text_content: row.text_content_sealed ? vault.openText(row.text_content_sealed, textPurpose) : null,
      file: row.file_code ? `/file/${row.file_code}/` : null,
      file_name: row.file_name,
      operator: row.operator_id
        ? { id: row.operator_id, name: `${row.operator_first_name} ${row.operator_last_name}` }
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
  };
}
