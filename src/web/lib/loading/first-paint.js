// Runs before the first paint: the theme, chosen or the system's, and the stored language, so that neither flashes; and code is fetched at once that
// the page will import later: that of login and sign-up, or the router's and the area's. For whoever is signed in, the question whether they still are
// goes out before all code, and so do the first calls of the page: session.ts and http.ts take the answers from `window.asked`.
try {
  const theme =
    localStorage.getItem('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  document.documentElement.dataset.theme = theme;
  // The canvas that is seen until the style has come.
  document.getElementById('scheme').content = theme;
  // The bar above it, as in theme.ts.
  if (theme === 'dark') document.querySelector('[name=theme-color]').content = '#12191b';
  if (localStorage.getItem('language') === 'en') document.documentElement.lang = 'en';
} catch {}
/** Code that does not come leaves the page waiting for ever: it opens again with the network, or once by itself, and else says so (index.html). */
const openAgain = async () => {
  // A token that is being renewed is stored first: the one before is worth nothing by then.
  await window.asked?.renewed;
  if (!document.getElementById('waiting')) return;
  // What a proxy or the browser would show in the place of a portal that is stopped does not open again by itself.
  fetch('/health/live/')
    .then(({ status }) => (status < 500 ? location.reload() : Promise.reject()))
    .catch(() => setTimeout(openAgain, 3_000));
};
document.addEventListener(
  'error',
  ({ target }) => {
    if (target.tagName !== 'SCRIPT') return;
    document.documentElement.dataset.lost = 'code';
    addEventListener('online', openAgain);
    const last = sessionStorage.getItem('reloaded_at');
    if (!navigator.onLine || Date.now() - last < 30_000) return;
    sessionStorage.setItem('reloaded_at', Date.now());
    setTimeout(openAgain, 1_000);
  },
  true,
);
const { api, entry, router, customer, desk, english, englishdesk, pages } = document.currentScript.dataset;
const path = location.pathname;
const frame = /^\/app(?:\/|$)/.test(path) ? customer : /^\/admin(?:\/|$)/.test(path) ? desk : undefined;
const post = (call, body) =>
  fetch(api + call, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    credentials: api ? 'omit' : 'same-origin',
    body: JSON.stringify(body),
  });
/** A renewed token has to be stored even if the page is closed before its code has come: the one before is worth nothing now. */
const renew = async (refresh) => {
  const ask = async () => {
    const response = await post('/token/refresh/', { refresh });
    // What the pages call today goes by the portal's clock.
    return response.ok && { ...(await response.json()), date: response.headers.get('Date') ?? '-' };
  };
  const first = ask();
  // As in session.ts: the portal repeats a lost answer for ten seconds, and a slow one still counts if it comes first.
  let answer = await Promise.race([first, new Promise((late) => setTimeout(late, 5_000))]);
  if (answer === undefined) {
    const again = ask();
    answer = await Promise.race([first.catch(() => again), again]);
  }
  // Another tab may have signed out meanwhile, or renewed it itself.
  if (!answer || localStorage.getItem('refresh_token') !== refresh) return false;
  localStorage.setItem('refresh_token', answer.refresh);
  localStorage.setItem('user_info', JSON.stringify(answer.user_info));
  localStorage.setItem('access_token', answer.access);
  return answer.date;
};
try {
  const token = localStorage.getItem('access_token');
  if (frame && token && !sessionStorage.getItem('customer_view')) {
    const { exp } = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
    const refresh = localStorage.getItem('refresh_token');
    if (exp * 1000 > Date.now()) {
      const verified = post('/token/verify/', { token });
      verified.catch(() => {});
      window.asked = { token, verified, answers: {} };
    } else if (refresh) window.asked = { renewed: renew(refresh).catch(() => false) };
  }
} catch {}
/** The frame and the heading of a page, which nobody's data is part of; not what an announcement would stand above. */
const showFrame = ({ heading, width }, isDesk) => {
  const root = document.documentElement;
  const { is_admin, must_change_password } = JSON.parse(localStorage.getItem('user_info'));
  if (!heading || is_admin !== isDesk || must_change_password || sessionStorage.getItem('customer_view'))
    return;
  const left = localStorage.getItem(isDesk ? 'admin_sidebar' : 'sidebar');
  const isFolded = (left ?? (innerWidth < 1024 ? 'folded' : 'open')) === 'folded';
  root.style.setProperty('--menu', isFolded ? (isDesk ? '64px' : '4.5rem') : isDesk ? '256px' : '16rem');
  const { title, hint = '' } = heading[root.lang];
  // Before anything of it is painted: it would move what was.
  root.dataset.framed = '';
  const observer = new MutationObserver(() => {
    const place = document.getElementById('waiting-heading');
    // It is whole once what follows it is there.
    if (!place?.nextElementSibling) return;
    observer.disconnect();
    [place.firstElementChild.textContent, place.lastElementChild.textContent] = [title, hint];
    if (width) place.dataset[width] = '';
  });
  observer.observe(document, { childList: true, subtree: true });
  const leaveOut = () => {
    const { announcement } = JSON.parse(document.getElementById('shop-data')?.textContent || '{}');
    if (!isDesk && (announcement?.bn || announcement?.en)) delete root.dataset.framed;
  };
  document.addEventListener('readystatechange', leaveOut, { once: true });
};
const fetchEarly = (files, fetchPriority) => {
  for (const href of files.split(' '))
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href, fetchPriority }),
    );
};
/**
 * Until the style has come, without which nothing is painted either, React has the line: the code of a page needs it, and the line is shared by all
 * that is asked for.
 */
const afterStyle = (fetchIt) => {
  const listen = ({ target }) => {
    if (target.rel !== 'stylesheet') return;
    document.removeEventListener('load', listen, true);
    fetchIt();
  };
  document.addEventListener('load', listen, true);
};
afterStyle(() => fetchEarly(/^\/(?:login|signup)\/?$/.test(path) ? entry : router, 'high'));
// Whoever is signed in gets the frame of their area as well, and the page; before them its first calls, whose answers are small.
try {
  if (frame && localStorage.getItem('access_token')) {
    const page = JSON.parse(pages)[path.replace(/\/$/, '')];
    const { token, answers } = window.asked ?? {};
    if (page && token && !location.search) {
      const { id } = JSON.parse(localStorage.getItem('user_info'));
      for (const named of page.calls) {
        const call = named.replace('{me}', id);
        answers[call] = fetch(api + call, {
          headers: {
            Accept: 'application/json',
            'Accept-Language': document.documentElement.lang,
            Authorization: `Bearer ${token}`,
          },
          credentials: api ? 'omit' : 'same-origin',
        });
        answers[call].catch(() => {});
      }
    }
    afterStyle(() => {
      fetchEarly(frame, 'auto');
      if (document.documentElement.lang === 'en')
        fetchEarly(frame === desk ? `${english} ${englishdesk}` : english, 'auto');
      if (page) fetchEarly(page.files, 'auto');
    });
    if (page) showFrame(page, frame === desk);
  }
} catch {}
