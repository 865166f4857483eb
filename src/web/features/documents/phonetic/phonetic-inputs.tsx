// Inputs for Bengali text that accept Latin letters while phonetic typing is on.
import type { ComponentProps } from 'react';
import { CountedTextarea, Input } from '../../../ui/form/input.tsx';
import { usePhonetic } from './use-phonetic.ts';

type Typed<P> = Omit<P, 'onChange'> & { onTyped: (value: string) => void };

export function PhoneticInput({ onTyped, ...rest }: Typed<ComponentProps<'input'>>) {
  return <Input {...rest} {...usePhonetic(onTyped)} />;
}

export function PhoneticTextarea({ onTyped, ...rest }: Typed<ComponentProps<typeof CountedTextarea>>) {
  return <CountedTextarea {...rest} {...usePhonetic(onTyped)} />;
}
