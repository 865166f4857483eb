// The frame of login, sign-up and password pages: the form, and on wide screens a decorative panel next to it.
import type { ReactNode } from 'react';
import { Brand } from '../../../ui/frame/brand.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../../ui/frame/switches.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { usePublicText } from '../text.ts';

export function EntryFrame({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const text = usePublicText();
  return (
    <div className="grid min-h-[calc(100dvh-var(--ribbon))] lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="flex min-w-0 flex-col">
        <header className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 sm:px-6">
          <PageLink to="/" className="inline-flex rounded-md">
            <Brand />
          </PageLink>
          <div className="flex items-center">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </header>
        <main className="mx-auto flex w-full max-w-md grow flex-col justify-center px-4 pt-4 pb-12">
          <h1 className="matra text-2xl">{title}</h1>
          {hint === '' ? null : <p className="mb-6 text-muted">{hint}</p>}
          {children}
        </main>
      </div>
      <aside aria-hidden="true" className="relative hidden overflow-hidden bg-accent-soft lg:block">
        <div className="absolute inset-0 ruled" />
        <div className="absolute inset-y-0 left-12 w-px bg-accent/30" />
        <p className="absolute right-12 bottom-24 left-20 text-2xl leading-[48px] font-semibold text-accent-text">
          {text.slogan}
        </p>
      </aside>
    </div>
  );
}
