// A person's picture, or the first letter of their name on a colour derived from the username.
import { clsx } from 'clsx';
import { useState } from 'react';
import { pictureMode } from '../lib/api/http.ts';
import { onApiHost } from '../lib/new-tab.ts';

/**
 * Matches the first letter of Bengali and Latin names, with its vowel sign and conjuncts. Not the browser's own segmenter: setting that up takes a
 * phone longer than the frame of a page may take.
 */
const firstLetter =
  /(?:[\s\S][\u0300-\u036f\u0981-\u0983\u09bc\u09be-\u09cc\u09d7]*\u200d?\u09cd[\u200c\u200d]?(?=[\u0995-\u09df]))*[\s\S][\u0300-\u036f\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u200c\u200d]*/u;

/** Shown for people without a picture. */
export const initialOf = (name: string): string => firstLetter.exec(name.trim())?.[0] ?? '?';

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
  const variant = clsx(
    'grid shrink-0 place-items-center overflow-hidden rounded-full select-none',
    className ?? 'size-9 text-base',
  );
  if (image && broken !== image) {
    return (
      <img
        src={onApiHost(image)}
        crossOrigin={pictureMode}
        alt=""
        className={clsx(variant, 'object-cover')}
        onError={() => setBroken(image)}
      />
    );
  }
  const hue = hueOf(seed);
  return (
    <span
      aria-hidden="true"
      className={clsx(variant, 'font-medium')}
      style={{ background: `oklch(0.9 0.045 ${hue})`, color: `oklch(0.33 0.07 ${hue})` }}
    >
      {initialOf(name || seed).toLocaleUpperCase()}
    </span>
  );
}
