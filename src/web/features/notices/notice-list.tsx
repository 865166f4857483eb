// All notices of a user, paginated, and below them how to be notified of each kind.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff, CheckCheck } from 'lucide-react';
import { noticeTarget } from '#contract/notices/notice-target.ts';
import { noticePageSize } from '#contract/notices/rules.ts';
import { useFormat } from '../../lib/format.ts';
import { ServiceName } from '../../lib/service-name.tsx';
import { Button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { List } from '../../ui/list/list.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { Choices } from './choices.tsx';
import { useMarkRead } from './mark-read.ts';
import { noticeWords } from './notice-words.ts';
import { noticesQuery } from './queries.ts';
import { useNoticesText } from './text.ts';

export interface NoticeSearch {
  page?: number | undefined;
  unread?: 'yes' | undefined;
}

interface NoticeListProps {
  area: 'app' | 'admin';
  search: NoticeSearch;
  onSearch: (search: NoticeSearch) => void;
}

export function NoticeList({ area, search, onSearch }: NoticeListProps) {
  const text = useNoticesText();
  const format = useFormat();
  const { readOne, readAll } = useMarkRead();
  const page = search.page ?? 1;
  useTitle(text.title);
  const query = useQuery(noticesQuery(page, search.unread));
  const notices = query.data?.results ?? [];
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        <Button variant="quiet" onClick={() => onSearch(search.unread ? {} : { unread: 'yes' })}>
          {search.unread ? text.showAll : text.onlyUnread}
        </Button>
        {query.data && query.data.unread > 0 && notices[0] ? (
          <Button variant="quiet" onClick={() => readAll(Math.max(...notices.map(({ id }) => id)))}>
            <CheckCheck className="size-5" aria-hidden="true" />
            {text.readAll}
          </Button>
        ) : null}
      </PageHeading>
      <Card>
        <List
          isLive
          query={query}
          address={{ page, toPage: (next) => onSearch({ ...search, page: next }) }}
          pageSize={noticePageSize}
          failed={text.failed}
          empty={{
            title: search.unread ? text.emptyUnread : text.empty,
            hint: text.emptyHint,
            icon: <BellOff />,
            children: search.unread ? (
              <Button variant="quiet" onClick={() => onSearch({})}>
                {text.showAll}
              </Button>
            ) : null,
          }}
          skeletonRows={6}
          rows={(shown) => (
            <ul className="divide-y divide-line">
              {shown.map((notice) => (
                <li key={notice.id}>
                  <Link
                    {...noticeTarget(notice.object, area)}
                    onClick={() => {
                      if (!notice.is_read) readOne(notice.id);
                    }}
                    className="flex min-h-11 items-center gap-3 rounded-md px-2 py-3 hover:bg-sunken"
                  >
                    <span
                      className={`size-2.5 shrink-0 rounded-full ${notice.is_read ? 'bg-line' : 'bg-accent'}`}
                      aria-hidden="true"
                    />
                    <span className="min-w-0">
                      <span className={`block ${notice.is_read ? '' : 'font-medium'}`}>
                        {noticeWords(notice, text, format)}
                        {notice.is_read ? null : <span className="sr-only"> ({text.isNew})</span>}
                      </span>
                      <span className="block text-sm text-muted">
                        {notice.facts.service ? (
                          <>
                            <ServiceName
                              service={{
                                name: String(notice.facts.service),
                                name_en: (notice.facts.service_en as string | undefined) ?? null,
                              }}
                            />
                            {' · '}
                          </>
                        ) : null}
                        {format.dateTime(notice.at)}
                      </span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        />
      </Card>
      <Choices />
    </>
  );
}
