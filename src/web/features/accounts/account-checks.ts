// What the forms about accounts check before they send: the same rules as the server's, without its schemas.

import { isCommonPassword } from '#contract/accounts/common-passwords.ts';
import { emailShape, isMobileNumber, minimumPasswordLength } from '#contract/accounts/rules.ts';
import type { FieldMessageKey } from '#contract/field-messages.ts';

export const isEmail = (typed: string) => emailShape.test(typed.trim());

export const isStrongPassword = (password: string) =>
  password.length >= minimumPasswordLength && !isCommonPassword(password);

export function findPhoneError(digits: string): FieldMessageKey | undefined {
  if (digits === '') return 'phone_required';
  if (!digits.startsWith('01')) return 'phone_prefix';
  return isMobileNumber(digits) ? undefined : 'phone_invalid';
}

export function findPasswordError(password: string): FieldMessageKey | undefined {
  if (password === '') return 'password_required';
  if (password.length < minimumPasswordLength) return 'password_short';
  return isCommonPassword(password) ? 'password_common' : undefined;
}

function findNewPasswordError(password: string): FieldMessageKey | undefined {
  if (password === '') return 'new_password_required';
  if (password.length < minimumPasswordLength) return 'new_password_short';
  return isCommonPassword(password) ? 'password_common' : undefined;
}

export function findConfirmationError(password: string, repeated: string): FieldMessageKey | undefined {
  if (repeated === '') return 'required';
  return password === repeated ? undefined : 'passwords_differ';
}

/** A new password and its repetition. */
export function findNewPasswordErrors(values: { new_password: string; confirm_password: string }): {
  new_password?: FieldMessageKey;
  confirm_password?: FieldMessageKey;
} {
  const password = findNewPasswordError(values.new_password);
  const repeated = findConfirmationError(values.new_password, values.confirm_password);
  return {
    ...(password ? { new_password: password } : {}),
    ...(repeated ? { confirm_password: repeated } : {}),
  };
}
