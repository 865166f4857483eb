import { OwnPassword, userEndpoints } from '#contract/accounts/user-calls.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { Fault } from '../../platform/fault.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import { sendTable } from '../../platform/http/send-table.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { parse } from '../../platform/request/parse.ts';
import { type CookieRule, setDocumentCookie } from '../accounts.routes.ts';
import type { Accounts } from '../accounts.service.ts';
import type { People } from './users.service.ts';

const messages = {
  updated: { bn: 'তথ্য হালনাগাদ হয়েছে', en: 'The user was updated' },
  deleted: { bn: 'ব্যবহারকারী মুছে ফেলা হয়েছে', en: 'The user was deleted' },
  roles: { bn: 'দায়িত্ব বদলানো হয়েছে', en: 'The roles were changed' },
  image: { bn: 'ছবি বদলানো হয়েছে', en: 'The picture was changed' },
  password: { bn: 'পাসওয়ার্ড পরিবর্তন হয়েছে', en: 'The password was changed' },
};

export interface UserRoutesDeps {
  readonly accounts: Accounts;
  readonly people: People;
  readonly mail: Mail;
  readonly cookieRule: CookieRule;
}

type ListQuery = ParsedOf<(typeof userEndpoints)['users']['query']>;

const filterOf = (query: Omit<ListQuery, 'page' | 'page_size'>) => ({
  search: query.search,
  isActive: query.is_active === undefined ? undefined : query.is_active === 'true',
  customersOnly: query.who === 'customer',
  byBalance: query.sort === 'balance',
});

export function userRoutes(binder: Binder, { accounts, people, mail, cookieRule }: UserRoutesDeps): void {
  const list = ({ query }: { query: ListQuery }) =>
    people.list({ ...filterOf(query), page: query.page, pageSize: query.page_size });
  bind(binder, userEndpoints.exportUsers, async ({ caller, query, reply, ...origin }) =>
    sendTable(reply, 'users.csv', await people.exportTable(caller, filterOf(query), origin)),
  );
  bind(binder, userEndpoints.users, list);
  bind(binder, userEndpoints.usersForOrders, list);
  bind(binder, userEndpoints.shortUsers, () => people.listShort());
  bind(binder, userEndpoints.user, (call) => people.get(call.caller, call.params.id, call));
  bind(binder, userEndpoints.changeUser, async (call) => {
    const record = await people.change(call.caller, call.params.id, call.body, call.file, call);
    mail.wake();
    return { ...record, message: messages.updated[call.language] };
  });
  bind(binder, userEndpoints.deleteUser, async (call) => {
    await people.erase(call.caller, call.params.id, call);
    mail.wake();
    return { message: messages.deleted[call.language] };
  });
  bind(binder, userEndpoints.changeRoles, async (call) => {
    const record = await people.changeRoles(call.caller, call.params.id, call.body, call);
    mail.wake();
    return { ...record, message: messages.roles[call.language] };
  });
  bind(binder, userEndpoints.updateProfileImage, async (call) => ({
    message: messages.image[call.language],
    profile_image: await people.replaceImage(call.caller.userId, call.file, call),
  }));
  bind(binder, userEndpoints.updatePassword, async (call) => {
    const { body, caller, language } = call;
    if (body.user !== undefined && body.user !== caller.userId) {
      // During set-up, callers may only change their own password.
      if (caller.mustSetUpSecondFactor) throw new Fault('second_factor_setup_required');
      if (caller.mustChangePassword) throw new Fault('password_change_required');
      await people.setTemporaryPassword(caller, body.user, body, call);
      mail.wake();
      return { message: messages.password[language] };
    }
    const own = parse(OwnPassword, body)!;
    const signedIn = await accounts.changePassword(caller, own.current_password, own.new_password, call);
    mail.wake();
    setDocumentCookie(call.reply, cookieRule, signedIn);
    return { ...signedIn.answer, message: messages.password[language] };
  });

  bind(binder, userEndpoints.profileImage, async ({ params, reply }) => {
    const bytes = await people.findImage(params.name);
    if (!bytes) throw new Fault('not_found');
    return reply
      .type('image/jpeg')
      .header('Cache-Control', 'private, max-age=86400, immutable')
      .header('X-Content-Type-Options', 'nosniff')
      .send(bytes);
  });
}
