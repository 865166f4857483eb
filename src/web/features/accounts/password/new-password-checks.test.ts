import { expect, it } from 'vitest';
import { findConfirmationError, findNewPasswordErrors } from './new-password-checks.ts';

it('asks for the repetition of a password before comparing the two', () => {
  expect(findConfirmationError('', '')).toBe('required');
  expect(findConfirmationError('kaj-cholbe', '')).toBe('required');
  expect(findConfirmationError('kaj-cholbe', 'kaj-cholb')).toBe('passwords_differ');
  expect(findConfirmationError('kaj-cholbe', 'kaj-cholbe')).toBeUndefined();
});

it('reports both fields of an empty form as missing, not as equal', () => {
  expect(findNewPasswordErrors({ new_password: '', confirm_password: '' })).toEqual({
    new_password: 'new_password_required',
    confirm_password: 'required',
  });
  expect(findNewPasswordErrors({ new_password: 'abc', confirm_password: 'abc' })).toEqual({
    new_password: 'new_password_short',
  });
});
