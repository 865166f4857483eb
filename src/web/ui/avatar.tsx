// A picture of a person, or the first letter on a colour made from the username.
import { clsx } from 'clsx';
import { useState } from 'react';
import { onApiHost } from '../lib/new-tab.ts';

const segmenter = new Intl.Segmenter('bn', { granularity: 'grapheme' });

function hueOf(name: string): number {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)!) % 360;
  return hash;
}

interface AvatarProps {
  name: string;
  /** Determines the colour, which stays the same when the name changes. */
  seed: string;
  image: string | null | undefined;
  className?: string;
}

export function Avatar({ name, seed, image, className }: AvatarProps) {
  const [broken, setBroken] = useState('');
  const first =
    segmenter
      .segment((name || seed || '?').trim())
      [Symbol.iterator]()
      .next().value?.segment ?? '?';
  const variant = clsx(
    'grid shrink-0 place-items-center overflow-hidden rounded-full select-none',
    className ?? 'size-9 text-base',
  );
  if (image && broken !== image) {
    return (
      <img
        src={onApiHost(image)}
        alt=""
        className={clsx(variant, 'object-cover')}
        onError={() => setBroken(image)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={clsx(variant, 'font-medium')}
      style={{ background: `oklch(0.9 0.045 ${hueOf(seed)})`, color: `oklch(0.33 0.07 ${hueOf(seed)})` }}
    >
      {first.toLocaleUpperCase()}
    </span>
  );
}
