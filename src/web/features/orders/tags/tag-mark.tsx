// Tags of an order as small marks: the name says it, the colour helps to find it.
import { clsx } from 'clsx';
import type { OrderTag, StaffOrder } from '#contract/orders/calls.ts';
import type { TagColor } from '#contract/orders/rules.ts';

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
  <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-full bg-sunken px-2 text-sm text-ink">
    <TagDot color={tag.color} />
    <span className="truncate">{tag.name}</span>
  </span>
);

/** In lists. */
export const TagMarks = ({ order: { tags } }: { order: StaffOrder }) =>
  tags && tags.length > 0 ? (
    <span className="my-0.5 flex flex-wrap gap-1">
      {tags.map((tag) => (
        <TagMark key={tag.id} tag={tag} />
      ))}
    </span>
  ) : null;
