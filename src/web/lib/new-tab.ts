// Opens a tab during the click, when browsers allow it, and navigates it once the response arrives.
import { apiOrigin } from './api/http.ts';

/** Whether the login cookie is sent when a tab opens a paper. */
export const sendsCookies = (): boolean => apiOrigin === '' && navigator.cookieEnabled;

let showPaper = (tab: Window, path: string): void => {
  tab.opener = null;
  tab.location.replace(new URL(apiOrigin + path, window.location.href));
};

export function setPaperOpener(show: (tab: Window, path: string) => void): void {
  showPaper = show;
}

export interface WaitingTab {
  /** Navigates the tab. Returns false if the browser blocked it; offer a link then. */
  navigate(path: string): boolean;
  close(): void;
}

/** Call it in the click handler itself, before any `await`. */
export function openWaitingTab(words: string): WaitingTab {
  const tab = window.open('', '_blank');
  if (tab) {
    tab.document.title = words;
    tab.document.body.textContent = words;
    tab.document.body.style.cssText = 'font: 18px/1.7 sans-serif; padding: 3rem; text-align: center';
  }
  return {
    navigate(path) {
      if (!tab || tab.closed) return false;
      showPaper(tab, path);
      return true;
    },
    close() {
      tab?.close();
    },
  };
}

/** The full address of a path on the API host. */
export function onApiHost(path: string): string {
  return /^(https?:|data:|blob:)/.test(path) ? path : apiOrigin + path;
}
