// Opens the command palette by click or Ctrl+K; its code is fetched on first use.
import { Search } from 'lucide-react';
import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import { afterPaint } from '../../lib/loading/after-paint.ts';
import { lazyPart } from '../../lib/loading/code.ts';
import { button } from '../../ui/button.tsx';
import type { Palette as PaletteType } from './palette.tsx';
import { bufferTyping } from './typing-buffer.ts';

const Palette = lazyPart<ComponentProps<typeof PaletteType>>(async () => ({
  default: (await import('./palette.tsx')).Palette,
}));

interface PaletteButtonProps extends Pick<ComponentProps<typeof PaletteType>, 'pages'> {
  label: string;
}

export function PaletteButton({ label, pages }: PaletteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  /** Set from the press until the palette is closed. */
  const typing = useRef<() => string>(null);
  const close = () => {
    typing.current = null;
    setOpen(false);
  };
  const open = () => {
    if (typing.current) return;
    typing.current = bufferTyping(close);
    // At its first opening, even requesting the code takes a part of the time that a press may.
    afterPaint(() => setOpen(typing.current !== null));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is always the same
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyK' || event.altKey) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      typing.current?.();
    };
  }, []);
  return (
    <>
      <button
        type="button"
        className={button({ variant: 'bare', size: 'icon' })}
        aria-label={label}
        aria-keyshortcuts="Control+K"
        title={`${label} (Ctrl+K)`}
        onClick={open}
      >
        <Search className="size-5" aria-hidden="true" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Palette pages={pages} typedAhead={() => typing.current?.() ?? ''} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
