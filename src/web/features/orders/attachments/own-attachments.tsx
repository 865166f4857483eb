// What a customer attached to their order, and where to add more while it is open.
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { maximumAttachments } from '#contract/orders/attachment-rules.ts';
import type { Order } from '#contract/orders/calls.ts';
import { isOpen } from '#contract/orders/flow.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { onApiHost } from '../../../lib/new-tab.ts';
import { notify } from '../../../lib/notify.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Card } from '../../../ui/surface.tsx';
import { attachmentsQuery } from '../queries.ts';
import { useOrdersText } from '../text.ts';
import { AttachFiles } from './attach-files.tsx';
import { useUploads } from './use-uploads.ts';

/** Renders nothing for a closed order without attachments. */
export function OwnAttachments({ order }: { order: Order }) {
  const { attach: text } = useOrdersText();
  const format = useFormat();
  const { data, isPending, isError, refetch } = useQuery(attachmentsQuery(order.id));
  const uploads = useUploads(async ({ id }) => {
    await call('POST /account/orders/:id/attachments/', {
      params: { id: order.id },
      body: { attachments: [id] },
      idempotencyKey: `attach:${order.id}:${id}`,
    });
    notify.success(text.added);
  });
  const mayAdd = isOpen(order.status);
  if (!mayAdd && (isPending || data?.count === 0)) return null;
  return (
    <Card title={text.title}>
      {isError ? (
        <ErrorState title={text.listFailed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <ul className="mb-3 grid grid-cols-1 gap-1" data-testid="order-attachments">
          {data.results.map((file) => (
            <li key={file.id}>
              <a
                href={onApiHost(file.file)}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex min-h-11 max-w-full items-center gap-2 break-all text-accent-text underline underline-offset-4"
              >
                <FileText className="size-5 shrink-0" aria-hidden="true" />
                {file.name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && data ? (
        <AttachFiles
          label={text.more}
          hint={text.hint(format.count(maximumAttachments))}
          uploads={uploads}
          room={maximumAttachments - data.count - uploads.pending.length}
        />
      ) : null}
    </Card>
  );
}
