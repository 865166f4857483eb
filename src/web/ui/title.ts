// The name of the page in the browser's tab.
import { useEffect } from 'react';
import { useText } from '../text/text.ts';

export function useTitle(title: string): void {
  const { brand } = useText();
  useEffect(() => {
    document.title = title === '' || title === brand.name ? brand.name : `${title} — ${brand.name}`;
  }, [title, brand.name]);
}
