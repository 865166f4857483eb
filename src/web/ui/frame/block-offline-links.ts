// Keeps links from opening a new tab or a download while the server is unreachable, where they would show only the browser's own error. The page
// stays open and says why. Separate from the connection bar, because the first pages need none of it.
import { useEffect } from 'react';
import { useLanguage } from '../../lib/language.ts';
import { connection } from '../../lib/loading/code.ts';
import { notify } from '../../lib/notify.ts';

const words = {
  bn: 'ইন্টারনেট নেই, তাই এখন খোলা যাচ্ছে না। ফিরলে আবার চাপ দিন।',
  en: 'No internet, so this cannot be opened now. Press again when it is back.',
} as const;

export function useBlockOfflineLinks(): void {
  const language = useLanguage();
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      const link =
        event.target instanceof Element &&
        event.target.closest<HTMLAnchorElement>('a[target=_blank], a[download]');
      // A link to something kept on the device opens it with a handler of its own.
      if (!link || event.defaultPrevented || connection.get() === 'online') return;
      if (!link.protocol.startsWith('http')) return;
      event.preventDefault();
      notify.error(words[language]);
    };
    document.addEventListener('click', stay);
    return () => document.removeEventListener('click', stay);
  }, [language]);
}
