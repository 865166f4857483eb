// Runs before the first paint: the stored theme and language, so that neither flashes.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.dataset.theme = 'dark';
  if (localStorage.getItem('language') === 'en') document.documentElement.lang = 'en';
} catch {}
