// Typing Bengali with Latin letters, in the fields that support it. It is off until the user turns it on for this device.
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { fetchCode } from '../../../lib/loading/code.ts';
import { readStored, writeStored } from '../../../lib/storage/stored.ts';
import { createStore, useStore } from '../../../lib/store.ts';

const storedKey = 'phonetic';
type TextControl = HTMLInputElement | HTMLTextAreaElement;

const wanted = createStore(readStored(storedKey) === '1');

/** Fetched when first wanted; until then typed text stays as it is. */
const loaded = createStore<typeof import('./phonetic.ts') | undefined>(undefined);

export const usePhoneticWanted = (): boolean => useStore(wanted);
export const usePhoneticReady = (): boolean => useStore(loaded) !== undefined;

export function wantPhonetic(isWanted: boolean): void {
  writeStored(storedKey, isWanted ? '1' : null);
  wanted.set(isWanted);
}

/** Handlers of a text control. While phonetic typing is off, they pass the text on unchanged. */
export function usePhonetic(onChange: (value: string) => void) {
  const isOn = usePhoneticWanted();
  const code = useStore(loaded);
  useEffect(() => {
    if (isOn && !code) void fetchCode(() => import('./phonetic.ts')).then(loaded.set);
  }, [isOn, code]);
  const wholeOf = (typed: string) => (isOn && code ? code.toBengaliText(typed) : typed);
  return {
    ...(isOn ? { autoCapitalize: 'none' as const } : {}),
    onChange({ target, nativeEvent }: ChangeEvent<TextControl>) {
      // Deleting does not count as typing, so the rest stays as it is.
      const isTyped = !('inputType' in nativeEvent && String(nativeEvent.inputType).startsWith('delete'));
      if (!isOn || !code || !isTyped) return onChange(target.value);
      onChange(code.toBengaliTyped(target.value, target.selectionStart ?? target.value.length));
    },
    onBlur({ target }: FocusEvent<TextControl>) {
      if (wholeOf(target.value) !== target.value) onChange(wholeOf(target.value));
    },
    onKeyDown(event: KeyboardEvent<TextControl>) {
      const { value, selectionStart } = event.currentTarget;
      // Enter may submit the form while the last word is still in Latin letters.
      if (event.key === 'Enter' && selectionStart === value.length && wholeOf(value) !== value)
        flushSync(() => onChange(wholeOf(value)));
      if (!event.ctrlKey || event.altKey || event.shiftKey || event.code !== 'KeyM') return;
      event.preventDefault();
      wantPhonetic(!isOn);
    },
  };
}
