// Runs before the first paint: the theme, chosen or the system's, and the stored language, so that neither flashes.
try {
  const chosen = localStorage.getItem('theme');
  const wish = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  if ((chosen ?? wish) === 'dark') document.documentElement.dataset.theme = 'dark';
  if (localStorage.getItem('language') === 'en') document.documentElement.lang = 'en';
} catch {}
