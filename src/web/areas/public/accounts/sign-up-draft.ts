// The draft of the sign-up, for this tab only, because a phone may discard the page while the user reads a mail. Never the password.
import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage/stored.ts';

const key = 'sign-up';
const place = 'sessionStorage';

export function useSignUpDraft<V extends object>(blank: V, isDone: boolean) {
  const [value, set] = useState<V>(() => ({ ...blank, ...JSON.parse(readStored(key, place) ?? '{}') }));
  useEffect(() => {
    writeStored(key, isDone ? null : JSON.stringify({ ...value, password: '', terms: false }), place);
  });
  return { value, set };
}
