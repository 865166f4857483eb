// Starts the web client. Signed-out users who open login or sign-up get these pages at once; everything else comes with the router.
import './ui/theme/theme.css';
import { createRoot } from 'react-dom/client';
import { currentLanguage } from './lib/language.ts';
import { fetchCode, isPageLoading, watchConnection } from './lib/loading/code.ts';
import { setNavigator } from './lib/navigation.ts';
import { followOtherTabs, onSessionChange, session, sessionReady } from './lib/session.ts';
import { startTheme } from './lib/theme.ts';

watchConnection();
startTheme();
// The page works without it.
import('./deferred-startup.ts').catch(() => {});
followOtherTabs();
void sessionReady();
document.documentElement.lang = currentLanguage();

/** Lets the phone paint and react before the next module: each is evaluated in one piece. */
const nextTask = () => new Promise((begin) => setTimeout(begin));

let starting: Promise<void> | undefined;

const place = document.getElementById('root')!;
const root = createRoot(place, {
  onUncaughtError(error) {
    reportError(error);
    // The router shows what it can, or that the page has crashed.
    if (!starting) void startRouter();
  },
});

const isEntry = () => /^\/(?:login|signup)\/?$/.test(window.location.pathname);

/** Hands over to the router, which shows the page of the URL. The current content stays until then. */
function startRouter(): Promise<void> {
  if (!starting) isPageLoading.set(true);
  starting ??= fetchCode(() => import('./app.tsx')).then(async ({ start }) => {
    await nextTask();
    return start(root);
  });
  return starting;
}

async function showEntry(): Promise<void> {
  const { EntryPages } = await fetchCode(() => import('./entry-pages.tsx'));
  const show = () => root.render(<EntryPages />);
  setNavigator(async (href, arrival) => {
    window.history.pushState(arrival ?? null, '', href);
    if (!isEntry()) return startRouter();
    window.scrollTo(0, 0);
    show();
  });
  window.addEventListener('popstate', () => {
    if (starting) return;
    if (isEntry()) show();
    else void startRouter();
  });
  onSessionChange(() => {
    if (session().status === 'signed_in') void startRouter();
  });
  show();
}

async function show(): Promise<void> {
  await nextTask();
  if (!isEntry()) return startRouter();
  await sessionReady();
  return session().status === 'signed_in' ? startRouter() : showEntry();
}
void show();
