// The password that somebody who is signed in is asked for once more.
import type { ComponentProps } from 'react';
import { useUser } from '../../lib/session.ts';
import { PasswordInput } from './input.tsx';

export function OwnPasswordInput(control: ComponentProps<'input'>) {
  const { username } = useUser();
  return (
    <>
      {/* Without it a password manager keeps a changed password beside the old one, and offers the old one at the next login. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <PasswordInput maxLength={256} {...control} autoComplete="current-password" />
    </>
  );
}
