// What a refused field of the profile is told: the text of its own rule, wherever the field stands.
import { expect, it } from 'vitest';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();

it.each([
  ['phone', '0212', 'ফোন নম্বরটি ০১ দিয়ে শুরু হতে হবে'],
  ['phone', '0171234567', 'সঠিক ফোন নম্বর দিন (১১ ডিজিট)'],
  ['birth_date', '31-02-1990', 'সঠিক তারিখ ফরম্যাট লিখুন (DD-MM-YYYY, DD/MM/YYYY বা YYYY-MM-DD)'],
  ['gender', 'zz', 'পুরুষ, নারী বা অন্যান্য বেছে নিন, অথবা খালি রাখুন'],
])('the %s %s, flat or in the profile', async (field, value, text) => {
  const { id, token } = await portal.customer();
  const change = (body: unknown) => portal.call('PATCH', `/account/user/${id}/`, { token, body });
  const messages = [text.normalize('NFC')];
  expect((await change({ [field]: value })).body).toEqual({ [field]: messages });
  expect((await change({ profile: { [field]: value } })).body).toEqual({ profile: messages });
});
