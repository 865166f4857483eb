// Checks of the account forms before sending: the same rules as the server's, without its schemas.

import { isCommonPassword } from '#contract/accounts/common-passwords.ts';
import {
  isEmail as isAddress,
  isMobileNumber,
  minimumPasswordLength,
  readEmail,
} from '#contract/accounts/rules.ts';
import type { FieldMessageKey } from '#contract/fields/field-messages.ts';

export const isEmail = (typed: string) => isAddress(readEmail(typed));

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
