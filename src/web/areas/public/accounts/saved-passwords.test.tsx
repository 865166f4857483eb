// The account of each password form, declared where password managers look: they then replace the old password with the new one.
import { expect, it } from 'vitest';
import { customer, renderScreen } from '../../../../../tests/support/render-screen.tsx';
import { PasswordForm } from '../../../features/accounts/password/password-form.tsx';
import { SecondFactorSetUp } from '../../../features/accounts/second-factor.tsx';

it.each([
  ['a password is changed', <PasswordForm key="1" />],
  ['the second factor is set up', <SecondFactorSetUp key="2" onDone={() => undefined} />],
])('is named where %s', async (_, form) => {
  const { html } = await renderScreen('/app/profile', customer, {}, form);
  const [username, ...passwords] = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input);
  expect(username).toMatch(/ hidden="" /);
  expect(username).toContain('autoComplete="username"');
  expect(username).toContain(`value="${customer.username}"`);
  expect(passwords[0]).toContain('autoComplete="current-password"');
});
