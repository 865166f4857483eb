// What the lines of the activity show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it, vi } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import {
  expectInOrder,
  list,
  owner,
  renderPlainScreen,
  sharedNames,
} from '../../../../../tests/support/render-screen.tsx';
import { auditLogStaffBn } from '../../../features/audit-log/staff-text-bn.ts';

const staff = (...roles: string[]): UserInfo => ({ ...owner, id: 2, roles });

describe('the activity', () => {
  it('the activity says in words what was done, to what, and in which details', async () => {
    vi.stubGlobal('location', { origin: 'http://portal.test' });
    const entry = (id: number, kind: string, more: object) => ({
      ...{
        id,
        kind,
        at: '2026-03-05T04:30:00Z',
        actor: { id: 9, name: 'করিম', is_staff: true },
        subject: null,
      },
      ...{ object: { kind: '', id: '' }, reason: '', ip: '', details: {}, masked: false, ...more },
    });
    const entries = [
      entry(1, 'user.roles_changed', { details: { after: 'operator', before: 'customer' } }),
      entry(2, 'setting.changed', {
        object: { kind: 'setting', id: 'opening' },
        details: { closed_weekdays: '[] → [5]' },
      }),
      entry(3, 'registry.looked_up', { reason: 'AJ', details: { outcome: 'missed' } }),
      entry(4, 'wallet.recharged', { details: { amount: '500.00' }, masked: true }),
      entry(5, 'setting.changed', { at: '2026-03-05T04:31:00Z', masked: true }),
    ];
    const see = (user: UserInfo) =>
      renderPlainScreen('/admin/users/activity', user, { '/account/activity/': list(entries) });
    const page = await see(owner);
    const { texts } = page;
    expectInOrder(texts, [
      ...[
        'দায়িত্ব বদলানো হয়েছে',
        'করেছেন: করিম',
        'কর্মী',
        'আগে: গ্রাহক',
        'পরে: অপারেটর',
        `${auditLogStaffBn.activity.permalink}: দায়িত্ব বদলানো হয়েছে, ৫ মার্চ, ২০২৬, সকাল ১০:৩০`,
      ],
      ...['সেটিংস বদলানো হয়েছে', 'সেটিংস: কাজের সময় ও ছুটি', 'সাপ্তাহিক বন্ধ', 'আগে: —', 'পরে: শুক্র'],
      ...['তথ্যভান্ডারে খোঁজা হয়েছে', '· টিন সার্টিফিকেট', 'ফল: পাওয়া যায়নি'],
      ...['ওয়ালেটে টাকা জমা হয়েছে', 'টাকার পরিমাণ: ৳ ৫০০.০০', 'আড়াল করা অংশ দেখুন'],
    ]);
    expect(sharedNames(page)).toEqual([]);
    expect((await see(staff('auditor'))).texts).not.toContain('আড়াল করা অংশ দেখুন');
  });
});
