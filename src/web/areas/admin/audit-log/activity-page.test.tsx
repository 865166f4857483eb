// What the activity page shows in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { expectInOrder, owner, renderScreen } from '../../../../../tests/support/render-screen.tsx';
import { auditLogStaffBn } from '../../../features/audit-log/staff-text-bn.ts';
import { uiBn } from '../../../ui/text-bn.ts';

const auditor: UserInfo = { ...owner, id: 3, roles: ['auditor'] };

const list = (results: unknown[], more: object = {}) => ({ results, count: results.length, ...more });

describe('the activity', () => {
  it('the activity is searched and filtered, twenty to a page, and says what it has not', async () => {
    const at = '/admin/users/activity';
    const activity = '/account/activity/';
    const { texts, requests: asked } = await renderScreen(`${at}?kind=user&from=2026-03-01`, auditor, {
      [activity]: list([]),
    });
    const query = new URLSearchParams(asked.find((address) => address.startsWith(activity))!.split('?')[1]);
    expect(Object.fromEntries(query)).toMatchObject({
      page: '1',
      page_size: '20',
      kind: 'user',
      from: '2026-03-01',
    });
    const { activity: text } = auditLogStaffBn;
    expectInOrder(texts, [
      text.title,
      text.hint,
      'সিএসভি ডাউনলোড',
      text.search,
      uiBn.common.from,
      uiBn.common.to,
    ]);
    expect(texts.slice(-2)).toEqual(['এই বাছাইয়ে কিছু মেলেনি', 'খোঁজা মুছুন']);
    expect((await renderScreen(at, auditor, { [activity]: list([]) })).texts).toContain('এখনো কোনো চিহ্ন নেই');
    expect((await renderScreen(at, auditor, { [activity]: 500 })).texts).toContain('তালিকা আনা যায়নি');
    expect((await renderScreen(`${at}?id=5`, auditor, { [activity]: list([]) })).texts).toEqual(
      expect.arrayContaining([text.one, text.all]),
    );
  });
});
