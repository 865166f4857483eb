// The bell in the header: the unread count and the newest notices, each linking to its subject.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell as BellIcon, CheckCheck, List } from 'lucide-react';
import type { Notice } from '#contract/notices/calls.ts';
import { noticeTarget } from '#contract/notices/notice-target.ts';
import { useFormat } from '../../lib/format.ts';
import { button } from '../../ui/button.tsx';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from '../../ui/dropdown.tsx';
import { useMarkRead } from './mark-read.ts';
import { noticeWords } from './notice-words.ts';
import { newestNoticesQuery } from './queries.ts';
import { useNoticesText } from './text.ts';
import { useUnread } from './unread.ts';

const maxShown = 99;

export function Bell({ area }: { area: 'app' | 'admin' }) {
  const text = useNoticesText();
  const format = useFormat();
  const { data } = useUnread();
  const unread = data?.unread ?? 0;
  return (
    <Dropdown
      label={text.title}
      trigger={
        <button
          type="button"
          className={button({ variant: 'bare', size: 'icon', className: 'relative' })}
          aria-label={`${text.bell}: ${unread > 0 ? text.unread(format.count(unread)) : text.none}`}
        >
          <BellIcon className="size-5" aria-hidden="true" />
          {unread > 0 ? (
            <span
              className="absolute top-0.5 right-0 min-w-5 rounded-full bg-bad px-1 text-center text-xs leading-5 font-semibold text-surface"
              aria-hidden="true"
              data-testid="unread"
            >
              {unread > maxShown ? `${format.digits(maxShown)}+` : format.digits(unread)}
            </span>
          ) : null}
        </button>
      }
    >
      <Newest area={area} unread={unread} />
    </Dropdown>
  );
}

/** Mounted only while the menu is open, so it is fetched only then. */
function Newest({ area, unread }: { area: 'app' | 'admin'; unread: number }) {
  const text = useNoticesText();
  const format = useFormat();
  const navigate = useNavigate();
  const { readOne, readAll } = useMarkRead();
  const { data } = useQuery(newestNoticesQuery());
  const open = (notice: Notice) => {
    if (!notice.is_read) readOne(notice.id);
    void navigate(noticeTarget(notice.object, area));
  };
  const newest = data?.results ?? [];
  return (
    <div className="max-w-80">
      <DropdownLabel className="font-medium">{text.title}</DropdownLabel>
      {newest.map((notice) => (
        <DropdownItem key={notice.id} onSelect={() => open(notice)}>
          <span
            className={`size-2 shrink-0 rounded-full ${notice.is_read ? 'bg-line' : 'bg-accent'}`}
            aria-hidden="true"
          />
          <span className="min-w-0 py-1">
            <span className={`block ${notice.is_read ? '' : 'font-medium'}`}>
              {noticeWords(notice, text, format)}
              {notice.is_read ? null : <span className="sr-only"> ({text.isNew})</span>}
            </span>
            <span className="block text-sm text-muted">{format.dateTime(notice.at)}</span>
          </span>
        </DropdownItem>
      ))}
      {data && newest.length === 0 ? (
        <DropdownLabel className="text-muted">{text.empty}</DropdownLabel>
      ) : null}
      <DropdownLine />
      {unread > 0 && newest[0] ? (
        <DropdownItem
          icon={<CheckCheck className="size-5" aria-hidden="true" />}
          onSelect={() => readAll(newest[0]!.id)}
        >
          {text.readAll}
        </DropdownItem>
      ) : null}
      <DropdownItem
        icon={<List className="size-5" aria-hidden="true" />}
        onSelect={() => void navigate({ to: area === 'admin' ? '/admin/notices' : '/app/notices' })}
      >
        {text.all}
      </DropdownItem>
    </div>
  );
}
