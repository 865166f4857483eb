// Whose password a form asks for, in the place where password managers look, so that they save a changed one in place of the old one.
import { expect, it } from 'vitest';
import { customer, renderScreen } from '../../../../../tests/support/render-screen.tsx';
import { PasswordForm } from '../../../features/accounts/password-form.tsx';
import { SecondFactorSetUp } from '../../../features/accounts/second-factor.tsx';

it.each([
  ['a new password', <PasswordForm key="1" />],
  ['the second factor', <SecondFactorSetUp key="2" onDone={() => undefined} />],
])('is said where somebody signed in changes %s', async (_, form) => {
  const { html } = await renderScreen('/app/profile', customer, {}, form);
  const [username, ...passwords] = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => input);
  expect(username).toMatch(/ hidden="" /);
  expect(username).toContain('autoComplete="username"');
  expect(username).toContain(`value="${customer.username}"`);
  expect(passwords[0]).toContain('autoComplete="current-password"');
});
