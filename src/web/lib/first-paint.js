// Runs before the first paint: the theme, chosen or the system's, and the stored language, so that neither flashes; and code is fetched at once that
// the page will import later: that of login and sign-up, or the router's.
try {
  const chosen = localStorage.getItem('theme');
  const wish = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  if ((chosen ?? wish) === 'dark') document.documentElement.dataset.theme = 'dark';
  if (localStorage.getItem('language') === 'en') document.documentElement.lang = 'en';
} catch {}
const { entry, router } = document.currentScript.dataset;
for (const href of (/^\/(?:login|signup)\/?$/.test(location.pathname) ? entry : router).split(' '))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
