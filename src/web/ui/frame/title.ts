// The page's title in the browser tab.
import { useEffect } from 'react';
import { useUiText } from '../text.ts';

export function useTitle(title: string): void {
  const { brand } = useUiText();
  useEffect(() => {
    document.title = title === '' || title === brand.name ? brand.name : `${title} — ${brand.name}`;
  }, [title, brand.name]);
}
