// The saved views above the list of orders. A press opens one; the open one can be renamed and deleted.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookmarkPlus, MoreHorizontal, Pencil, Trash2, TriangleAlert, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { OrderList } from '#contract/orders/rules.ts';
import type { SavedView } from '#contract/orders/view-calls.ts';
import { call } from '../../../lib/api/api.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { Button, button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx';
import { lazyOverlay } from '../../../ui/fetch-overlays.ts';
import { Callout } from '../../../ui/surface.tsx';
import { savedViewsQuery } from '../queries.ts';
import { useIsTagGone } from '../tags/order-tags.tsx';
import { useViewsText } from './staff-text.ts';
import { findShown, isWorthSaving, type ListFilters, searchOf, viewQueryOf } from './view-query.ts';

const ViewDialog = lazyOverlay(() => import('./view-dialog.tsx'));

const pages = {
  all: '/admin/orders',
  pending: '/admin/orders/pending',
  completed: '/admin/orders/completed',
} as const satisfies Record<OrderList, string>;

interface ViewsBarProps {
  list: OrderList;
  filters: ListFilters;
}

/** Renders nothing if no view is saved and none could be. */
export function ViewsBar({ list, filters }: ViewsBarProps) {
  const text = useViewsText();
  const { id, roles } = useUser();
  const [edited, setEdited] = useState<SavedView | 'new'>();
  const [removed, setRemoved] = useState<SavedView>();
  const { data } = useQuery(savedViewsQuery());
  const query = viewQueryOf(filters, list);
  const views = data?.results ?? [];
  const current = findShown(views, list, query);
  const isTagGone = useIsTagGone();
  const navigate = useNavigate();
  const mayWork = hasRight(roles, 'orders.work');
  const isNew = mayWork && data !== undefined && !current && isWorthSaving(query);
  const mayChange = (view: SavedView) =>
    mayWork && (view.owner.id === id || (view.is_shared && hasRight(roles, 'settings.manage')));
  return (
    <>
      {views.length > 0 || isNew ? (
        <nav aria-label={text.title} className="-mx-1 -mt-3 mb-3 flex flex-wrap items-center gap-2 p-1">
          {views.map((view) => (
            <span key={view.id} className="flex max-w-full items-center">
              <ViewLink
                view={view}
                isCurrent={view === current}
                isOwn={view.owner.id === id}
                isTagGone={isTagGone(view.query.tag)}
              />
              {view === current && mayChange(view) ? (
                <ViewMenu view={view} onChange={() => setEdited(view)} onRemove={() => setRemoved(view)} />
              ) : null}
            </span>
          ))}
          {isNew ? (
            <Button variant="bare" size="small" className="shrink-0" onClick={() => setEdited('new')}>
              <BookmarkPlus className="size-4" aria-hidden="true" />
              {text.save}
            </Button>
          ) : null}
        </nav>
      ) : null}
      {current && isTagGone(current.query.tag) ? (
        <Callout tone="warn" className="mb-3">
          {text.tagGoneHere}
        </Callout>
      ) : null}
      {edited ? (
        <Suspense>
          <ViewDialog
            view={edited === 'new' ? undefined : edited}
            list={list}
            query={query}
            isSearched={filters.search !== ''}
            isTagGone={edited !== 'new' && isTagGone(edited.query.tag)}
            onSaved={(saved) => {
              // Without the deleted tag, the view has another URL.
              if (edited !== 'new') void navigate({ to: pages[saved.list], search: searchOf(saved.query) });
            }}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      ) : null}
      <RemoveDialog view={removed} onClose={() => setRemoved(undefined)} />
    </>
  );
}

interface ViewLinkProps {
  view: SavedView;
  isCurrent: boolean;
  isOwn: boolean;
  isTagGone: boolean;
}

function ViewLink({ view, isCurrent, isOwn, isTagGone }: ViewLinkProps) {
  const text = useViewsText();
  const titles = [view.is_shared && !isOwn && text.sharedBy(view.owner.name), isTagGone && text.tagGone];
  return (
    <Link
      to={pages[view.list]}
      search={searchOf(view.query)}
      aria-current={isCurrent ? 'page' : undefined}
      title={titles.filter(Boolean).join(' · ') || undefined}
      className={button({ variant: isCurrent ? 'soft' : 'quiet', size: 'small', className: 'min-w-0' })}
    >
      {view.is_shared ? (
        <>
          <Users className="size-4" aria-hidden="true" />
          <span className="sr-only">{text.sharedMark}:</span>
        </>
      ) : null}
      <span className="max-w-80 truncate">{view.name}</span>
      {isTagGone ? (
        <>
          <TriangleAlert className="size-4 text-warn" aria-hidden="true" />
          <span className="sr-only">({text.tagGone})</span>
        </>
      ) : null}
    </Link>
  );
}

interface ViewMenuProps {
  view: SavedView;
  onChange: () => void;
  onRemove: () => void;
}

function ViewMenu({ view, onChange, onRemove }: ViewMenuProps) {
  const text = useViewsText();
  const label = text.manage(view.name);
  return (
    <Dropdown
      label={label}
      trigger={
        <button
          type="button"
          className={button({ variant: 'bare', size: 'icon', className: 'lg:size-9' })}
          aria-label={label}
        >
          <MoreHorizontal className="size-5" aria-hidden="true" />
        </button>
      }
    >
      <DropdownItem icon={<Pencil className="size-5" aria-hidden="true" />} onSelect={onChange}>
        {text.change}
      </DropdownItem>
      <DropdownItem danger icon={<Trash2 className="size-5" aria-hidden="true" />} onSelect={onRemove}>
        {text.remove}
      </DropdownItem>
    </Dropdown>
  );
}

function RemoveDialog({ view, onClose }: { view: SavedView | undefined; onClose: () => void }) {
  const text = useViewsText();
  const remove = useMutation({
    mutationFn: (id: number) => call('DELETE /account/saved-views/:id/', { params: { id } }),
    onSuccess() {
      notify.success(text.removed);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={view !== undefined}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      onConfirm={() => view && remove.mutate(view.id)}
      busy={remove.isPending}
      danger
      title={text.removeTitle(view?.name ?? '')}
      description={view?.is_shared ? text.removeShared : text.removeText}
      confirmLabel={text.remove}
      refusal={remove.isError ? errorMessage(remove.error, text.removeFailed) : undefined}
    />
  );
}
