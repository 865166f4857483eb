// SQL of an order's replaced results.
import type { Reader } from '../../platform/database/connect.ts';

/** Lists replaced results, oldest first, each with the timeline entry that replaced it. */
export function listEarlierResults(reader: Reader, orderId: number) {
  return reader
    .selectFrom('order_timeline')
    .leftJoin('attachments as file', (join) =>
      join.onRef('file.id', '=', 'order_timeline.replaced_attachment_id').on('file.storage_key', '<>', ''),
    )
    .select(['order_timeline.id', 'replaced_text_sealed', 'file.file_code', 'file.name as file_name'])
    .where('order_id', '=', orderId)
    .where('what', '=', 're_upload')
    .where(({ or, eb }) =>
      or([eb('replaced_text_sealed', 'is not', null), eb('replaced_attachment_id', 'is not', null)]),
    )
    .orderBy('order_timeline.id')
    .execute();
}
