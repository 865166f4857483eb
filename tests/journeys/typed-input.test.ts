// Amounts, phone numbers and dates as people type and paste them: how the fields interpret them, and what they refuse.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { toBengaliDigits } from '#contract/digits.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

/** Types like an input method: the text is one composition until it is committed. */
async function compose(page: Page, text: string): Promise<void> {
  const input = await page.context().newCDPSession(page);
  for (let end = 1; end <= text.length; end += 1)
    await input.send('Input.imeSetComposition', {
      text: text.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    });
  await input.send('Input.insertText', { text });
  await input.detach();
}

it('an amount: separators while typing, the amount in words, preset amounts, and nothing that turns into another amount', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin);
  await openAs(page, portal, person, '/app/recharge-history');
  const amount = page.locator('input[name=amount]');
  const words = (text: string) => page.getByText(text, { exact: true }).waitFor();
  await amount.pressSequentially('123456');
  expect(await amount.inputValue()).toBe('১,২৩,৪৫৬');
  await words('এক লাখ তেইশ হাজার চারশ ছাপ্পান্ন টাকা');
  // In the middle: the caret stays with its digit.
  await amount.press('Home');
  await amount.press('ArrowRight');
  await amount.pressSequentially('99');
  expect(await amount.inputValue()).toBe('১,৯৯,২৩,৪৫৬');
  for (const withSeparators of ['1,000.00', '1,23,456', '১,০০,০০০']) {
    await amount.fill('');
    await amount.pressSequentially(withSeparators);
    expect(await amount.inputValue()).toBe(toBengaliDigits(withSeparators));
  }
  await amount.fill('');
  await amount.pressSequentially('500.50');
  expect(await amount.inputValue()).toBe('৫০০.৫০');
  await words('পাঁচশ টাকা পঞ্চাশ পয়সা');
  for (const [pasted, shown] of [
    ['৫০০.৫০', '৫০০.৫০'],
    ['1,000.00', '১,০০০.০০'],
    ['1 000', '১,০০০'],
    ['৫০০ টাকা', '৫০০'],
    ['-20', '-২০'],
    ['500,50', '৫০০,৫০'],
  ] as const) {
    await amount.fill(pasted);
    expect(await amount.inputValue()).toBe(shown);
  }
  await page.getByRole('button', { name: 'রিচার্জ করুন' }).click();
  await page.getByText(/^সঠিক পরিমাণ লিখুন/).waitFor();
  // A comma inside a composition is not a separator of the field's own.
  for (const [composed, shown] of [
    ['1500,50', '১৫০০,৫০'],
    ['12345,67', '১২৩৪৫,৬৭'],
    ['1,23,456', '১,২৩,৪৫৬'],
  ] as const) {
    await amount.fill('');
    await compose(page, composed);
    expect(await amount.inputValue()).toBe(shown);
  }
  await compose(page, '78');
  expect(await amount.inputValue()).toBe('১,২৩,৪৫,৬৭৮');
  await amount.fill('');
  await compose(page, '1500');
  expect(await amount.inputValue()).toBe('১,৫০০');
  await page.getByRole('button', { name: '৳ ৫০০', exact: true }).click();
  expect(await amount.inputValue()).toBe('৫০০');
  await page.getByRole('button', { name: 'রিচার্জ করুন' }).click();
  await page
    .getByRole('dialog')
    .getByText(/৫০০\.০০/)
    .first()
    .waitFor();
  // From a service that costs more than the balance: the missing amount is prefilled.
  await page.goto('/app/recharge-history?amount=250.50');
  await expect.poll(() => amount.inputValue()).toBe('২৫১');
}, 60_000);

it('a phone number is accepted with country code, spaces and hyphens, takes digits only, and is never truncated', async () => {
  const { page } = await browsing.visit(portal.origin);
  await page.goto('/signup');
  const phone = page.locator('input[name=phone]');
  await phone.fill('+880 1712-345678');
  expect(await phone.inputValue()).toBe('০১৭১২৩৪৫৬৭৮');
  await phone.fill('');
  await phone.pressSequentially('৮৮০১৭১২ ৩৪৫৬৭৮');
  expect(await phone.inputValue()).toBe('০১৭১২৩৪৫৬৭৮');
  await phone.fill('017123456789');
  expect(await phone.inputValue()).toBe('০১৭১২৩৪৫৬৭৮৯');
  await phone.fill('');
  await phone.pressSequentially('মোবাইল: 01712-abc345678।');
  expect(await phone.inputValue()).toBe('০১৭১২৩৪৫৬৭৮');
  // Two digits corrected in the middle.
  await phone.evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 5));
  await page.keyboard.type('98');
  expect(await phone.inputValue()).toBe('০১৭৯৮৩৪৫৬৭৮');
  await phone.fill('');
  await compose(page, '01712345678');
  expect(await phone.inputValue()).toBe('০১৭১২৩৪৫৬৭৮');
}, 60_000);

it('a date is accepted in any form, and an impossible one is reported, in the profile as elsewhere', async () => {
  const person = await portal.customer();
  // Nothing scrolls, so a line that appears moves what is below it.
  const { page } = await browsing.visit(portal.origin, { width: 1280, height: 1000 });
  await openAs(page, portal, person, '/app/server-copy-unofficial');
  const date = page.locator('input[name=date_of_birth]');
  expect(await date.getAttribute('inputmode')).toBe('numeric');
  await date.pressSequentially('11101966');
  expect(await date.inputValue()).toBe('১১-১০-১৯৬৬');
  await date.fill('');
  await compose(page, '১১১০১৯৬৬');
  expect(await date.inputValue()).toBe('১১-১০-১৯৬৬');
  for (const [typed, shown] of [
    ['11.10.1966', '১১-১০-১৯৬৬'],
    ['1-1-1966', '০১-০১-১৯৬৬'],
    ['১৯৬৬/১০/১১', '১১-১০-১৯৬৬'],
  ] as const) {
    await date.fill(typed);
    await date.blur();
    expect(await date.inputValue()).toBe(shown);
  }
  // As printed on an identity card, and as pasted.
  for (const pasted of ['05 Aug 1990', '৫ আগস্ট ১৯৯০ ']) {
    await date.fill(pasted);
    await expect.poll(() => date.inputValue()).toBe('০৫-০৮-১৯৯০');
  }
  await date.fill('31-02-1990');
  await date.blur();
  await page.getByText('ক্যালেন্ডারে এমন দিন নেই; দেখে সঠিক তারিখ লিখুন').waitFor();

  // The message appears before the field is left, so the button pressed next does not move away under the pointer.
  const submit = page.locator('main button[type=submit]');
  await submit.click();
  await page.getByText('এনআইডি নম্বর প্রয়োজন').waitFor();
  const nid = page.locator('input[name=nid]');
  // As copied from a form with a box for each digit. Nothing is truncated, because another number might be left.
  await nid.fill([...'19901234567890123'].join(' '));
  expect(await nid.inputValue()).toBe('১৯৯০১২৩৪৫৬৭৮৯০১২৩');
  await nid.fill('1234567890');
  await date.fill('1990.13.45');
  const place = (await submit.boundingBox())!;
  await page.mouse.move(place.x + place.width / 2, place.y + 4);
  await page.mouse.down();
  await page.waitForTimeout(100);
  await page.mouse.up();
  await page.locator('input[name=date_of_birth][aria-invalid=true]').waitFor();

  await page.goto('/app/profile');
  await page.getByRole('button', { name: /জন্ম তারিখ/ }).click();
  const birth = page.locator('input[name=birth_date]');
  expect(await birth.getAttribute('type')).not.toBe('date');
  await birth.fill('1.1.1966');
  await birth.press('Enter');
  await page.getByText('১ জানুয়ারি, ১৯৬৬').waitFor();
}, 60_000);

it('a name typed with Latin letters becomes Bengali word by word, once the user has switched that on', async () => {
  const person = await portal.customer();
  const { page } = await browsing.visit(portal.origin, { width: 360 });
  await openAs(page, portal, person, '/app/new-birth-certificate');
  const name = page.locator('input[name=name_bn]');
  await name.pressSequentially('rohim ');
  expect(await name.inputValue()).toBe('rohim ');
  await name.fill('');
  await name.press('Control+m');
  expect(await page.getByLabel('ইংরেজি হরফে লিখলে বাংলা হবে').isChecked()).toBe(true);
  await page.getByText('যেমন rohim লিখে').waitFor();
  await name.pressSequentially('md rohim uddin');
  expect(await name.inputValue()).toBe('মোঃ রহিম uddin');
  await name.press('Tab');
  expect(await name.inputValue()).toBe('মোঃ রহিম উদ্দিন');
  // In the middle: the caret stays where typing continues.
  await name.press('Home');
  await name.pressSequentially('kazi ');
  expect(await name.inputValue()).toBe('কাজী মোঃ রহিম উদ্দিন');
  await name.pressSequentially('mahbub ');
  expect(await name.inputValue()).toBe('কাজী মাহবুব মোঃ রহিম উদ্দিন');
  const english = page.locator('input[name=name_en]');
  await english.pressSequentially('Rohim Uddin ');
  expect(await english.inputValue()).toBe('Rohim Uddin ');
});

it('the profile and the order form accept Latin letters for Bengali too, including the last word before Enter', async () => {
  const person = await portal.customer({ first_name: 'মরিয়ম' });
  await portal.topUp(person, '5000');
  const { page } = await browsing.visit(portal.origin, { width: 360 });
  await openAs(page, portal, person, '/app/profile');
  await page.getByRole('button', { name: /নাম/ }).first().click();
  const first = page.locator('input[name=first_name]');
  await first.fill('');
  // Keys of an input method neither save nor leave the field: Safari reports code 229 for the key that ends a composition.
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'রহ', selectionStart: 2, selectionEnd: 2 });
  await page.keyboard.press('Escape');
  await input.send('Input.insertText', { text: 'রহিম' });
  await first.evaluate((field) => {
    for (const key of ['Escape', 'Enter'])
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }),
      );
  });
  expect(await first.inputValue()).toBe('রহিম');
  await first.fill('');
  await first.pressSequentially('Rohim ');
  expect(await first.inputValue()).toBe('Rohim ');
  await page.getByLabel('ইংরেজি হরফে লিখলে বাংলা হবে').check();
  await page.getByText('যেমন rohim লিখে').waitFor();
  await first.fill('');
  await first.pressSequentially('md rohim');
  await first.press('Enter');
  await page.getByText('মোঃ রহিম').first().waitFor();

  await page.goto('/app/my-orders/new?service=AB');
  const note = page.locator('textarea[name=note]');
  await page.getByText('যেমন rohim লিখে').waitFor();
  await note.pressSequentially('rohim uddin ');
  expect(await note.inputValue()).toBe('রহিম উদ্দিন ');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
}, 60_000);
