// What the reports show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import { expectInOrder, owner, renderPlainScreen } from '../../../../../tests/support/render-screen.tsx';
import { reportsBn } from '../../../features/reports/text-bn.ts';
import { uiBn } from '../../../ui/text-bn.ts';

describe('a report', () => {
  it('offers today, yesterday and this month, and leaves out days on which nothing happened', async () => {
    const [quiet, busy] = [
      [0, '0.00', '0.00', '0.00', '0.00', '0.00', '0.00'],
      [2, '90.00', '0.00', '90.00'],
    ];
    const { texts, html } = await renderPlainScreen(
      '/admin/reports/sales?from=2026-03-01&to=2026-03-02',
      owner,
      {
        '/account/admin/reports/sales/': {
          ...{ report: 'sales', from: '2026-03-01', to: '2026-03-02' },
          before: { from: '2026-02-27', to: '2026-02-28' },
          figures: [],
          groups: [
            {
              name: 'day',
              rows: [
                { label: '2026-03-01', values: quiet },
                { label: '2026-03-02', values: busy },
              ],
            },
          ],
        },
      },
    );
    expectInOrder(texts, ['আজ', 'গতকাল', 'এই মাস', '৭ দিন']);
    const table = texts.slice(texts.lastIndexOf('দিন অনুযায়ী'));
    expect(table).toContain('২ মার্চ, ২০২৬');
    expect(table).not.toContain('১ মার্চ, ২০২৬');
    // A table of a month of days is too high and scrolls; two conflicting rules for one direction would be resolved arbitrarily.
    const ways = [...html.matchAll(/class="([^"]*)"/g)].map(
      ([, all]) => all!.match(/(?<!\S)overflow-y-\w+/g) ?? [],
    );
    expect(ways).toContainEqual(['overflow-y-auto']);
    expect(ways.filter(({ length }) => length > 1)).toEqual([]);
  });

  it('says in its sentence what its figures say, also where more was given back than sold', async () => {
    const sentenceOf = async (value: string, before: string, growth: number | null) => {
      const { texts } = await renderPlainScreen('/admin/reports/sales?from=2026-03-02&to=2026-03-02', owner, {
        '/account/admin/reports/sales/': {
          ...{ report: 'sales', from: '2026-03-02', to: '2026-03-02' },
          before: { from: '2026-03-01', to: '2026-03-01' },
          figures: [{ name: 'revenue', value, before, growth_percentage: growth }],
          groups: [{ name: 'day', rows: [{ label: '2026-03-02', values: [0, '0.00', '0.00', value] }] }],
        },
      });
      return texts.find((text) => text.startsWith('এই সময়ে নিট বিক্রি'));
    };
    expect(await sentenceOf('-50.00', '20.00', -350)).toBe('এই সময়ে নিট বিক্রি −৳ ৫০.০০, আগের সময়ের চেয়ে কম।');
    expect(await sentenceOf('90.00', '-50.00', null)).toContain('৳ ৯০.০০, আগের সময়ের চেয়ে বেশি;');
    expect(await sentenceOf('10004.00', '10000.00', 0)).toContain('৳ ১০,০০৪.০০, আগের সময়ের চেয়ে বেশি;');
    expect(await sentenceOf('10000.00', '10000.00', 0)).toContain('আগের সময়ের সমান;');
    expect(await sentenceOf('0.00', '20.00', -100)).toBe('এই সময়ে নিট বিক্রি শূন্য।');
  });

  it('of one day names that day once', async () => {
    const { texts } = await renderPlainScreen('/admin/reports/sales?from=2026-03-02&to=2026-03-02', owner, {
      '/account/admin/reports/sales/': {
        ...{ report: 'sales', from: '2026-03-02', to: '2026-03-02', figures: [], groups: [] },
        before: { from: '2026-03-01', to: '2026-03-01' },
      },
    });
    expect(texts).toContain('তুলনা: ১ মার্চ, ২০২৬');
  });

  it('a report says when there was nothing, that nothing can be measured, and when it failed', async () => {
    const at = '/admin/reports/sales?from=2026-03-01&to=2026-03-07';
    const path = '/account/admin/reports/sales/';
    const figure = { name: 'revenue', value: '0.00', before: '0.00', growth_percentage: null };
    const report = {
      ...{ report: 'sales', from: '2026-03-01', to: '2026-03-07' },
      before: { from: '2026-02-22', to: '2026-02-28' },
      figures: [figure, { ...figure, name: 'in_time', value: null, before: null }],
      groups: [
        { name: 'service', rows: [] },
        { name: 'day', rows: [{ label: '2026-03-01', values: [0, '0.00', '0.00', '0.00'] }] },
      ],
    };
    const { texts, requests: asked } = await renderPlainScreen(at, owner, { [path]: report });
    expect(asked).toContain(`${path}?from=2026-03-01&to=2026-03-07`);
    expectInOrder(texts, [
      ...['বিক্রির প্রতিবেদন', uiBn.common.from, uiBn.common.to, reportsBn.show, reportsBn.quick],
      ...['৭ দিন', '৩০ দিন', '৯০ দিন', 'পিডিএফ নিন', 'সিএসভি নিন'],
      ...['তুলনা: ২২ ফেব্রুয়ারি, ২০২৬ – ২৮ ফেব্রুয়ারি, ২০২৬', 'নিট বিক্রি', '৳ ০.০০', 'আগের সময়ে ৳ ০.০০'],
      ...[
        'সময়মতো',
        reportsBn.none,
        'এই সময়ে নিট বিক্রি শূন্য।',
        'সার্ভিস অনুযায়ী',
        reportsBn.empty,
        reportsBn.emptyHint,
      ],
      'দিন অনুযায়ী',
    ]);
    const failed = [reportsBn.failed, 'আবার চেষ্টা করুন'];
    expect((await renderPlainScreen(at, owner, { [path]: 500 })).texts.slice(-2)).toEqual(failed);
    for (const [name, title] of [
      ['users', 'গ্রাহকের প্রতিবেদন'],
      ['performance', 'কাজের গতির প্রতিবেদন'],
    ] as const)
      expectInOrder((await renderPlainScreen(`/admin/reports/${name}`, owner, {})).texts, [title, ...failed]);
  });
});
