// Where tags are set: on an order's own page and on the selected orders of a list. Also the filter by tag.
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { Order } from '#contract/orders/calls.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect } from '../../../ui/list/list.tsx';
import { orderTagsQuery } from '../queries.ts';
import { useTagsText } from './staff-text.ts';
import { TagMark } from './tag-mark.tsx';
import { TagsDialog } from './tags-dialog.tsx';

export function TagButton({ orders }: { orders: readonly Order[] }) {
  const text = useTagsText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        <Tag className="size-4" aria-hidden="true" />
        {text.action}
      </Button>
      {isOpen ? <TagsDialog orders={orders} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Available in any status, whoever has taken the order. */
export function OrderTagsLine({ order }: { order: Order }) {
  const text = useTagsText();
  const mayTag = hasRight(useUser().roles, 'orders.work');
  const tags = order.tags ?? [];
  if (tags.length === 0 && !mayTag) return null;
  return (
    <div className="-mt-3 mb-4 flex flex-wrap items-center gap-2">
      {tags.length > 0 ? (
        <ul aria-label={text.label} className="flex min-w-0 flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag.id} className="max-w-full min-w-0">
              <TagMark tag={tag} />
            </li>
          ))}
        </ul>
      ) : null}
      {mayTag ? <TagButton orders={[order]} /> : null}
    </div>
  );
}

/** Returns whether a tag was deleted; false while the tags are unknown. */
export function useIsTagGone(): (tag: number | undefined) => boolean {
  const { data } = useQuery(orderTagsQuery());
  return (tag) => data !== undefined && tag !== undefined && !data.results.some(({ id }) => id === tag);
}

/** Renders nothing in a shop without tags. */
export function useTagFilter(value: number | '', onChange: (tag: number | '') => void): ReactNode {
  const text = useTagsText();
  const { data } = useQuery(orderTagsQuery());
  const tags = data?.results ?? [];
  if (tags.length === 0 && value === '') return null;
  const known = tags.map(({ id, name }) => [String(id), name] as const);
  // A saved view or an old URL may contain a deleted tag.
  const isKnown = value === '' || tags.some(({ id }) => id === value);
  const gone = isKnown ? [] : [[String(value), data ? text.gone : '…'] as const];
  return (
    <FilterSelect
      label={text.filter}
      value={String(value)}
      options={[['', text.any], ...known, ...gone]}
      onChange={(tag) => onChange(tag === '' ? '' : Number(tag))}
    />
  );
}
