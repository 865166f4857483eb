import { Link } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { usePublicText } from './text.ts';

export function NotFoundPage() {
  const text = usePublicText();
  useTitle(text.notFound.title);
  return (
    <main className="mx-auto grid min-h-[70dvh] max-w-md place-content-center justify-items-center gap-2 p-6 text-center">
      <FileQuestion className="size-12 text-accent-text" strokeWidth={1.5} aria-hidden="true" />
      <h1 className="text-xl">{text.notFound.title}</h1>
      <p className="text-muted">{text.notFound.hint}</p>
      <Link to="/" className={button({ className: 'mt-4' })}>
        {text.notFound.home}
      </Link>
    </main>
  );
}
