// What a first visit needs, but not at once: fetched in parallel.
import './clipboard.ts';
import './ui/form/composing.ts';
import './ui/cramped.ts';
import './ui/frame/held-key.ts';
import './ui/frame/lost-focus.ts';
import './ui/replaced-texts.ts';
import { fetchRouterEarly, keepEntry } from './keep-entry.ts';
import { tellOfLeaving } from './left-untold.ts';

void tellOfLeaving();
window.addEventListener('online', () => void tellOfLeaving());
keepEntry();
fetchRouterEarly();
// Browsers that are built on Android's WebView, such as Opera Mini, name themselves: they open and save papers.
if (/\bFB(?:AN|AV|_IAB)\b|Instagram|; wv\)(?!.*\b(?:OPR|PHX|\w*Browser)\/)/.test(navigator.userAgent))
  import('./features/device/inside-app.tsx').catch(() => {});
