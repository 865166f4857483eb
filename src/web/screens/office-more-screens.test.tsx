// What the back office says about services, rights, activity, settings and notices, and in its dialogs, without a browser.
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { hasRight, type Right, rights, staffRoles } from '#contract/access.ts';
import type { UserInfo, UserRecord } from '#contract/accounts/calls.ts';
import { roleNames, settingFields } from '#contract/audit-log/detail-words.ts';
import type { Service } from '#contract/catalogue/calls.ts';
import { noticeKinds } from '#contract/notices/rules.ts';
import { firstSettings, settingKeys } from '#contract/settings/rules.ts';
import { EditUserSheet } from '../features/accounts/edit-user-sheet.tsx';
import { ImpersonateDialog } from '../features/accounts/impersonate-dialog.tsx';
import { NewUserSheet } from '../features/accounts/new-user-sheet.tsx';
import { PasswordDialog } from '../features/accounts/password-dialog.tsx';
import { RolesDialog } from '../features/accounts/roles-dialog.tsx';
import { accountsStaffBn } from '../features/accounts/staff-text-bn.ts';
import { auditLogStaffBn } from '../features/audit-log/staff-text-bn.ts';
import { ArrangeList } from '../features/catalogue/arrange-list.tsx';
import { OfferDialog } from '../features/catalogue/offer-dialog.tsx';
import { findOfferErrors, formOfService, formOfSubType } from '../features/catalogue/offer-form.ts';
import { ServicePast } from '../features/catalogue/service-past.tsx';
import { catalogueBn } from '../features/catalogue/text-bn.ts';
import { noticesBn } from '../features/notices/text-bn.ts';
import { LogoCard } from '../features/settings/logo-card.tsx';
import { SettingHistory } from '../features/settings/setting-history.tsx';
import { settingsBn } from '../features/settings/text-bn.ts';
import { draw } from './draw.tsx';

// A portal is not drawn without a browser; what stands in a dialog is.
vi.mock('../ui/dialog.tsx', () => {
  const Plain = ({ open, ...given }: Record<string, ReactNode> & { open: boolean }) =>
    open ? (
      <div>
        <h2>{given.title}</h2>
        <p>{given.description}</p>
        {given.children}
        {given.footer}
      </div>
    ) : null;
  return { Dialog: Plain, Sheet: Plain, ConfirmDialog: Plain };
});

const owner: UserInfo = {
  id: 1,
  email: 'owner@mail.test',
  username: 'owner@mail.test',
  first_name: 'মালিক',
  last_name: '',
  roles: ['owner'],
  is_admin: true,
  profile_image: null,
};
const operator: UserInfo = { ...owner, id: 2, roles: ['operator'] };
const auditor: UserInfo = { ...owner, id: 3, roles: ['auditor'] };
const list = (results: unknown[], more: object = {}) => ({ results, count: results.length, ...more });
function expectInOrder(texts: readonly string[], words: readonly string[]) {
  let at = -1;
  for (const word of words) {
    at = texts.indexOf(word, at + 1);
    expect(at, `${word} in ${texts.join(' | ')}`).toBeGreaterThanOrEqual(0);
  }
}

const subType: Service['sub_type'][number] = {
  ...{ id: 4, name: 'জরুরি', price: '120.00', agent_contact: null, working_hours: null, version: 1 },
};
const service = (more: Partial<Service> = {}): Service => ({
  ...{ id: 2, code: 'AB', name: 'রিপ্রিন্ট', status: 'active', enable_charge: true, charge: '30.60' },
  ...{ place_holder_name: '', description: '', is_auto_service: false, working_hours: 48, version: 1 },
  ...{ created_on: '2026-03-05T04:30:00Z', updated_on: '2026-03-06T04:30:00Z', agent_contact: null },
  created_by: null,
  updated_by: { id: 1, first_name: 'করিম', last_name: 'মিয়া', username: 'k@mail.test' },
  sub_type: [subType],
  ...more,
});
const services = '/account/services/';

describe('the services', () => {
  const at = '/admin/services';

  it('show price, state, who made and changed them and when, and sub-types where they are not automatic', async () => {
    const free = service({ id: 3, name: 'টিন', charge: '0.00', status: 'inactive', is_auto_service: true });
    const { texts, html } = await draw(at, owner, { [services]: [service(), free] });
    expectInOrder(texts, [
      ...['সার্ভিস', 'দাম বা অবস্থা বদলালে গ্রাহকেরা সাথে সাথে দেখেন।', 'ক্রম সাজান', 'রিপ্রিন্ট', 'সক্রিয়', '৩১ টাকা'],
      ...['কোড', 'AB', 'কাজের সময়', '৪৮ ঘণ্টা', 'তৈরি করেছেন', 'পোর্টাল', 'তৈরি', 'হালনাগাদ করেছেন', 'করিম মিয়া'],
      ...['হালনাগাদ', 'ধরনগুলো', 'দাম ও ইতিহাস', 'টিন', 'নিষ্ক্রিয়', 'ফ্রি', 'স্বয়ংক্রিয়'],
    ]);
    expect(texts.filter((text) => /^[৫৬] মার্চ, ২০২৬, সকাল ১০:৩০$/.test(text))).toHaveLength(4);
    expect(html).toContain('href="/admin/services/sub-types/2"');
    expect(html).not.toContain('href="/admin/services/sub-types/3"');
    const seen = (await draw(at, operator, { [services]: [service()] })).texts;
    expect(seen).not.toContain('ক্রম সাজান');
    expect(seen).not.toContain(': রিপ্রিন্ট হালনাগাদ');
  });

  it('say when there are none, and offer another try when they failed', async () => {
    expect((await draw(at, owner, { [services]: [] })).texts.at(-1)).toBe('এখনো কোনো সার্ভিস নেই');
    const failed = ['সার্ভিসের তালিকা আনা যায়নি', 'আবার চেষ্টা করুন'];
    expect((await draw(at, owner, { [services]: 500 })).texts.slice(-2)).toEqual(failed);
  });

  it('check charge, contact and hours before they are sent', () => {
    const check = (form: object) =>
      findOfferErrors({ ...formOfService(service(), String), ...form }, true, catalogueBn.dialog);
    expect(check({ price: '৫০.৫', contact: '০১৭১২৩৪৫৬৭৮', hours: '২১৬০' })).toEqual({});
    expect(check({ contact: '' })).toEqual({});
    for (const price of ['', 'দশ', '-1', '1.234'])
      expect(check({ price })).toEqual({ price: 'সঠিক পরিমাণ লিখুন' });
    for (const contact of ['017-1', '+88017', '01 71'])
      expect(check({ contact })).toEqual({ contact: 'শুধু সংখ্যা লিখুন' });
    for (const hours of ['', '0', '2161', 'x'])
      expect(check({ hours })).toEqual({ hours: '১ থেকে ২১৬০ এর মধ্যে একটি সংখ্যা লিখুন' });
  });

  it('have a dialog with what can be changed', async () => {
    const dialog = <OfferDialog service={service()} onClose={() => undefined} />;
    expectInOrder((await draw(at, owner, {}, dialog)).texts, [
      ...['রিপ্রিন্ট: হালনাগাদ', 'চার্জ (টাকা)', 'অবস্থা', 'সক্রিয়', 'নিষ্ক্রিয়', 'এজেন্টের ফোন', 'ঐচ্ছিক'],
      ...['কাজের সময় (ঘণ্টা)', 'বাতিল', 'সংরক্ষণ করুন'],
    ]);
  });
});

describe('what becomes of a service', () => {
  const at = '/admin/services';
  const close = () => undefined;
  const by = { id: 1, name: 'করিম মিয়া' };
  const change = (id: number, what: string, before: object, after: object) => ({
    ...{ id, what, before, after, by, sub_type: id === 2 ? 'জরুরি' : null, at: '2026-03-05T04:30:00Z' },
  });
  const see = (history: object | number, planned: object = list([])) =>
    draw(
      at,
      owner,
      {
        '/account/services/2/history/': history,
        '/account/services/2/price-changes/': planned,
      },
      <ServicePast service={service()} mayChange onClose={close} />,
    );

  it('is told with every change in words, and with the prices to come', async () => {
    const { past: text } = catalogueBn;
    const planned = { id: 1, sub_type: null, price: '70.00', from: '2027-01-02', by };
    const { texts } = await see(
      list([
        change(
          1,
          'service_changed',
          { charge: '30.00', status: 'active' },
          { charge: '40.00', status: 'inactive' },
        ),
        change(
          2,
          'sub_type_added',
          {},
          { name: 'জরুরি', price: '120.00', agent_contact: '', working_hours: 24 },
        ),
        change(3, 'sub_type_changed', { working_hours: 24 }, { working_hours: 48 }),
        change(4, 'price_scheduled', { price: '40.00' }, { price: '70.00', from: '2027-01-02' }),
        change(5, 'price_cancelled', { price: '70.00', from: '2027-01-02' }, {}),
        change(6, 'price_applied', { price: '40.00' }, { price: '70.00' }),
      ]),
      list([planned, { ...planned, id: 2, sub_type: { id: 4, name: 'জরুরি' } }]),
    );
    const plain = texts.map((one) => one.replaceAll('\u00a0', ' '));
    const when = 'করিম মিয়া, ৫ মার্চ, ২০২৬, সকাল ১০:৩০';
    expectInOrder(plain, [
      ...['রিপ্রিন্ট: দাম ও ইতিহাস', text.planned, 'সার্ভিসের চার্জ:', '৳ ৭০.০০', '২ জানুয়ারি, ২০২৭ থেকে', 'করিম মিয়া'],
      ...['বাতিল করুন', 'জরুরি:', '৳ ৭০.০০', text.changes],
      ...[text.what.service_changed, 'চার্জ: ৳ ৩০.০০ → ৳ ৪০.০০', 'অবস্থা: সক্রিয় → নিষ্ক্রিয়', when],
      ...[text.what.sub_type_added, '· জরুরি', 'নাম: জরুরি', 'দাম: ৳ ১২০.০০', 'এজেন্টের ফোন: (ফাঁকা)'],
      ...['কাজের সময়: ২৪ ঘণ্টা', text.what.sub_type_changed, 'কাজের সময়: ২৪ ঘণ্টা → ৪৮ ঘণ্টা'],
      ...[text.what.price_scheduled, 'দাম: ৳ ৪০.০০ → ৳ ৭০.০০', 'কবে থেকে: ২ জানুয়ারি, ২০২৭'],
      ...[text.what.price_cancelled, 'দাম: ৳ ৭০.০০', text.what.price_applied],
    ]);
  });

  it('is nothing yet, or could not be read', async () => {
    const { past: text } = catalogueBn;
    expectInOrder((await see(list([]))).texts, [text.planned, text.nonePlanned, text.changes, text.none]);
    expect((await see(500)).texts.slice(-2)).toEqual(['ইতিহাস আনা যায়নি', 'আবার চেষ্টা করুন']);
  });

  it('is arranged with the mouse or with buttons that say whom they move', async () => {
    const services = [service(), service({ id: 3, name: 'টিন' })];
    const dialog = <ArrangeList services={services} busy={false} onSave={close} onCancel={close} />;
    const { texts, html } = await draw(at, owner, {}, dialog);
    expectInOrder(texts, [
      ...['ক্রম সাজান', 'টেনে সরান, অথবা তীর বোতাম চাপুন। গ্রাহকেরা এই ক্রমেই দেখেন।', '১', 'রিপ্রিন্ট'],
      ...['রিপ্রিন্ট: এক ধাপ উপরে', 'রিপ্রিন্ট: এক ধাপ নিচে', '২', 'টিন', 'টিন: এক ধাপ উপরে', 'টিন: এক ধাপ নিচে'],
      ...['বাতিল', 'ক্রম সংরক্ষণ করুন'],
    ]);
    expect(html.match(/<button[^>]*disabled=""[^>]*>/g)).toHaveLength(2);
  });
});

describe('the sub-types', () => {
  const at = '/admin/services/sub-types/2';

  it('show name, price and contact, with breadcrumbs and a way to add and change', async () => {
    const { texts, html } = await draw(at, owner, { [services]: [service()] });
    expectInOrder(texts, [
      ...['পথ', 'দপ্তর', 'সার্ভিস', 'রিপ্রিন্ট', 'রিপ্রিন্ট: ধরন', 'নতুন ধরন', 'জরুরি', '৳\u00a0১২০.০০'],
      ...['এজেন্টের ফোন', 'নির্ধারিত নয়', 'কাজের সময়', 'সার্ভিসের সমান', 'বদলান'],
    ]);
    expect(html).toMatch(/href="\/admin"[\s\S]*href="\/admin\/services"/);
  });

  it('say when there are none, and what else is wrong', async () => {
    const none = await draw(at, owner, { [services]: [service({ sub_type: [] })] });
    expect(none.texts.slice(-3)).toEqual([
      ...['এখনো কোনো ধরন নেই', 'গ্রাহকেরা ধরন ছাড়া এই সার্ভিসের অর্ডার দিতে পারেন না।', 'প্রথম ধরন যোগ করুন'],
    ]);
    const wordsOf = async (path: string, answer: Service[] | number) =>
      (await draw(path, owner, { [services]: answer })).texts.at(-2);
    expect(await wordsOf('/admin/services/sub-types/abc', [])).toBe('Service id not found');
    expect(await wordsOf(at, [])).toBe('sub-type data not found');
    expect(await wordsOf(at, [service({ is_auto_service: true })])).toBe('স্বয়ংক্রিয় সার্ভিসের কোনো ধরন নেই');
    expect(await wordsOf(at, 500)).toBe('সার্ভিসের ধরন আনা যায়নি');
  });

  it('take an empty price for nothing, no negative one, and a contact of digits, plus, minus and blanks', () => {
    const check = (form: object) =>
      findOfferErrors({ ...formOfSubType(subType, String), ...form }, false, catalogueBn.dialog);
    for (const good of [{ price: '' }, { price: '০' }, { contact: '+880 1712-345678' }, { hours: '' }])
      expect(check(good)).toEqual({});
    expect(check({ price: '-5' })).toEqual({ price: 'দাম ঋণাত্মক হতে পারে না' });
    expect(check({ price: 'পাঁচ' })).toEqual({ price: 'সঠিক পরিমাণ লিখুন' });
    expect(check({ name: ' ' })).toEqual({ name: 'নাম লিখুন' });
    for (const contact of ['ফোন', '01712/345678', '12'])
      expect(check({ contact })).toEqual({ contact: 'সঠিক ফোন নম্বর লিখুন' });
  });

  it('have a dialog to add one', async () => {
    const dialog = <OfferDialog service={service()} subType="new" onClose={() => undefined} />;
    expectInOrder((await draw(at, owner, {}, dialog)).texts, [
      ...['নতুন ধরন', 'নাম', 'দাম (টাকা)', 'ফাঁকা রাখলে শূন্য ধরা হবে', 'এজেন্টের ফোন'],
      ...['কাজের সময় (ঘণ্টা)', 'ফাঁকা রাখলে সার্ভিসের সমান', 'বাতিল', 'যোগ করুন'],
    ]);
  });
});

describe('the dialogs about a user', () => {
  const person: UserRecord = {
    ...{ id: 7, first_name: 'রহিমা', last_name: 'খাতুন', username: 'r@mail.test', email: 'r@mail.test' },
    ...{
      is_active: true,
      is_admin: false,
      roles: ['customer'],
      balance: 0,
      version: 'v1',
      date_joined: '2026-03-05T04:30:00Z',
    },
    profile: {
      ...{ gender: null, birth_date: null, phone: '', address: '', bio: '', profile_image: null },
      ...{ is_email_active: true, last_seen: null, wallet_status: true, p_code: 'AB12CD' },
    },
  };
  const at = '/admin/users';
  const close = () => undefined;

  it('make one of four fields, with the rules of the password', async () => {
    const { texts } = await draw(at, owner, {}, <NewUserSheet open onClose={close} />);
    expectInOrder(texts, [
      ...['নতুন ব্যবহারকারী', 'প্রথম নাম', 'শেষ নাম', 'ইমেইল', 'পাসওয়ার্ড', 'পাসওয়ার্ডটি প্রথম লগইনের পরেই বদলাতে হবে।'],
      ...['কমপক্ষে ৮ অক্ষর', 'সহজে অনুমান করা যায় না এমন', 'নতুন ব্যবহারকারী', 'বাতিল'],
    ]);
  });

  it('change names, login, flags and profile', async () => {
    const { edit: text } = accountsStaffBn;
    const { texts, html } = await draw(at, owner, {}, <EditUserSheet user={person} onClose={close} />);
    expectInOrder(texts, [
      ...[text.title, text.firstName, text.lastName, text.username, text.active, text.activeHint],
      ...[text.wallet, text.walletHint, text.phone, text.gender, text.noGender, 'পুরুষ', 'নারী', 'অন্যান্য'],
      ...[text.birthDate, text.address, text.bio, text.image, 'সংরক্ষণ করুন', 'বাতিল'],
    ]);
    expect(html).toMatch(/name="is_active"[^>]*checked/);
    expect(html).toMatch(/name="wallet_status"[^>]*checked/);
  });

  it('give a password by a link first, and none to somebody inactive', async () => {
    const { password: text } = accountsStaffBn;
    const { texts } = await draw(at, owner, {}, <PasswordDialog user={person} onClose={close} />);
    expectInOrder(texts, [text.title, 'রহিমা খাতুন', text.link, text.linkHint, text.typed, text.typedHint]);
    expect(texts).toContain('r@mail.test ঠিকানায় ৩০ মিনিটের একটি লিংক যাবে।');
    const off = <PasswordDialog user={{ ...person, is_active: false }} onClose={close} />;
    const inactive = await draw(at, owner, {}, off);
    expect(inactive.texts).toContain(text.inactive);
    expect(inactive.html).toMatch(/<button[^>]*disabled=""[^>]*>[^<]*লিংক পাঠান/);
  });

  it('name each role and what it is for, and ask for a code where there is a second factor', async () => {
    const { roles: text } = accountsStaffBn;
    const dialog = <RolesDialog user={person} onClose={close} />;
    const { texts } = await draw(at, owner, { '/account/second-factor/': { enabled: true } }, dialog);
    for (const role of staffRoles) expectInOrder(texts, [roleNames.bn[role], text.hints[role]]);
    expectInOrder(texts, [text.title, text.text, text.code, text.codeHint]);
  });
});

describe('looking through a customer’s eyes', () => {
  it('says what it is, how long, who will know, and asks why and for the second factor', async () => {
    const dialog = <ImpersonateDialog user={{ id: 7, name: 'রহিমা' }} onClose={() => undefined} />;
    const { impersonation: text, reason } = accountsStaffBn;
    const answers = { '/account/second-factor/': { enabled: true } };
    const { texts } = await draw('/admin/users', owner, answers, dialog);
    expectInOrder(texts, [
      ...['রহিমা: গ্রাহকের চোখে দেখা', text.text, reason.label, '০/১২০ অক্ষর', reason.hint],
      ...[accountsStaffBn.roles.code, accountsStaffBn.roles.codeHint, 'বাতিল', 'দেখা শুরু করুন'],
    ]);
  });
});

describe('roles, activity, settings, notices', () => {
  it('the matrix shows every right of every role as the server has it', async () => {
    const { texts } = await draw('/admin/users/roles', owner, {});
    const { roleTable: text } = accountsStaffBn;
    expectInOrder(texts, [text.title, text.hint, text.grant, text.right, ...Object.values(roleNames.bn)]);
    for (const right of Object.keys(rights) as Right[]) {
      const at = texts.indexOf(text.rights[right]);
      expect(texts.slice(at + 1, at + 5), right).toEqual(
        staffRoles.map((role) => (hasRight([role], right) ? text.may : text.mayNot)),
      );
    }
  });

  it('the activity is searched and filtered, twenty to a page, and says what it has not', async () => {
    const at = '/admin/users/activity';
    const activity = '/account/activity/';
    const { texts, asked } = await draw(`${at}?kind=user&from=2026-03-01`, auditor, { [activity]: list([]) });
    const query = new URLSearchParams(asked.find((address) => address.startsWith(activity))!.split('?')[1]);
    expect(Object.fromEntries(query)).toMatchObject({
      page: '1',
      page_size: '20',
      kind: 'user',
      from: '2026-03-01',
    });
    const { activity: text } = auditLogStaffBn;
    expectInOrder(texts, [text.title, text.hint, 'সিএসভি নামান', text.search, text.from, text.to]);
    expect(texts.slice(-2)).toEqual(['এই বাছাইয়ে কিছু মেলেনি', 'খোঁজা মুছুন']);
    expect((await draw(at, auditor, { [activity]: list([]) })).texts).toContain('এখনো কোনো চিহ্ন নেই');
    expect((await draw(at, auditor, { [activity]: 500 })).texts).toContain('তালিকা আনা যায়নি');
    expect((await draw(`${at}?id=5`, auditor, { [activity]: list([]) })).texts).toEqual(
      expect.arrayContaining([text.one, text.all]),
    );
  });

  it('a setting’s past says who changed what from what to what', async () => {
    const at = '/admin/settings';
    const { settings: text } = settingsBn;
    const history = '/account/settings/opening/history/';
    const change = {
      ...{ id: 1, version: 2, changed_by: { id: 1, name: 'করিম' }, changed_at: '2026-03-05T04:30:00Z' },
      before: { opens: '', closes: '', closed_weekdays: [], holidays: [] },
      after: { opens: '09:30', closes: '', closed_weekdays: [5, 6], holidays: ['2026-12-16'] },
    };
    const see = (group: 'opening' | 'security', answers: object) =>
      draw(at, owner, { ...answers }, <SettingHistory group={group} onClose={() => undefined} />);
    expectInOrder((await see('opening', { [history]: list([change]) })).texts, [
      ...[
        'কাজের সময় ও ছুটি: আগের বদল',
        'করিম বদলেছেন, ৫ মার্চ, ২০২৬, সকাল ১০:৩০',
        'খোলে',
        'আগে: (ফাঁকা)',
        'পরে: ০৯:৩০',
      ],
      ...['সাপ্তাহিক বন্ধ', 'আগে: (ফাঁকা)', 'পরে: শুক্র, শনি', 'ছুটির দিন', 'পরে: ২০২৬-১২-১৬'],
    ]);
    const switched = {
      ...change,
      before: { staff_second_factor: false },
      after: { staff_second_factor: true },
    };
    const security = await see('security', { '/account/settings/security/history/': list([switched]) });
    expectInOrder(security.texts, [settingFields.bn.staff_second_factor, 'আগে: না', 'পরে: হ্যাঁ']);
    expect((await see('opening', { [history]: list([]) })).texts).toContain(text.historyEmpty);
    expectInOrder((await see('opening', { [history]: 500 })).texts, [text.historyFailed, 'আবার চেষ্টা করুন']);
  });

  it('the logo is shown, changed and taken away by those who may', async () => {
    const { logo: text } = settingsBn.settings;
    const see = async (logo: string | null, mayChange: boolean) =>
      await draw('/admin/settings', owner, { '/public/shop/': { logo } }, <LogoCard mayChange={mayChange} />);
    const own = await see('/public/shop-logo/?v=1', true);
    expectInOrder(own.texts, [text.name, text.hint, text.choose, text.remove]);
    expect(own.html).toContain(`alt="${text.alt}"`);
    expect(own.html).toContain('accept="image/jpeg,image/png"');
    expect((await see(null, true)).texts).not.toContain(text.remove);
    expect((await see('/public/shop-logo/?v=1', false)).texts).toEqual([text.name, text.hint]);
  });

  it('the settings have a card a group, each field by its name, closed to who may only read', async () => {
    const settings = settingKeys.map((key) => ({
      ...{ key, value: firstSettings[key], version: 0, changed_by: null, changed_at: null },
    }));
    const answer = { '/account/settings/': list(settings) };
    const { settings: text } = settingsBn;
    const { texts } = await draw('/admin/settings', owner, answer);
    expectInOrder(texts, [text.title, text.hint]);
    for (const { name, hint } of Object.values(text.groups)) expectInOrder(texts, [name, hint, text.never]);
    for (const name of Object.values(settingFields.bn)) expect(texts).toContain(name);
    for (const hint of [...Object.values(text.hints), ...text.weekdays]) expect(texts).toContain(hint);
    expect(texts).not.toContain(text.readOnly);
    const read = await draw('/admin/settings', auditor, answer);
    expect(read.texts).toContain(text.readOnly);
    expect(read.texts).not.toContain('সংরক্ষণ করুন');
    expect((await draw('/admin/settings', owner, { '/account/settings/': 500 })).texts).toContain(
      text.failed,
    );
  });

  it('the notices say each kind, what is new, and that there are none', async () => {
    const at = '/admin/notices';
    const notices = '/account/notices/';
    const notice = (kind: string, id: number) => ({
      ...{ id, kind, object: { kind: 'order', id: '12' }, facts: { order: 12, amount: '500.00' } },
      ...{ at: '2026-03-05T04:30:00Z', is_read: id > 1 },
    });
    const kinds = noticeKinds.map((kind, index) => notice(kind, index + 1));
    const { texts, asked } = await draw(at, owner, {
      [notices]: list(kinds, { unread: 1 }),
      '/account/notices/choices/': list(noticeKinds.map((kind) => ({ kind, bell: true, mail: false }))),
    });
    expect(asked).toContain('/account/notices/?page=1&page_size=20');
    const plain = texts.map((text) => text.replaceAll('\u00a0', ' '));
    for (const kind of noticeKinds) {
      const words = noticesBn.kinds[kind];
      expect(plain).toContain(typeof words === 'string' ? words : words('১২', '৳ ৫০০.০০'));
      expect(plain).toContain(noticesBn.choices.kinds[kind]);
    }
    expectInOrder(texts, [noticesBn.title, noticesBn.hint, noticesBn.onlyUnread, noticesBn.readAll]);
    expectInOrder(texts, [noticesBn.choices.title, noticesBn.choices.hint, 'ঘণ্টায়', 'ইমেইলে']);
    const none = { [notices]: list([], { unread: 0 }), '/account/notices/choices/': 500 };
    const empty = (await draw(at, owner, none)).texts;
    expectInOrder(empty, [noticesBn.empty, noticesBn.emptyHint, noticesBn.choices.failed]);
    expectInOrder((await draw(`${at}?unread=yes`, owner, none)).texts, [
      noticesBn.showAll,
      noticesBn.emptyUnread,
    ]);
    expect((await draw(at, owner, { [notices]: 500 })).texts).toContain(noticesBn.failed);
  });
});
