// Checks of a new password and its repetition; separate from those of the sign-up, which loads no more than it needs.
import type { FieldMessageKey } from '#contract/fields/field-messages.ts';
import { findPasswordError } from '../account-checks.ts';

/** The messages of the sign-up, worded for a new password. */
const ofNew: Partial<Record<FieldMessageKey, FieldMessageKey>> = {
  password_required: 'new_password_required',
  password_short: 'new_password_short',
};

export function findConfirmationError(password: string, repeated: string): FieldMessageKey | undefined {
  if (repeated === '') return 'required';
  return password === repeated ? undefined : 'passwords_differ';
}

/** Checks a new password and its repetition. */
export function findNewPasswordErrors(values: { new_password: string; confirm_password: string }): {
  new_password?: FieldMessageKey;
  confirm_password?: FieldMessageKey;
} {
  const password = findPasswordError(values.new_password);
  const repeated = findConfirmationError(values.new_password, values.confirm_password);
  return {
    ...(password ? { new_password: ofNew[password] ?? password } : {}),
    ...(repeated ? { confirm_password: repeated } : {}),
  };
}
