// What the dialogs about a user show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import { staffRoles } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { roleNames } from '#contract/accounts/role-names.ts';
import { expectInOrder, owner, renderScreen } from '../../../../../tests/support/render-screen.tsx';
import { EditUserSheet } from './edit-user-sheet.tsx';
import { ImpersonateDialog } from './impersonate-dialog.tsx';
import { NewUserSheet } from './new-user-sheet.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RolesDialog } from './roles-dialog.tsx';
import { accountsStaffBn } from './text-bn.ts';

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

  it('make one with phone and role, and with the rules of the password', async () => {
    const { texts } = await renderScreen(at, owner, {}, <NewUserSheet open onClose={close} />);
    expectInOrder(texts, [
      ...[
        'নতুন ব্যবহারকারী',
        'প্রথম নাম',
        'শেষ নাম',
        'ইমেইল',
        'ফোন নম্বর',
        'পাসওয়ার্ড',
        'পাসওয়ার্ডটি প্রথম লগইনের পরেই বদলাতে হবে।',
      ],
      ...['কমপক্ষে ৮ অক্ষর', 'সহজে অনুমান করা যায় না এমন', 'দায়িত্ব', 'গ্রাহক', roleNames.bn.operator],
      ...['নতুন ব্যবহারকারী', 'ফিরে যান'],
    ]);
  });

  it('change names, login, flags and profile', async () => {
    const { edit: text } = accountsStaffBn;
    const { texts, html } = await renderScreen(
      at,
      owner,
      {},
      <EditUserSheet user={person} onClose={close} />,
    );
    expectInOrder(texts, [
      ...[text.title, text.firstName, text.lastName, text.username, text.active, text.activeHint],
      ...[text.wallet, text.walletHint, text.phone, text.gender, text.noGender, 'পুরুষ', 'নারী', 'অন্যান্য'],
      ...[text.birthDate, text.address, text.bio, text.image, 'সংরক্ষণ করুন', 'ফিরে যান'],
    ]);
    expect(html).toMatch(/name="is_active"[^>]*checked/);
    expect(html).toMatch(/name="wallet_status"[^>]*checked/);
  });

  it('offer a password link first, and none for an inactive user', async () => {
    const { password: text } = accountsStaffBn;
    const { texts } = await renderScreen(at, owner, {}, <PasswordDialog user={person} onClose={close} />);
    expectInOrder(texts, [text.title, 'রহিমা খাতুন', text.link, text.linkHint, text.typed, text.typedHint]);
    expect(texts).toContain('r@mail.test ঠিকানায় ৩০ মিনিটের একটি লিংক যাবে।');
    const off = <PasswordDialog user={{ ...person, is_active: false }} onClose={close} />;
    const inactive = await renderScreen(at, owner, {}, off);
    expect(inactive.texts).toContain(text.inactive);
    expect(inactive.html).toMatch(/<button[^>]*disabled=""[^>]*>[^<]*লিংক পাঠান/);
  });

  it('name each role and what it is for, and ask for a code where there is a second factor', async () => {
    const { roles: text } = accountsStaffBn;
    const dialog = <RolesDialog user={person} onClose={close} />;
    const { texts } = await renderScreen(at, owner, { '/account/second-factor/': { enabled: true } }, dialog);
    for (const role of staffRoles) expectInOrder(texts, [roleNames.bn[role], text.hints[role]]);
    expectInOrder(texts, [text.title, text.text, text.code, text.codeHint]);
  });
});

describe('impersonating a customer', () => {
  it('says what it is, how long, who will know, and asks why and for the second factor', async () => {
    const dialog = <ImpersonateDialog user={{ id: 7, name: 'রহিমা' }} onClose={() => undefined} />;
    const { impersonation: text, reason } = accountsStaffBn;
    const answers = { '/account/second-factor/': { enabled: true } };
    const { texts } = await renderScreen('/admin/users', owner, answers, dialog);
    expectInOrder(texts, [
      ...['রহিমা: গ্রাহকের চোখে দেখা', text.text, reason.label, '০/১২০ অক্ষর', reason.hint],
      ...[accountsStaffBn.roles.code, accountsStaffBn.roles.codeHint, 'ফিরে যান', 'দেখা শুরু করুন'],
    ]);
  });
});
