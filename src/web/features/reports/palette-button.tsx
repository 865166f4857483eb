// Opens the command palette by click or Ctrl+K; its code is fetched on first use.
import { Search } from 'lucide-react';
import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../lib/code.ts';
import { button } from '../../ui/button.tsx';
import type { Palette as PaletteType } from './palette.tsx';

const Palette = lazyPart<ComponentProps<typeof PaletteType>>(async () => ({
  default: (await import('./palette.tsx')).Palette,
}));

interface PaletteButtonProps extends Pick<ComponentProps<typeof PaletteType>, 'pages'> {
  label: string;
}

export function PaletteButton({ label, pages }: PaletteButtonProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyK' || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={button({ variant: 'bare', size: 'icon' })}
        aria-label={label}
        aria-keyshortcuts="Control+K"
        title={`${label} (Ctrl+K)`}
        onClick={() => setOpen(true)}
      >
        <Search className="size-5" aria-hidden="true" />
      </button>
      {open ? (
        <Suspense fallback={null}>
          <Palette pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
