// Refused fields of a profile or a new password: each reports its own rule, and all are reported together.
import { expect, it } from 'vitest';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();

it.each([
  ['phone', '0212', 'ফোন নম্বরটি ০১ দিয়ে শুরু হতে হবে'],
  ['phone', '0171234567', 'সঠিক ফোন নম্বর দিন (১১ ডিজিট)'],
  ['birth_date', '31-02-1990', 'সঠিক তারিখ ফরম্যাট লিখুন (DD-MM-YYYY, DD/MM/YYYY বা YYYY-MM-DD)'],
  ['birth_date', '31-12-2090', 'তারিখটি এখনো আসেনি; সাল দেখে সঠিক তারিখ লিখুন'],
  ['gender', 'zz', 'পুরুষ, নারী বা অন্যান্য বেছে নিন, অথবা খালি রাখুন'],
])('refuses the %s %s with the text of its rule, flat or in the profile', async (field, value, text) => {
  const { id, token } = await portal.customer();
  const change = (body: unknown) => portal.call('PATCH', `/account/user/${id}/`, { token, body });
  const messages = [text.normalize('NFC')];
  expect((await change({ [field]: value })).body).toEqual({ [field]: messages });
  expect((await change({ profile: { [field]: value } })).body).toEqual({ profile: messages });
});

it('reports three missing fields of an empty password change, and two if it is for someone else', async () => {
  const { id, token } = await portal.customer();
  const change = (asked: string, body: unknown) =>
    portal.call('POST', '/account/update-password/', { token: asked, body });
  const missing = { new_password: ['নতুন পাসওয়ার্ড প্রয়োজন'], confirm_password: ['এই ঘরটি পূরণ করুন'] };
  expect((await change(token, {})).body).toEqual({ current_password: ['পাসওয়ার্ড প্রয়োজন'], ...missing });
  expect((await change(portal.admin.token, { user: id })).body).toEqual(missing);
});
