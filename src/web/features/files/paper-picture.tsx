// A page of a paper as a picture. At the width of a phone it is unreadable, so there it can be enlarged to the size of paper and scrolled.
import { clsx } from 'clsx';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFilesText } from './text.ts';

export function PaperPicture({ src, alt, className }: { src: string; alt: string; className?: string }) {
  const { viewer: text } = useFilesText();
  const [large, setLarge] = useState(false);
  const Icon = large ? ZoomOut : ZoomIn;
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="no-print mb-2 sm:hidden"
        aria-pressed={large}
        onClick={() => setLarge(!large)}
      >
        <Icon className="size-4" aria-hidden="true" />
        {large ? text.smaller : text.larger}
      </Button>
      {/* A scrolling area has to be reachable by keyboard as well. */}
      <div className="overflow-x-auto rounded-md border border-line" tabIndex={large ? 0 : undefined}>
        <img
          src={src}
          alt={alt}
          draggable={false}
          className={clsx(large ? 'w-[50rem] max-w-none' : 'w-full', className)}
        />
      </div>
    </>
  );
}
