import { Link, useRouterState } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { usePublicText } from './text.ts';

export function NotFoundPage() {
  const text = usePublicText();
  // Inside a frame it leads back to that area.
  const area = useRouterState({
    select: ({ location }) => /^\/(?:app|admin)(?=\/)/.exec(location.pathname)?.[0],
  });
  useTitle(text.notFound.title);
  const Page = area === undefined ? 'main' : 'div';
  return (
    <Page className="mx-auto grid min-h-[70dvh] max-w-md place-content-center justify-items-center gap-2 p-6 text-center">
      <FileQuestion className="size-12 text-accent-text" strokeWidth={1.5} aria-hidden="true" />
      <h1 className="text-xl">{text.notFound.title}</h1>
      <p className="text-muted">{text.notFound.hint}</p>
      <Link
        to={area === '/app' ? '/app' : area === '/admin' ? '/admin/dashboard' : '/'}
        className={button({ className: 'mt-4' })}
      >
        {area === undefined ? text.notFound.home : text.notFound.dashboard}
      </Link>
    </Page>
  );
}
