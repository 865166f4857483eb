// What a first visit needs, but not at once: fetched in parallel.
import './clipboard.ts';
import './ui/form/composing.ts';
import './ui/cramped.ts';
import './ui/replaced-texts.ts';
import { fetchRouterEarly, keepEntry } from './keep-entry.ts';

keepEntry();
fetchRouterEarly();
if (/\bFB(?:AN|AV|_IAB)\b|Instagram|; wv\)/.test(navigator.userAgent))
  import('./features/device/inside-app.tsx').catch(() => {});
