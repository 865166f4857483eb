// Starts the web client: texts, theme, session, router.
import './ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './lib/api/query.ts';
import { watchConnection } from './lib/code.ts';
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
  // Nothing fetched by one person may be visible to the next.
  if (seen !== 'checking') queryClient.clear();
  seen = now;
  void router.invalidate();
});

// From now on the open page stays until the next one is loaded, however long that takes: typed text is not lost.
const unsubscribe = router.subscribe('onRendered', () => {
  router.options.defaultPendingMs = Number.POSITIVE_INFINITY;
  unsubscribe();
});

watchConnection();
startTheme();
// Without it, large text is only less well set.
import('./beside-first-visit.ts').catch(() => {});
followOtherTabs();
void sessionReady();
document.documentElement.lang = currentLanguage();

async function show(): Promise<void> {
  const root = document.getElementById('root')!;
  // The front page is already there, prerendered: it stays until the live one can replace it at once.
  if (root.firstElementChild) await router.load().catch(() => undefined);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
// If the English texts fail to load, show Bengali rather than nothing.
loadTexts(currentLanguage()).then(show, show);
