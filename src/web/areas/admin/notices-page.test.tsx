// What the notices show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import { noticeKinds } from '#contract/notices/rules.ts';
import { expectInOrder, owner, renderScreen } from '../../../../tests/support/render-screen.tsx';
import { noticesBn } from '../../features/notices/text-bn.ts';

const list = (results: unknown[], more: object = {}) => ({ results, count: results.length, ...more });

describe('the notices', () => {
  it('the notices say each kind, what is new, and that there are none', async () => {
    const at = '/admin/notices';
    const notices = '/account/notices/';
    const notice = (kind: string, id: number) => ({
      ...{ id, kind, object: { kind: 'order', id: '12' }, facts: { order: 12, amount: '500.00' } },
      ...{ at: '2026-03-05T04:30:00Z', is_read: id > 1 },
    });
    const disk = { ...notice('storage_attention', 99), facts: { free: '0.15' } };
    const old = { ...notice('backup_attention', 98), facts: {} };
    const kinds = noticeKinds.map((kind, index) => notice(kind, index + 1));
    const { texts, requests: asked } = await renderScreen(at, owner, {
      [notices]: list([...kinds, disk, old], { unread: 1 }),
      '/account/notices/choices/': list(noticeKinds.map((kind) => ({ kind, bell: true, mail: false }))),
    });
    expect(asked).toContain('/account/notices/?page=1&page_size=20');
    const plain = texts.map((text) => text.replaceAll('\u00a0', ' '));
    for (const kind of noticeKinds) {
      const words = noticesBn.kinds[kind];
      expect(plain).toContain(typeof words === 'string' ? words : words('১২', '৳ ৫০০.০০'));
      expect(plain).toContain(noticesBn.choices.kinds[kind]);
    }
    expect(plain).toContain('পোর্টালের ডিস্কে মাত্র ০.১৫ জিবি খালি, জায়গা করুন');
    expect(plain).toContain('ব্যাকআপ ঠিক নেই, কাজের পাতা দেখুন');
    expectInOrder(texts, [noticesBn.title, noticesBn.hint, noticesBn.onlyUnread, noticesBn.readAll]);
    expectInOrder(texts, [noticesBn.choices.title, noticesBn.choices.hint, 'পোর্টালে', 'ইমেইলে']);
    const none = { [notices]: list([], { unread: 0 }), '/account/notices/choices/': 500 };
    const empty = (await renderScreen(at, owner, none)).texts;
    expectInOrder(empty, [noticesBn.empty, noticesBn.emptyHint, noticesBn.choices.failed]);
    expectInOrder((await renderScreen(`${at}?unread=yes`, owner, none)).texts, [
      noticesBn.showAll,
      noticesBn.emptyUnread,
    ]);
    expect((await renderScreen(at, owner, { [notices]: 500 })).texts).toContain(noticesBn.failed);
  });
});
