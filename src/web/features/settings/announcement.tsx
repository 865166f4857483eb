// The shop's announcement to all customers, at the top of their pages.
import { Megaphone } from 'lucide-react';
import { useLanguage } from '../../lib/language.ts';
import { useShop } from '../../lib/shop.ts';
import { Callout } from '../../ui/surface.tsx';

export function Announcement() {
  const language = useLanguage();
  const words = useShop()?.announcement;
  const shown = words?.[language] || words?.bn || words?.en;
  if (!shown) return null;
  return (
    <Callout tone="accent" className="no-print mb-6">
      <p className="flex items-start gap-3 break-words whitespace-pre-line">
        <Megaphone className="mt-1 size-5 shrink-0" aria-hidden="true" />
        {shown}
      </p>
    </Callout>
  );
}
