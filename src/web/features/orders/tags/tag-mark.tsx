// Tags of an order as small labels: the name says it, the colour helps to find it.
import { clsx } from 'clsx';
import type { Order, OrderTag } from '#contract/orders/calls.ts';
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

export const TagMark = ({ tag, className }: { tag: OrderTag; className?: string }) => (
  <span
    className={clsx(
      'inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-full bg-sunken px-2 text-sm text-ink',
      className,
    )}
    title={tag.name}
  >
    <TagDot color={tag.color} />
    <span className="truncate">{tag.name}</span>
  </span>
);

/** As many as a low row has room for. On a narrow screen only the first is shown, so that it is legible. */
const inOneLine = 2;

function MoreTags({ tags, className }: { tags: readonly OrderTag[]; className: string }) {
  const format = useFormat();
  if (tags.length === 0) return null;
  const names = tags.map(({ name }) => name).join(', ');
  return (
    <span className={clsx('shrink-0 text-sm text-muted', className)} title={names}>
      <span aria-hidden="true">+{format.count(tags.length)}</span>
      <span className="sr-only">{names}</span>
    </span>
  );
}

/** In lists with low rows, on one line with shortened names; elsewhere on as many lines as they need. */
export function TagMarks({ order: { tags = [] }, isRow = false }: { order: Order; isRow?: boolean }) {
  if (tags.length === 0) return null;
  if (!isRow) {
    return (
      <span className="my-0.5 flex flex-wrap gap-1">
        {tags.map((tag) => (
          <TagMark key={tag.id} tag={tag} />
        ))}
      </span>
    );
  }
  return (
    <span className="relative my-0.5 flex gap-1 overflow-hidden">
      {tags.slice(0, inOneLine).map((tag, index) => (
        <TagMark key={tag.id} tag={tag} className={index === 0 ? '' : 'max-2xl:hidden'} />
      ))}
      <MoreTags tags={tags.slice(1)} className="2xl:hidden" />
      <MoreTags tags={tags.slice(inOneLine)} className="max-2xl:hidden" />
    </span>
  );
}
