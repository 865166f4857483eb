// The parts of a first visit that can wait; fetched in parallel.
import './clipboard-fallback.ts';
import './ui/form/composing.ts';
import './ui/detect-cramped-screen.ts';
import './ui/frame/ignore-key-repeat.ts';
import './ui/frame/restore-focus.ts';
import './ui/browser-translation.ts';
import { preloadRouter, startWorkerOnEntryPages } from './entry-preload.ts';
import { retrySignOut } from './retry-sign-out.ts';

void retrySignOut();
window.addEventListener('online', () => void retrySignOut());
startWorkerOnEntryPages();
preloadRouter();
// Matches in-app browsers. Full browsers built on Android's WebView, such as Opera Mini, name themselves: they can open and save papers.
if (/\bFB(?:AN|AV|_IAB)\b|Instagram|; wv\)(?!.*\b(?:OPR|PHX|\w*Browser)\/)/.test(navigator.userAgent))
  import('./features/device/in-app-browser.tsx').catch(() => {});
