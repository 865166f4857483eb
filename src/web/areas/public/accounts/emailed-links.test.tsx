// Whom users can ask if they get no link, rendered without a browser. Requests are tested in tests/journeys.
import { afterAll, expect, it } from 'vitest';
import { PublicShop } from '#contract/settings/calls.ts';
import { customer, renderScreen } from '../../../../../tests/support/render-screen.tsx';
import { sampleAnswer } from '../../../../../tests/support/sample-answer.ts';
import { storeShop } from '../../../lib/shop.ts';
import { ForgotPasswordPage } from './emailed-links.tsx';

const withPhone = (phone: string, sends_mail = true) =>
  storeShop(sampleAnswer(PublicShop, { contact: { phone, mail: '', address: '' }, sends_mail }));
const screen = () => renderScreen('/forgot-password', customer, {}, <ForgotPasswordPage />);
const words = 'ইমেইল না এলে বা ইমেইল খুলতে না পারলে দোকানে ফোন করুন:';

afterAll(() => storeShop(undefined));

it('names the phone of the shop, in the digits of the reader, as a link that calls it', async () => {
  withPhone('01712 345678');
  const { texts, html } = await screen();
  expect(texts).toContain(words);
  expect(texts).toContain('০১৭১২ ৩৪৫৬৭৮');
  expect(html).toContain('href="tel:01712345678"');
});

it('says nothing of a phone where the shop has named none', async () => {
  withPhone('');
  expect((await screen()).texts).not.toContain(words);
});

it('promises no link where the shop sends no email, and names its phone', async () => {
  withPhone('01712 345678', false);
  const { texts } = await screen();
  expect(texts).toContain('এই দোকান এখন ইমেইল পাঠায় না, তাই লিংক আসবে না। নতুন পাসওয়ার্ডের জন্য দোকানে যোগাযোগ করুন।');
  expect(texts).toContain('০১৭১২ ৩৪৫৬৭৮');
  expect(texts.join()).not.toContain('একটি লিংক পাঠানো হবে');
});
