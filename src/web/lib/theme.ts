// Light or dark: follows the system until the user chooses. The choice is kept in local storage and cleared at logout.
import { afterPaint } from './loading/after-paint.ts';
import { readStored, writeStored } from './storage/stored.ts';
import { createStore, useStore } from './store.ts';

export type Theme = 'light' | 'dark';

function wantedTheme(chosen: string | null): Theme {
  if (chosen !== null) return chosen === 'dark' ? 'dark' : 'light';
  const isDark = typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;
  return isDark ? 'dark' : 'light';
}

const store = createStore<Theme>(wantedTheme(readStored('theme')));

export function useTheme(): Theme {
  return useStore(store);
}

function show(theme: Theme): void {
  if (theme === 'dark') document.documentElement.dataset.theme = 'dark';
  else delete document.documentElement.dataset.theme;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', theme === 'dark' ? '#12191b' : '#faf9f6');
  store.set(theme);
}

/** The button shows the choice at once. The page changes colours after that, because every element is rendered again. */
export function setTheme(theme: Theme): void {
  writeStored('theme', theme);
  store.set(theme);
  afterPaint(() => show(theme));
}

export function forgetTheme(): void {
  writeStored('theme', null);
  show(wantedTheme(null));
}

/** Applies the stored theme and follows changes made in other tabs. */
export function startTheme(): void {
  show(store.get());
  window.addEventListener('storage', (event) => {
    if (event.key === 'theme') show(wantedTheme(event.newValue));
  });
}
