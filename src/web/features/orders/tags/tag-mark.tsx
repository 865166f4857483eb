// Tags of an order as small marks: the name says it, the colour helps to find it.
import { clsx } from 'clsx';
import type { OrderTag, StaffOrder } from '#contract/orders/calls.ts';
import type { TagColor } from '#contract/orders/rules.ts';
import { useFormat } from '../../../lib/format.ts';

const dots: Record<TagColor, string> = {
  grey: 'bg-tag-grey',
  red: 'bg-tag-red',
  amber: 'bg-tag-amber',
  green: 'bg-tag-green',
  blue: 'bg-tag-blue',
  purple: 'bg-tag-purple',
};

export const TagDot = ({ color }: { color: TagColor }) => (
  <span aria-hidden="true" className={clsx('size-2.5 shrink-0 rounded-full', dots[color])} />
);

export const TagMark = ({ tag }: { tag: OrderTag }) => (
  <span
    className="inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-full bg-sunken px-2 text-sm text-ink"
    title={tag.name}
  >
    <TagDot color={tag.color} />
    <span className="truncate">{tag.name}</span>
  </span>
);

/** As many as a low row has room for. */
const inOneLine = 3;

/** In lists: on one line where rows are low, the names cut short; on as many as they need elsewhere. */
export function TagMarks({ order: { tags = [] }, isRow = false }: { order: StaffOrder; isRow?: boolean }) {
  const format = useFormat();
  if (tags.length === 0) return null;
  const rest = isRow ? tags.slice(inOneLine) : [];
  const restNames = rest.map(({ name }) => name).join(', ');
  return (
    <span className={clsx('my-0.5 flex gap-1', isRow ? 'relative overflow-hidden' : 'flex-wrap')}>
      {tags.slice(0, tags.length - rest.length).map((tag) => (
        <TagMark key={tag.id} tag={tag} />
      ))}
      {rest.length === 0 ? null : (
        <span className="shrink-0 text-sm text-muted" title={restNames}>
          <span aria-hidden="true">+{format.count(rest.length)}</span>
          <span className="sr-only">{restNames}</span>
        </span>
      )}
    </span>
  );
}
