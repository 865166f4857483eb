// What the settings show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { settingFields } from '#contract/audit-log/detail-words.ts';
import { defaultSettings, settingKeys } from '#contract/settings/rules.ts';
import {
  expectInOrder,
  owner,
  renderPlainScreen,
  renderScreen,
} from '../../../../tests/support/render-screen.tsx';
import { LogoCard } from '../../features/settings/logo-card.tsx';
import { SettingHistory } from '../../features/settings/setting-history.tsx';
import { settingsBn } from '../../features/settings/text-bn.ts';
import { defaultShopName } from '../../text/shop-name.ts';

const auditor: UserInfo = { ...owner, id: 3, roles: ['auditor'] };

const list = (results: unknown[], more: object = {}) => ({ results, count: results.length, ...more });

describe('the settings', () => {
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
      renderPlainScreen(
        at,
        owner,
        { ...answers },
        <SettingHistory group={group} onClose={() => undefined} />,
      );
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
      await renderScreen(
        '/admin/settings',
        owner,
        { '/public/shop/': { name: defaultShopName, logo } },
        <LogoCard mayChange={mayChange} />,
      );
    const own = await see('/public/shop-logo/?v=1', true);
    expectInOrder(own.texts, [text.name, text.hint, text.choose, text.remove]);
    expect(own.html).toContain(`alt="${text.alt}"`);
    expect(own.html).toContain('accept="image/jpeg,image/png"');
    expect((await see(null, true)).texts).not.toContain(text.remove);
    expect((await see('/public/shop-logo/?v=1', false)).texts).toEqual([text.name, text.hint]);
  });

  it('the settings have a card a group, each field by its name, closed to who may only read', async () => {
    const settings = settingKeys.map((key) => ({
      ...{ key, value: defaultSettings[key], version: 0, changed_by: null, changed_at: null },
    }));
    const answer = { '/account/settings/': list(settings) };
    const { settings: text } = settingsBn;
    const { texts } = await renderScreen('/admin/settings', owner, answer);
    expectInOrder(texts, [text.title, text.hint]);
    for (const { name, hint } of Object.values(text.groups)) expectInOrder(texts, [name, hint, text.never]);
    for (const name of Object.values(settingFields.bn)) expect(texts).toContain(name);
    for (const hint of [...Object.values(text.hints), ...text.weekdays]) expect(texts).toContain(hint);
    expect(texts).not.toContain(text.readOnly);
    const read = await renderScreen('/admin/settings', auditor, answer);
    expect(read.texts).toContain(text.readOnly);
    expect(read.texts).not.toContain('সংরক্ষণ করুন');
    expect((await renderScreen('/admin/settings', owner, { '/account/settings/': 500 })).texts).toContain(
      text.failed,
    );
  });
});
