// The text of a field whose form changes it while it is typed: digits of the other script, separators, a date in a single format.
import { type ChangeEvent, type CompositionEvent, useState } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';

interface TypedValue<E extends HTMLInputElement | HTMLTextAreaElement> {
  value?: string | readonly string[] | number | undefined;
  onChange?: ((event: ChangeEvent<E, E>) => void) | undefined;
}

/** Returns where the caret belongs after the text has changed: behind the same digit, or before what followed it. */
export function caretAfterChange(typed: string, caret: number, shown: string): number {
  if (shown.length === typed.length) return caret;
  const all = toAsciiDigits(shown);
  const before = toAsciiDigits(typed.slice(0, caret));
  const after = toAsciiDigits(typed.slice(caret));
  if (!/\d$/.test(before) && all.endsWith(after)) return all.length - after.length;
  return RegExp(`(.*?\\d){0,${before.replace(/\D/g, '').length}}`, 's').exec(all)![0].length;
}

/** React moves the caret to the end of a value that it changes, so the caret is restored afterwards. */
function keepCaret(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value: typed, selectionStart } = field;
  queueMicrotask(() => {
    if (field.value === typed || field !== document.activeElement) return;
    const place = caretAfterChange(typed, selectionStart!, field.value);
    field.setSelectionRange(place, place);
  });
}

/** An input method loses its place and repeats itself if its text changes, so a composed text is changed only after the composition has ended. */
export function useTypedValue<E extends HTMLInputElement | HTMLTextAreaElement>({
  value,
  onChange,
}: TypedValue<E>) {
  const [composed, setComposed] = useState<string>();
  return {
    value: composed ?? value,
    onChange(event: ChangeEvent<E, E>) {
      const { target, nativeEvent } = event;
      setComposed((nativeEvent as InputEvent).isComposing ? target.value : undefined);
      onChange?.(event);
      keepCaret(target);
    },
    onCompositionEnd({ currentTarget }: CompositionEvent<E>) {
      setComposed(undefined);
      keepCaret(currentTarget);
    },
  };
}
