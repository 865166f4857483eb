// Rows are looked up by what refers to them: a foreign key without an index is a scan of the whole table at each such look.
import { expect, it } from 'vitest';
import { asOwner, useDatabase } from '../support/database.ts';

const database = useDatabase();

/** Nothing is looked up by these: they say who did something, or their tables stay small. */
const withoutIndex = new Set([
  'account_controls.by_id',
  'attachments.owner_id',
  'cash_counts.counted_by',
  'catalogue_changes.changed_by',
  'customer_views.customer_id',
  'customer_views.staff_id',
  'ledger_audits.asked_by',
  'ledger_frozen.audit_id',
  'lookup_passes.user_id',
  'order_attachments.attachment_id',
  'order_checks.ticked_by',
  'order_notes.author_id',
  'order_questions.asked_by',
  'order_questions.attachment_id',
  'order_tags.made_by',
  'order_wakes.set_by',
  'orders.attachment_id',
  'orders.sub_type_id',
  'price_changes.made_by',
  'price_changes.sub_type_id',
  'recharge_ways.received_by',
  'recharge_ways.user_id',
  'saved_replies.created_by',
  'service_forms.made_by',
  'services.form_id',
  'setting_proposals.asked_by',
  'setting_proposals.decided_by',
  'settlement_files.uploaded_by',
  'settlement_items.resolved_by',
  'share_viewings.share_id',
  'shop_setting_changes.changed_by',
  'shop_settings.changed_by',
  'tagged_orders.set_by',
  'tin_purchases.record_id',
  'user_notes.author_id',
]);

/** Looked up only among the rows that an index of theirs covers: open views, unused attachments, orders in work, prices to come. */
const indexedInPart = new Set([
  'customer_views.staff_session_id',
  'order_attachments.owner_id',
  'orders.operator_id',
  'price_changes.service_id',
]);
const excused = new Set([...withoutIndex, ...indexedInPart]);

/** An index over a part of the rows counts only where the other rows refer to nothing. */
const listUnindexed = async () =>
  (
    await asOwner<{ name: string }>(
      database.ownerUrl,
      `select c.conrelid::regclass || '.' || a.attname as name
         from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and not exists (
          select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
             and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
        order by 1`,
    )
  ).map(({ name }) => name);

it('every foreign key that rows are looked up by has an index', async () => {
  const unindexed = await listUnindexed();
  const missing = unindexed.filter((name) => !excused.has(name));
  expect(missing, 'add an index, or excuse the column above if no row is looked up by it').toEqual([]);
  const needless = [...excused].filter((name) => !unindexed.includes(name));
  expect(needless, 'no longer needs its excuse').toEqual([]);
});

it('would be found without one', async () => {
  await asOwner(database.ownerUrl, 'drop index files_of_record');
  expect(await listUnindexed()).toContain('files.record_id');
  await asOwner(
    database.ownerUrl,
    'create index files_of_record on files (record_id) where record_id is not null',
  );
});
