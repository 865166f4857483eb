// Light or dark, light by default; stored in local storage, cleared at logout.
import { createStore, useStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

export type Theme = 'light' | 'dark';

const store = createStore<Theme>(readStored('theme') === 'dark' ? 'dark' : 'light');

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

export function setTheme(theme: Theme): void {
  writeStored('theme', theme);
  show(theme);
}

export function forgetTheme(): void {
  writeStored('theme', null);
  show('light');
}

/** Applies the stored theme and follows changes made in other tabs. */
export function startTheme(): void {
  show(store.get());
  window.addEventListener('storage', (event) => {
    if (event.key === 'theme') show(event.newValue === 'dark' ? 'dark' : 'light');
  });
}
