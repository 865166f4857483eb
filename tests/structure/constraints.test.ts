// Each constraint refuses a row that breaks it and nothing else. Most are a second guard behind code that refuses first, so that no other test would
// notice when one is gone.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../support/database.ts';

const database = useDatabase();
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

type Row = Readonly<Record<string, unknown>>;
/** Of the capture. */
const reversal: Row = { kind: 'reversal', hold_id: null, reverses: uuid(1) };

/** A row that is allowed, for each table that has constraints; unnamed columns have their defaults. */
const rows: Readonly<Record<string, Row>> = {
  account_controls: { user_id: 1, by_id: 2, what: 'reset' },
  attachments: { file_code: 'a', owner_id: 1, storage_key: 'k', name: 'n', media_type: 'm', byte_size: 1 },
  bkash_payments: { invoice: 'A', payment_id: 'B' },
  cash_counts: {
    ...{ user_id: 1, number: 1, counted_by: 1, opening_paisa: 0, waiting_before_paisa: 0, taken_paisa: 5 },
    ...{ paid_paisa: 0, waiting_paisa: 0, counted_paisa: 5, reason: '', removed_paisa: 0, removed_to: '' },
  },
  cash_days: { day: '2026-01-01', subject: 'actor:1', moved_paisa: 1 },
  cash_requests: { id: uuid(1), kind: 'recharge', user_id: 1, amount_paisa: 1, requested_by: 2 },
  catalogue_changes: { service_id: 1, what: 'service_changed', changed_by: 1 },
  copy_uploads: { owner_id: 1, byte_size: 5 },
  customer_views: {
    ...{ id: uuid(1), token_hash: '\\x01', staff_id: 1, staff_session_id: uuid(2), customer_id: 3 },
    ...{ reason: 'r', ip: 'i', expires_at: '2026-01-01' },
  },
  data_exports: { id: uuid(1), user_id: 1, state: 'making' },
  document_readings: { id: uuid(1), owner_id: 1, kind: 'lookup', sealed_reading: '\\x01' },
  document_records: { kind: 'nid', owner_id: 1, sealed_record: '\\x01' },
  file_shares: { file_id: 1, owner_id: 1, token_hash: '\\x01', view_only: true, expires_at: '2026-01-01' },
  file_versions: {
    ...{ file_id: 1, version: 1, verification_code: 'v', storage_key: 'k', sha256: '\\x01', byte_size: 1 },
    ...{ masked_name: 'm', provenance: {}, made_at: '2026-01-01' },
  },
  files: {
    ...{
      owner_id: 1,
      type: 'tin',
      kind: 'tin',
      full_name: 'n',
      number_sealed: '\\x01',
      number_index: '\\x01',
    },
    ...{ number_last4: '1', file_code: 'f', number: 'NP-1', charge_paisa: 1 },
  },
  idempotency_keys: { user_id: 1, key: 'k', request_hash: '\\x01', status: 200, body: {} },
  installation: { id: uuid(1) },
  installation_keys: { name: 'n', fingerprint: '\\x01' },
  jobs: { name: 'n', every_seconds: 1 },
  ledger_audits: { day: '2026-01-01' },
  ledger_days_sold: { day: '2026-01-01', sold: 1, sales_paisa: 1, refunds_paisa: 0 },
  ledger_transfers: {
    ...{
      id: uuid(1),
      kind: 'capture',
      debit_account: 'wallet:1',
      credit_account: 'revenue',
      amount_paisa: 5,
    },
    ...{
      ref: 'a',
      hold_id: uuid(2),
      user_id: 1,
      wallet_version: 1,
      posted_after_paisa: 0,
      held_after_paisa: 0,
    },
  },
  live_events: { audience: 'staff', message: {} },
  lookup_passes: { nonce: 'n', user_id: 1, kind: 'work', expires_at: '2026-01-01' },
  money_papers: {
    ...{ kind: 'receipt', owner_id: 1, about: 'a', number: 'R-1', verification_code: 'v', storage_key: 'k' },
    ...{ sha256: '\\x01', byte_size: 1, masked_name: 'm', made_at: '2026-01-01' },
  },
  order_attachments: { owner_id: 1, name: 'n', byte_size: 5 },
  order_questions: { order_id: 1, kind: 'text', question_sealed: '\\x01', asked_by: 1 },
  order_tags: { place: 1, name: 'n', color: 'red', made_by: 1 },
  orders: {
    ...{ customer_id: 1, service_id: 1, sub_type_id: 1, number_sealed: '\\x01', number_index: '\\x01' },
    ...{ number_last4: '1', price_paisa: 5, hold_id: uuid(1), due_on: '2026-01-01' },
  },
  payments: {
    ...{ id: 'A', provider: 'bkash', provider_payment_id: 'B', user_id: 1, amount_paisa: 5 },
    ...{ payment_type: 'custom', state: 'completed', transaction_id: 'T' },
  },
  price_changes: { service_id: 1, price_paisa: 1, from_day: '2026-01-01', made_by: 1 },
  recharge_ways: { ref: 'a', way: 'bkash', reference: 'T', user_id: 1, received_by: 2 },
  sandbox_payments: { payment_id: 'A', invoice: 'B', amount_paisa: 1, return_url: 'u', transaction_id: 'T' },
  saved_replies: { kind: 'note', title: 't', body: 'b', created_by: 1 },
  saved_views: { owner_id: 1, place: 1, name: 'n', list: 'all', query: {} },
  service_forms: { service_id: 1, number: 1, definition: {}, made_by: 1 },
  services: { code: 'ZZ', name: 'সেবা', name_en: 'Service', position: 1 },
  sessions: {
    ...{
      id: uuid(1),
      user_id: 1,
      salt: '\\x01',
      refresh_hash: '\\x01',
      remembered: true,
      cookie_hash: '\\x01',
    },
    ...{ expires_at: '2026-01-01' },
  },
  setting_proposals: { key: 'k', fields_before: {}, fields_after: {}, asked_by: 1 },
  settlement_files: {
    ...{ id: uuid(1), provider: 'p', name: 'n', sha256: '\\x01', uploaded_by: 1, first_at: '2026-01-01' },
    ...{ last_at: '2026-01-01', line_count: 1, total_paisa: 1 },
  },
  settlement_items: { file_id: uuid(1), position: 1, match: 'matched' },
  shop_setting_changes: { key: 'k', version: 1, value_before: {}, value_after: {}, changed_by: 1 },
  sub_types: { service_id: 1, name: 'n', name_en: 'n' },
  trail_seals: { last_id: 5, first_id: 1, row_count: 5, hash: '\\x01', mac: '\\x01' },
  users: {
    ...{ username: 'a', email: 'a', first_name: 'a', last_name: 'b' },
    password_hash: 'p',
    p_code: 'c',
  },
  wallets: { user_id: 1, posted_paisa: 5 },
  worked_days: {
    ...{ day: '2026-01-01', service_id: 1, completed: 1, taken: 1, waiting_seconds: 1, working_seconds: 1 },
    in_time: 1,
  },
};

/** What is changed of a second such row so that it breaks the constraint alone. */
const breaks: Readonly<Record<string, Row>> = {
  account_controls_what: { what: 'x' },
  attachments_code_unique: {},
  bkash_payments_payment_once: { invoice: 'Z' },
  cash_counts_counted: { counted_paisa: -1, reason: 'r' },
  cash_counts_explained: { counted_paisa: 4 },
  cash_counts_number: {},
  cash_counts_removed: { removed_to: 'owner' },
  cash_counts_waiting: { waiting_paisa: -1, counted_paisa: 4 },
  cash_days_moved: { moved_paisa: -1 },
  cash_days_subject: { subject: 'x:1' },
  cash_requests_amount: { amount_paisa: 0 },
  cash_requests_decided: { status: 'accepted' },
  cash_requests_four_eyes: { status: 'accepted', decided_by: 2 },
  cash_requests_kind: { kind: 'bonus' },
  cash_requests_refund_of_order: { order_id: 1 },
  cash_requests_status: { status: 'x', decided_by: 3 },
  catalogue_changes_what: { what: 'x' },
  copy_uploads_size: { received: 6 },
  customer_views_one_a_session: { id: uuid(9), token_hash: '\\x09' },
  customer_views_token: { id: uuid(9), staff_session_id: uuid(9) },
  data_exports_one_at_a_time: { id: uuid(9), state: 'waiting' },
  data_exports_state: { state: 'x' },
  document_readings_kind: { kind: 'x' },
  document_records_kind: { kind: 'x' },
  file_shares_opens: { max_opens: 1, opens: 2 },
  file_shares_pins: { wrong_pins: 11 },
  file_shares_token_unique: {},
  file_versions_code_unique: { version: 2 },
  file_versions_once: { verification_code: 'w' },
  files_code_unique: { number: 'NP-2' },
  files_number_unique: { file_code: 'g' },
  files_type: { type: 'x' },
  idempotency_key_length: { key: '' },
  installation_keys_state: { state: 'x' },
  installation_only_one: { is_only: false },
  jobs_failures_positive: { failures: -1 },
  ledger_audits_once_a_day: {},
  ledger_days_sold_once: {},
  ledger_transfers_hold_named: { hold_id: null },
  ledger_transfers_hold_resolved_once: { id: uuid(9), ref: 'c', wallet_version: 3 },
  ledger_transfers_kind: { kind: 'x', hold_id: null },
  ledger_transfers_one_wallet: { debit_account: 'wallet:2' },
  ledger_transfers_positive: { amount_paisa: 0 },
  ledger_transfers_ref_once: { id: uuid(9), hold_id: uuid(3), wallet_version: 2 },
  ledger_transfers_refund_named: { refunds: uuid(2) },
  ledger_transfers_reversed_named: { reverses: uuid(2) },
  ledger_transfers_reversed_once: { ...reversal, id: uuid(9), ref: 'c', wallet_version: 3 },
  ledger_transfers_wallet_version: { id: uuid(9), hold_id: uuid(3), ref: 'b' },
  live_events_audience: { audience: 'x' },
  lookup_passes_kind: { kind: 'x' },
  money_papers_code_unique: { about: 'b', number: 'R-2' },
  money_papers_kind: { kind: 'x' },
  money_papers_number_unique: { about: 'b', verification_code: 'w' },
  money_papers_once: { number: 'R-2', verification_code: 'w' },
  order_attachments_only_whole: { order_id: 1 },
  order_attachments_size: { received: 6 },
  order_questions_ends_once: {
    answer_sealed: '\\x01',
    answered_at: '2026-01-01',
    withdrawn_at: '2026-01-01',
  },
  order_questions_has_answer: { answered_at: '2026-01-01' },
  order_questions_kind: { kind: 'x' },
  order_questions_open: {},
  order_tags_color: { color: 'x' },
  order_tags_few: { place: 31 },
  order_tags_name_once: { place: 2, name: 'N' },
  order_tags_place: { name: 'm' },
  orders_held_while_open: { hold_id: null },
  orders_price_not_negative: { price_paisa: -1 },
  orders_refunded: { refunded_paisa: 6 },
  orders_result_when_completed: { status: 'completed' },
  orders_status: { status: 'x' },
  orders_waits_while_open: { status: 'rejected', waiting_since: '2026-01-01' },
  payments_amount_positive: { amount_paisa: 0 },
  payments_bonus_not_negative: { bonus_paisa: -1 },
  payments_completed_has_transaction: { transaction_id: null },
  payments_credited_positive: { credited_paisa: 0 },
  payments_four_eyes: { proposal: {}, proposed_by: 2, resolved_by: 2 },
  payments_proposal_named: { proposed_by: 2 },
  payments_provider_payment_once: { id: 'Z', transaction_id: 'U' },
  payments_state: { state: 'x' },
  payments_transaction_once: { id: 'Z', provider_payment_id: 'C' },
  payments_type: { payment_type: 'x' },
  price_changes_once_a_day: {},
  price_changes_price_not_negative: { price_paisa: -1 },
  price_changes_state: { state: 'x' },
  recharge_ways_reference: { reference: '' },
  recharge_ways_used_once: { ref: 'b' },
  recharge_ways_way: { way: 'x' },
  sandbox_payments_outcome: { outcome: 'x' },
  sandbox_payments_transaction_once: { payment_id: 'Z' },
  saved_replies_kind: { kind: 'x' },
  saved_replies_title_once: { title: 'T' },
  saved_views_few: { place: 21 },
  saved_views_list: { list: 'x' },
  saved_views_name_once: { place: 2, name: 'N' },
  saved_views_place: { name: 'm' },
  service_forms_number: { state: 'published' },
  service_forms_one_draft: { number: 2 },
  service_forms_state: { state: 'x' },
  services_charge_not_negative: { charge_paisa: -1 },
  services_code_unique: { name: 'অন্য' },
  services_description_en_length: { description_en: 'x'.repeat(301) },
  services_name_en_not_blank: { name_en: '' },
  services_name_unique: { code: 'ZY' },
  services_outage_reason_short: { outage_reason: 'x'.repeat(201) },
  services_place_holder_name_en_length: { place_holder_name_en: 'x'.repeat(301) },
  services_status: { status: 'x' },
  sessions_cookie: { id: uuid(9) },
  sessions_end_reason: { end_reason: 'x' },
  setting_proposals_decided: { state: 'closed' },
  setting_proposals_one_waits: {},
  setting_proposals_state: { state: 'x', decided_at: '2026-01-01' },
  settlement_files_once: { id: uuid(9) },
  settlement_items_match: { match: 'x' },
  settlement_items_resolution: { resolution: 'x' },
  shop_setting_changes_version_once: {},
  sub_types_name_en_not_blank: { name_en: '' },
  sub_types_name_once: {},
  sub_types_price_not_negative: { price_paisa: -1 },
  sub_types_working_hours_positive: { working_hours: 0 },
  trail_seals_first_once: { last_id: 6 },
  trail_seals_forward: { first_id: 6 },
  users_gender: { gender: 'x' },
  users_roles: { roles: ['x'] },
  users_username_lower: { username: 'A' },
  users_username_unique: {},
  wallets_available_not_negative: { held_paisa: 6 },
  wallets_bounded: { posted_paisa: 100_000_000_001 },
  wallets_held_not_negative: { held_paisa: -1 },
  worked_days_once: {},
};

/** Says no more than another: of two accounts of which one alone is the wallet, none is the other. */
const implied = ['ledger_transfers_two_accounts'];

/** Columns by which no other row is held: they name something else, or were left without a foreign key. A new one has to be added on purpose. */
const loose: Readonly<Record<string, string>> = {
  bkash_payments: 'payment_id',
  cash_requests: 'decided_by requested_by',
  catalogue_changes: 'sub_type_id',
  idempotency_keys: 'user_id',
  jobs: 'lease_id',
  ledger_days_active: 'user_id',
  ledger_days_sold: 'operator_id service_id',
  ledger_transfers: 'actor_id committed_by',
  live_events: 'committed_by',
  notices: 'object_id',
  order_counts: 'service_id',
  order_timeline: 'actor_id question_id replaced_attachment_id',
  order_viewers: 'order_id user_id',
  orders: 'form_id hold_id question_id settled_by',
  password_resets: 'requested_by',
  payment_notices: 'message_id transaction_id',
  payments: 'proposed_by provider_payment_id refund_id resolved_by transaction_id',
  sandbox_payments: 'refund_id transaction_id',
  services: 'created_by updated_by',
  settlement_items: 'transaction_id',
  trail: 'actor_id object_id subject_id',
  trail_seals: 'first_id',
  users: 'created_by',
  worked_days: 'operator_id service_id',
  ws_tickets: 'session_id user_id',
};

let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  // What the rows refer to does not exist, and triggers are tested where their rules are.
  await client.query('set session_replication_role = replica');
  for (const [table, row] of Object.entries(rows)) await insert(table, row);
  await insert('ledger_transfers', {
    ...rows.ledger_transfers,
    ...{ ...reversal, id: uuid(8), ref: 'b', wallet_version: 2 },
  });
});

afterAll(() => client.end());

async function insert(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row)
    .map((name) => `"${name}"`)
    .join();
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`,
    [JSON.stringify(row)],
  );
}

/** @returns the constraint that refuses the row */
async function refusedBy(table: string, row: Row): Promise<string | undefined> {
  await client.query('begin');
  const refusal = await insert(table, row).then(
    () => undefined,
    (error: pg.DatabaseError) => error.constraint ?? error.message,
  );
  await client.query('rollback');
  return refusal;
}

interface Constraint {
  readonly name: string;
  readonly table: string;
}

const listConstraints = async () =>
  (
    await client.query<Constraint>(
      `select conname as name, conrelid::regclass::text as table from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'u')
       union
       select indexrelid::regclass::text, indrelid::regclass::text from pg_index join pg_class on pg_class.oid = indexrelid
        where relnamespace = 'public'::regnamespace and indisunique and not indisprimary`,
    )
  ).rows.filter(({ name }) => !implied.includes(name));

it('each constraint has a row that breaks it', async () => {
  const names = (await listConstraints()).map(({ name }) => name);
  const remedy =
    'give `breaks` a row that breaks each constraint, and `rows` one that is allowed for each table';
  expect(Object.keys(breaks).toSorted(), remedy).toEqual(names.toSorted());
});

it('each row is refused by its constraint', async () => {
  const wrong: Record<string, string | undefined> = {};
  for (const { name, table } of await listConstraints()) {
    const refusal = await refusedBy(table, { ...rows[table], ...breaks[name] });
    if (refusal !== name) wrong[name] = refusal;
  }
  expect(wrong).toEqual({});
});

it('what names a row of another table is held to it', async () => {
  const { rows: columns } = await client.query<{ table: string; names: string }>(
    `select attrelid::regclass::text as table, string_agg(attname, ' ' order by attname) as names
       from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attname ~ '(_id|_by|^reverses|^refunds)$'
        and not exists (select from pg_constraint where contype = 'f' and conrelid = attrelid and conkey = array[attnum])
        and not exists (select from pg_constraint where contype = 'p' and conrelid = attrelid and conkey = array[attnum])
      group by 1 order by 1`,
  );
  expect(Object.fromEntries(columns.map(({ table, names }) => [table, names]))).toEqual(loose);
});
