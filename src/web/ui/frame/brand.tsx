// The logo: a sheet of paper hanging from the headstroke, with the name next to it.
import { clsx } from 'clsx';
import { apiOrigin, pictureMode } from '../../lib/api/http.ts';
import { useLanguage } from '../../lib/language.ts';
import { useShop } from '../../lib/shop.ts';
import { useUiText } from '../text.ts';

function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('shrink-0', className ?? 'size-9')}>
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <g
        fill="none"
        className="stroke-on-accent"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <path d="M5 9.5h22" strokeWidth="2.6" />
        <path d="M9.5 9.5v13.2a2.3 2.3 0 0 0 2.3 2.3h5.900l4.800-4.800V9.500" />
        <path d="M17.700 25v-4.800h4.800M13 14.300h6M13 18h3.200" strokeWidth="2" />
      </g>
    </svg>
  );
}

export function Brand({ hideName = false }: { hideName?: boolean }) {
  const { brand } = useUiText();
  const language = useLanguage();
  const shop = useShop();
  return (
    <span className="flex items-center gap-2.5">
      {shop?.logo ? (
        <img
          src={`${apiOrigin}${shop.logo}`}
          crossOrigin={pictureMode}
          alt=""
          className="size-9 shrink-0 rounded-md object-contain"
        />
      ) : (
        <Mark />
      )}
      <span className={hideName ? 'sr-only' : 'line-clamp-2 max-w-44 text-lg leading-6 font-bold text-ink'}>
        {shop?.name[language] ?? brand.name}
      </span>
    </span>
  );
}
