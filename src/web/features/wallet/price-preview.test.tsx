// What something costs and what remains, in each state, rendered without a browser.
import { expect, it } from 'vitest';
import { customer, renderPlainScreen } from '../../../../tests/support/render-screen.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { PricePreview } from './price-preview.tsx';

const labels = { price: 'দাম', after: 'পরে থাকবে' };

function see(current_balance: number, error?: ApiError) {
  const form = { errors: {}, refusal: error ? 'সার্ভারের কথা' : '', error };
  return renderPlainScreen(
    '/app/recharge-history',
    customer,
    { '/account/transaction-summary/': { current_balance, held: 0, is_active: true } },
    <PricePreview pricePaisa={15_000n} form={form} labels={labels} />,
  );
}

it('says what remains, also when that is nothing', async () => {
  expect((await see(200)).texts).toEqual(['দাম', '৳ ১৫০.০০', 'পরে থাকবে', '৳ ৫০.০০']);
  expect((await see(150)).texts).toEqual(['দাম', '৳ ১৫০.০০', 'পরে থাকবে', '৳ ০.০০']);
});

it('says the balance and what is missing, and leads to a recharge of that', async () => {
  const { texts, html } = await see(100.5);
  expect(texts.slice(0, 4)).toEqual(['দাম', '৳ ১৫০.০০', 'এখন ব্যালেন্স', '৳ ১০০.৫০']);
  expect(texts[4]).toContain('৳ ৪৯.৫০');
  expect(html.replace(/%22|&quot;/g, '')).toContain('/app/recharge-history?amount=49.50');
});

it('says once why a submit was refused', async () => {
  const count = (texts: string[]) => texts.filter((text) => text === 'সার্ভারের কথা').length;
  expect(count((await see(100, new ApiError(400, { code: 'insufficient_balance' }))).texts)).toBe(1);
  expect(count((await see(100, new ApiError(409, { code: 'other' }))).texts)).toBe(1);
  expect(count((await see(200, new ApiError(409, { code: 'other' }))).texts)).toBe(1);
});
