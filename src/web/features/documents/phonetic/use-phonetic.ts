// Typing Bengali with Latin letters, in whichever fields want it; off until a person switches it on for this device.
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from '../../../lib/store.ts';
import { readStored, writeStored } from '../../../lib/stored.ts';
import { toBengaliText, toBengaliTyped } from './phonetic.ts';

const storedAs = 'phonetic';
type TextControl = HTMLInputElement | HTMLTextAreaElement;

const wanted = createStore(readStored(storedAs) === '1');

export const usePhoneticWanted = (): boolean => useStore(wanted);

export function wantPhonetic(isWanted: boolean): void {
  writeStored(storedAs, isWanted ? '1' : null);
  wanted.set(isWanted);
}

/** Handlers of a text control; while phonetic typing is off they only pass on what is typed. */
export function usePhonetic(onChange: (value: string) => void) {
  const isOn = usePhoneticWanted();
  const moved = useRef<{ control: TextControl; caret: number }>(undefined);
  // React puts the caret at the end of a value that it has changed.
  useLayoutEffect(() => {
    if (moved.current) moved.current.control.setSelectionRange(moved.current.caret, moved.current.caret);
    moved.current = undefined;
  });
  return {
    ...(isOn ? { autoCapitalize: 'none' as const } : {}),
    onChange({ target, nativeEvent }: ChangeEvent<TextControl>) {
      // Deleting is no typing: what was taken back stays as it is.
      const isTyped = !('inputType' in nativeEvent && String(nativeEvent.inputType).startsWith('delete'));
      if (!isOn || !isTyped) return onChange(target.value);
      const { text, caret } = toBengaliTyped(target.value, target.selectionStart ?? target.value.length);
      if (text !== target.value) moved.current = { control: target, caret };
      onChange(text);
    },
    onBlur({ target }: FocusEvent<TextControl>) {
      if (isOn && toBengaliText(target.value) !== target.value) onChange(toBengaliText(target.value));
    },
    onKeyDown(event: KeyboardEvent<TextControl>) {
      if (!event.ctrlKey || event.altKey || event.shiftKey || event.code !== 'KeyM') return;
      event.preventDefault();
      wantPhonetic(!isOn);
    },
  };
}
