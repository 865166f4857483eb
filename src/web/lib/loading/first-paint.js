// Runs before the first paint. It applies theme and language, so that neither flashes, and preloads the code that the page will import later: that of
// login and sign-up, or the router's and the area's. For signed-in users it also verifies the token and sends the first requests of the page before
// any code is loaded; session.ts and http.ts take the responses from `window.asked`.
try {
  const theme =
    localStorage.getItem('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  document.documentElement.dataset.theme = theme;
  // The canvas that is visible until the styles have loaded.
  document.getElementById('scheme').content = theme;
  // The browser's bar above it, as in theme.ts.
  if (theme === 'dark') document.querySelector('[name=theme-color]').content = '#12191b';
  if (localStorage.getItem('language') === 'en') document.documentElement.lang = 'en';
} catch {}
/** Missing code would leave the page waiting forever. The page reloads when the network is back, or once by itself; otherwise index.html says so. */
const openAgain = async () => {
  // Waits until a token that is being renewed is stored: the previous one is no longer valid.
  await window.asked?.renewed;
  if (!document.getElementById('waiting')) return;
  // Reloads only if the portal responds: an error page of a proxy or of the browser would not reload by itself.
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
/** Stores a renewed token even if the page is closed before its code is loaded, because the previous one is no longer valid. */
const renew = async (refresh) => {
  const ask = async () => {
    const response = await post('/token/refresh/', { refresh });
    // What the pages call "today" follows the portal's clock.
    return response.ok && { ...(await response.json()), date: response.headers.get('Date') ?? '-' };
  };
  const first = ask();
  // As in session.ts: the portal repeats a lost response for ten seconds, and a slow one still counts if it comes first.
  let answer = await Promise.race([first, new Promise((late) => setTimeout(late, 5_000))]);
  if (answer === undefined) {
    const again = ask();
    answer = await Promise.race([first.catch(() => again), again]);
  }
  // Another tab may have signed out or renewed it meanwhile.
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
/** Shows the frame and heading of a page, which contain nothing personal. Not if an announcement would stand above them. */
const showFrame = ({ heading, width }, isDesk) => {
  const root = document.documentElement;
  const { is_admin, must_change_password } = JSON.parse(localStorage.getItem('user_info'));
  if (!heading || is_admin !== isDesk || must_change_password || sessionStorage.getItem('customer_view'))
    return;
  const left = localStorage.getItem(isDesk ? 'admin_sidebar' : 'sidebar');
  const isFolded = (left ?? (innerWidth < 1024 ? 'folded' : 'open')) === 'folded';
  root.style.setProperty('--menu', isFolded ? (isDesk ? '64px' : '4.5rem') : isDesk ? '256px' : '16rem');
  const { title, hint = '' } = heading[root.lang];
  // Set before anything is painted, because it would move the content.
  root.dataset.framed = '';
  const observer = new MutationObserver(() => {
    const place = document.getElementById('waiting-heading');
    // It is complete once the next element exists.
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
 * Waits for the stylesheet, without which nothing is painted either: until then the connection is left to React, which the code of every page needs.
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
// Signed-in users get the frame of their area and the page as well, and before them its first requests, whose responses are small.
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
