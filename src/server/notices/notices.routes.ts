import { noticesEndpoints } from '#contract/notices/calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import type { Notices } from './notices.service.ts';

export function noticesRoutes(binder: Binder, notices: Notices): void {
  bind(binder, noticesEndpoints.notices, ({ caller, query }) =>
    notices.list(caller, {
      onlyUnread: query.unread === 'yes',
      page: query.page,
      pageSize: query.page_size,
    }),
  );
  bind(binder, noticesEndpoints.unreadNotices, ({ caller }) => notices.unread(caller));
  bind(binder, noticesEndpoints.readNotice, ({ caller, params }) => notices.read(caller, params.id));
  bind(binder, noticesEndpoints.readAllNotices, ({ caller, body }) => notices.readAll(caller, body.up_to));
  bind(binder, noticesEndpoints.noticeChoices, ({ caller }) => notices.choices(caller));
  bind(binder, noticesEndpoints.changeNoticeChoices, ({ caller, body }) =>
    notices.change(caller, body.choices),
  );
}
