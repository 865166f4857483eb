// What the state of the shop and the first steps show, rendered without a browser. Interactions are tested in tests/journeys.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { checkupNames, firstSteps } from '#contract/checkup/rules.ts';
import { checkupWords } from '#contract/checkup/words.ts';
import {
  expectInOrder,
  owner,
  renderPlainScreen,
  renderScreen,
} from '../../../../tests/support/render-screen.tsx';
import { firstStepsBn } from '../../features/checkup/first-steps/text-bn.ts';
import { FirstStepsCard } from '../../features/checkup/first-steps-card.tsx';
import { checkupBn } from '../../features/checkup/text-bn.ts';
import { router } from '../../router.tsx';

const auditor: UserInfo = { ...owner, id: 3, roles: ['auditor'] };
const checked_at = '2026-03-05T04:30:00Z';
const well = checkupNames.map((name) => ({
  name,
  state: 'well',
  finding: { bn: 'উত্তর দেয়', en: 'answers' },
}));
const checkup = (results: readonly object[]) => ({
  '/account/checkup/': { results, count: results.length, checked_at },
});
const steps = (states: Record<string, string>) => {
  const results = firstSteps.map((name) => ({ name, state: states[name] ?? 'done' }));
  return {
    '/account/first-steps/': {
      results,
      count: results.length,
      left: results.filter(({ state }) => state === 'open' || state === 'sandbox').length,
    },
  };
};

describe('the state of the shop', () => {
  const { checkup: text } = checkupBn;
  const see = (answers: object) => renderPlainScreen('/admin/checkup', owner, { ...answers });

  it('says that all is well, part by part, and what to do with nothing', async () => {
    const { texts } = await see(checkup(well));
    expectInOrder(texts, [text.title, text.allWell, '৫ মার্চ, ২০২৬, সকাল ১০:৩০-এ দেখা', text.again]);
    expectInOrder(
      texts,
      checkupNames.map((name) => checkupWords[name].name.bn),
    );
    expect(texts.join()).not.toContain(text.doNow);
  });

  it('says what is wrong before what is to be looked at, each with its remedy', async () => {
    const results = well.map((result) =>
      result.name === 'backups'
        ? { ...result, state: 'wrong', finding: { bn: 'এখনো কোনো পুরো ব্যাকআপ নেই', en: 'none' } }
        : result.name === 'late_orders'
          ? { ...result, state: 'look', finding: { bn: '২টি অর্ডারে দেরি হয়ে গেছে', en: 'two' } }
          : result,
    );
    const { texts, whole } = await see(checkup(results));
    expect(texts).toContain('১টি বিষয় ঠিক করতে হবে');
    expectInOrder(texts, ['ব্যাকআপ', text.states.wrong, 'এখনো কোনো পুরো ব্যাকআপ নেই']);
    expectInOrder(texts, ['অর্ডার', text.states.look, '২টি অর্ডারে দেরি হয়ে গেছে']);
    for (const name of ['backups', 'late_orders'] as const)
      expect(whole).toContain(checkupWords[name].remedy.bn);
    const onlyLook = await see(checkup(results.filter(({ state }) => state !== 'wrong')));
    expect(onlyLook.texts).toContain('১টি বিষয় একবার দেখুন');
  });

  it('shows a check that only a newer server knows', async () => {
    const results = [{ ...well[0]!, name: 'tides', state: 'look', finding: { bn: 'জোয়ার', en: 'high' } }];
    expectInOrder((await see(checkup(results))).texts, ['tides', text.states.look, 'জোয়ার']);
  });

  it('can be asked again when it does not come', async () => {
    expectInOrder((await see({ '/account/checkup/': 500 })).texts, [text.failed, 'আবার চেষ্টা করুন']);
  });
});

describe('the first steps', () => {
  const text = { ...checkupBn.steps, ...firstStepsBn };

  it('open the first one that is left, and show how far the shop is', async () => {
    const { texts, whole } = await renderPlainScreen(
      '/admin/first-steps',
      owner,
      steps({ prices: 'open', payments: 'sandbox', logo: 'confirmed' }),
    );
    expectInOrder(texts, [text.title, '১২টির মধ্যে ১০টি হয়েছে', ...Object.values(text.names)]);
    expectInOrder(texts, [text.names.logo, text.states.confirmed, text.names.prices, text.states.open]);
    expectInOrder(texts, [text.names.payments, text.states.sandbox]);
    expect(whole).toMatch(/aria-expanded="true"[^>]*aria-controls="step-prices"/);
    expect(texts).toContain(text.open.prices);
    expect(texts).toContain(text.confirm);
  });

  it('lead to the page of each step, or say that it is done where the portal is installed', async () => {
    const see = (name: string, state = 'open') =>
      renderPlainScreen('/admin/first-steps', owner, steps({ [name]: state }));
    expect((await see('second_factor')).html).toContain('href="/admin/account?tab=second"');
    expect((await see('owner')).html).toContain(`href="/admin/user/details/${owner.id}"`);
    for (const name of ['mail', 'payments', 'registry', 'backups'])
      expect((await see(name)).texts, name).toContain(text.inFile);
    expect((await see('staff')).texts).not.toContain(text.inFile);
  });

  it('say that the shop can open once none is left, and let auditors only look', async () => {
    const done = await renderPlainScreen('/admin/first-steps', owner, steps({}));
    expect(done.texts).toContain(text.ready);
    const seen = await renderPlainScreen('/admin/first-steps', auditor, steps({ prices: 'open' }));
    expect(seen.texts).not.toContain(text.confirm);
    expect(seen.texts).not.toContain(text.ready);
  });

  it('are on the dashboard of owners until they are done', async () => {
    const see = async (user: UserInfo, states: Record<string, string>) =>
      (await renderPlainScreen('/admin/dashboard', user, steps(states))).texts;
    expectInOrder(await see(owner, { mail: 'sandbox' }), [text.title, '১২টির মধ্যে ১১টি হয়েছে', text.goOn]);
    expect(await see(owner, {})).not.toContain(text.goOn);
    expect(await see(auditor, { mail: 'sandbox' })).not.toContain(text.goOn);
  });

  it('hold their place until the answer is there, unless they were done before', async () => {
    const waiting = async (stored: Readonly<Record<string, string>>) => {
      await renderScreen('/admin/dashboard', owner, {}, null, stored);
      return renderToStaticMarkup(
        <QueryClientProvider client={new QueryClient()}>
          <RouterContextProvider router={router}>
            <FirstStepsCard />
          </RouterContextProvider>
        </QueryClientProvider>,
      );
    };
    expect(await waiting({})).toMatch(/invisible[^>]*>.*১২টির মধ্যে ০টি হয়েছে/);
    expect(await waiting({ first_steps_done: 'yes' })).toBe('');
    expect((await renderScreen('/admin/dashboard', owner, {}, <FirstStepsCard />)).html).toBe('');
  });
});
