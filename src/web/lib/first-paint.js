// Runs before the first paint: the theme, chosen or the system's, and the stored language, so that neither flashes; and code is fetched at once that
// the page will import later: that of login and sign-up, or the router's and the area's.
try {
  const chosen = localStorage.getItem('theme');
  const wish = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  if ((chosen ?? wish) === 'dark') document.documentElement.dataset.theme = 'dark';
  if (localStorage.getItem('language') === 'en') document.documentElement.lang = 'en';
} catch {}
const { entry, router, customer, home, desk, orders } = document.currentScript.dataset;
const path = location.pathname;
const fetchEarly = (files, fetchPriority) => {
  for (const href of files.split(' '))
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href, fetchPriority }),
    );
};
fetchEarly(/^\/(?:login|signup)\/?$/.test(path) ? entry : router, 'high');
// Whoever is signed in gets the frame of their area as well, and the page that is opened first; calls to the server go before.
try {
  if (localStorage.getItem('access_token')) {
    if (/^\/app(\/|$)/.test(path)) fetchEarly(customer, 'low');
    if (/^\/app\/?$/.test(path)) fetchEarly(home, 'low');
    if (/^\/admin(\/|$)/.test(path)) fetchEarly(desk, 'low');
    if (/^\/admin\/?(orders|$)/.test(path)) fetchEarly(orders, 'low');
  }
} catch {}
