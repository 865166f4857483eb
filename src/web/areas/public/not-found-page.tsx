import { Link } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useSession } from '../../lib/session.ts';
import { button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Brand } from '../../ui/frame/brand.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/frame/switches.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { usePublicText } from './text.ts';

export function NotFoundPage() {
  const { notFound: text } = usePublicText();
  const session = useSession();
  const isIn = session.status === 'signed_in';
  useTitle(text.title);
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 sm:px-6">
        <Link to="/" className="inline-flex rounded-md">
          <Brand />
        </Link>
        <div className="flex items-center">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="px-4">
        <h1 className="sr-only">{text.title}</h1>
        <EmptyState title={text.title} hint={text.hint} icon={<FileQuestion />}>
          <div className="flex flex-wrap justify-center gap-2">
            {isIn ? (
              <Link to={session.isAdmin ? '/admin' : '/app'} className={button()}>
                {text.dashboard}
              </Link>
            ) : null}
            <Link to="/" className={button({ variant: isIn ? 'quiet' : 'main' })}>
              {text.home}
            </Link>
          </div>
        </EmptyState>
      </main>
    </>
  );
}
