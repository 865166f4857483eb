// The language of the screens: Bengali unless the visitor chose English before.
import type { Language } from '#contract/language.ts';
import { readStored, writeStored } from './storage/stored.ts';
import { createStore, useStore } from './store.ts';

const store = createStore<Language>(readStored('language') === 'en' ? 'en' : 'bn');

export const currentLanguage = store.get;
export const followLanguage = store.subscribe;

export function useLanguage(): Language {
  return useStore(store);
}

export function setLanguage(language: Language): void {
  writeStored('language', language);
  document.documentElement.lang = language;
  store.set(language);
}
