// Starts the web client: texts, theme, session, router.
import './ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './lib/api/query.ts';
import { currentLanguage } from './lib/language.ts';
import { followOtherTabs, onSessionChange, session, sessionReady } from './lib/session.ts';
import { startTheme } from './lib/theme.ts';
import { router } from './router.tsx';
import { loadTexts } from './text/texts.ts';

function whoIsIn(): string {
  const current = session();
  return current.status === 'signed_in'
    ? `${current.user.id} ${current.isAdmin} ${current.mustChangePassword}`
    : current.status;
}

let seen = whoIsIn();
onSessionChange(() => {
  const now = whoIsIn();
  if (now === seen) return;
  // Nothing that one person fetched may be seen by the next.
  if (seen !== 'checking') queryClient.clear();
  seen = now;
  void router.invalidate();
});

// A page that was open while a new version was put up asks for parts that are gone: load it anew, once.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('reloaded_at') ?? 0);
  if (Date.now() - last < 30_000) return;
  sessionStorage.setItem('reloaded_at', String(Date.now()));
  event.preventDefault();
  window.location.reload();
});

startTheme();
followOtherTabs();
void sessionReady();
document.documentElement.lang = currentLanguage();

async function show(): Promise<void> {
  const root = document.getElementById('root')!;
  // The front page stands there already, drawn at build time: it stays until the live one can take its place at once.
  if (root.firstElementChild) await router.load().catch(() => undefined);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
// Without the English texts the page speaks Bengali rather than not at all.
loadTexts(currentLanguage()).then(show, show);
