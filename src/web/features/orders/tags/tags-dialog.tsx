// The shop's tags. A press sets or removes a tag on the orders that the dialog is about; tags are also created, changed and deleted here.
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Order, OrderTag } from '#contract/orders/calls.ts';
import { call } from '../../../lib/api/api.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { Button, button } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { orderTagsQuery } from '../queries.ts';
import { useTagsText } from './staff-text.ts';
import { TagForm } from './tag-form.tsx';
import { TagMark } from './tag-mark.tsx';

interface TagsDialogProps {
  orders: readonly Order[];
  onClose: () => void;
}

export function TagsDialog({ orders, onClose }: TagsDialogProps) {
  const text = useTagsText();
  const format = useFormat();
  const [edited, setEdited] = useState<OrderTag | 'new' | 'none'>();
  const [removed, setRemoved] = useState<OrderTag>();
  const { data, isPending, isError, refetch } = useQuery(orderTagsQuery());
  const ids = orders.map(({ id }) => id);
  const tags = data?.results ?? [];
  // The form of a shop's first tag stays open if a tag arrives meanwhile: a colleague's, or its own, whose response was lost.
  if (edited === undefined && data?.results.length === 0) setEdited('new');
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        ids.length === 1 ? text.title(format.digits(ids[0]!)) : text.titleMany(format.digits(ids.length))
      }
      description={text.hint}
    >
      {isError && !data ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={3} />
      ) : (
        <ul aria-label={text.list} className="my-3">
          {tags.map((tag) => (
            <li key={tag.id} className="flex items-center justify-between gap-2">
              <TagBox tag={tag} orders={orders} />
              <span className="flex shrink-0">
                <button
                  type="button"
                  className={button({ variant: 'bare', size: 'icon' })}
                  aria-label={text.change(tag.name)}
                  onClick={() => setEdited(tag)}
                >
                  <Pencil className="size-4" aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className={button({ variant: 'bare', size: 'icon' })}
                  aria-label={text.remove(tag.name)}
                  onClick={() => setRemoved(tag)}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {edited === undefined || edited === 'none' ? (
        <Button variant="quiet" size="small" onClick={() => setEdited('new')}>
          <Plus className="size-4" aria-hidden="true" />
          {text.add}
        </Button>
      ) : (
        <TagForm
          key={edited === 'new' ? 'new' : edited.id}
          tag={edited === 'new' ? undefined : edited}
          orders={ids}
          onDone={() => setEdited('none')}
        />
      )}
      <RemoveTag tag={removed} onClose={() => setRemoved(undefined)} />
    </Dialog>
  );
}

/** Indeterminate while only some of the orders have the tag; a press then gives it to all. */
function TagBox({ tag, orders }: { tag: OrderTag; orders: readonly Order[] }) {
  const text = useTagsText();
  const having = orders.filter(({ tags }) => tags?.some(({ id }) => id === tag.id)).length;
  const isOnAll = having === orders.length;
  const put = useMutation({
    mutationFn: () =>
      call('PUT /account/order-tags/:id/set/', {
        params: { id: tag.id },
        body: { orders: orders.map(({ id }) => id), is_set: !isOnAll },
      }),
    onError: (error) => notify.error(errorMessage(error, text.putFailed)),
  });
  return (
    <Checkbox
      className="min-w-0 grow"
      checked={put.isPending ? !isOnAll : isOnAll}
      ref={(box) => {
        if (box) box.indeterminate = having > 0 && !isOnAll && !put.isPending;
      }}
      onChange={() => {
        if (!put.isPending) put.mutate();
      }}
    >
      <TagMark tag={tag} />
    </Checkbox>
  );
}

function RemoveTag({ tag, onClose }: { tag: OrderTag | undefined; onClose: () => void }) {
  const text = useTagsText();
  const remove = useMutation({
    mutationFn: (id: number) => call('DELETE /account/order-tags/:id/', { params: { id } }),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open={tag !== undefined}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      onConfirm={() => tag && remove.mutate(tag.id)}
      busy={remove.isPending}
      danger
      title={text.removeTitle(tag?.name ?? '')}
      description={text.removeText}
      confirmLabel={text.removeIt}
      refusal={remove.isError ? errorMessage(remove.error, text.removeFailed) : undefined}
    />
  );
}
