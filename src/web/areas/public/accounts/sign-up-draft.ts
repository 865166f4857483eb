// What was typed into the sign-up, for this tab alone: a phone that looks at a mail meanwhile throws the page away. Never the password.
import { useEffect, useState } from 'react';
import { createStore } from '../../../lib/store.ts';

const key = 'sign-up';

/** The email of the account that this tab has just opened: the login says so and has it filled in. */
export const openedAccount = createStore<string | undefined>(undefined);

function read(): object {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as object;
  } catch {
    return {};
  }
}

export function useSignUpDraft<V extends { password: string; terms: boolean }>(blank: V) {
  const [value, setValue] = useState<V>(() => ({ ...blank, ...read() }));
  useEffect(() => {
    try {
      const { password: _password, terms: _terms, ...kept } = value;
      if (Object.values(kept).some((typed) => typed !== ''))
        sessionStorage.setItem(key, JSON.stringify(kept));
      else sessionStorage.removeItem(key);
    } catch {
      // Then only a reload loses it.
    }
  }, [value]);
  return { value, set: (change: (old: V) => V) => setValue(change) };
}

export function forgetSignUpDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
