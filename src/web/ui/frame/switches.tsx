// The two small switches in every header: theme and language.
import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { setLanguage, useLanguage } from '../../lib/language.ts';
import { afterPaint } from '../../lib/loading/after-paint.ts';
import { fetchCode } from '../../lib/loading/code.ts';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { loadTexts } from '../../text/texts.ts';
import { button } from '../button.tsx';
import { useUiText } from '../text.ts';

export function ThemeSwitch() {
  const theme = useTheme();
  const text = useUiText();
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={button({ variant: 'bare', size: 'icon' })}
      aria-label={next === 'dark' ? text.common.theme.toDark : text.common.theme.toLight}
      onClick={() => setTheme(next)}
    >
      {theme === 'dark' ? (
        <Sun className="size-5" aria-hidden="true" />
      ) : (
        <Moon className="size-5" aria-hidden="true" />
      )}
    </button>
  );
}

export function LanguageSwitch({ className }: { className?: string }) {
  const language = useLanguage();
  const text = useUiText();
  const next = language === 'bn' ? 'en' : 'bn';
  const [isComing, setComing] = useState(false);
  // Every text is rendered again, so the press is painted first.
  const change = async () => {
    await fetchCode(() => loadTexts(next));
    afterPaint(() => {
      setLanguage(next);
      setComing(false);
    });
  };
  return (
    <button
      type="button"
      className={button({
        variant: 'bare',
        size: 'small',
        className: className ?? 'min-w-11 whitespace-nowrap',
      })}
      title={text.common.language.switch}
      aria-disabled={isComing || undefined}
      onClick={() => {
        setComing(true);
        afterPaint(change);
      }}
    >
      {/* Its tooltip is in the language of the page. */}
      <span lang={next}>{text.common.language.name}</span>
    </button>
  );
}
