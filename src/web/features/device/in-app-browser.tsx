// A notice for in-app browsers, such as Messenger's, in which papers do not open, files are not saved and nothing is printed. It is shown on every
// page and leads to the phone's browser.
import { createRoot } from 'react-dom/client';
import { ApiError } from '../../lib/api/api-error.ts';
import { currentLanguage } from '../../lib/language.ts';
import { onApiHost } from '../../lib/new-tab.ts';
import { notify } from '../../lib/notify.ts';
import { emailedLink, readStored } from '../../lib/storage/stored.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { useTexts } from '../../text/texts.ts';
import { Button, button } from '../../ui/button.tsx';

const words = {
  bn: {
    refused: 'এই অ্যাপের ভেতরে কাগজ খোলা, ডাউনলোড বা প্রিন্ট করা যায় না।',
    advice: 'পোর্টালটি ফোনের ব্রাউজারে খুলুন, সেখানে সব চলে।',
    open: 'ক্রোমে খুলুন',
    copy: 'ঠিকানা কপি করুন',
    copied: 'ঠিকানা কপি হয়েছে। ব্রাউজারে খুলুন।',
    copyFailed: 'ঠিকানা কপি করা যায়নি। এই অ্যাপের মেনু থেকে ব্রাউজারে খুলুন।',
  },
  en: {
    refused: 'Papers cannot be opened, saved or printed inside this app.',
    advice: "Open the portal in your phone's browser, where everything works.",
    open: 'Open in Chrome',
    copy: 'Copy the address',
    copied: 'Address copied. Open it in your browser.',
    copyFailed: "The address could not be copied. Choose to open it in a browser in this app's menu.",
  },
} as const;

const isAndroid = navigator.userAgent.includes('Android');
/** Set once something was pressed that does not work here. */
const isPressed = createStore(false);

/** The full URL of the open page: a link from an email without its token would open nothing. */
function pageAddress(): string {
  const { href } = window.location;
  const link = readStored(emailedLink, 'sessionStorage');
  return link?.startsWith(`${href}#`) ? link : href;
}

/**
 * An Android intent that opens the URL in Chrome, or in another browser if there is none. Android takes the last # as the start of the intent's own
 * part.
 */
function chromeAddress(): string {
  const { protocol } = window.location;
  const address = pageAddress();
  const rest = `scheme=${protocol.slice(0, -1)};package=com.android.chrome;S.browser_fallback_url=${encodeURIComponent(address)}`;
  return `intent:${address.slice(protocol.length)}#Intent;${rest};end`;
}

function InAppNotice() {
  const text = useTexts<Record<keyof (typeof words)['bn'], string>>(words.bn, words.en);
  const isUrgent = useStore(isPressed);
  const copy = () =>
    navigator.clipboard.writeText(pageAddress()).then(
      () => notify.success(text.copied),
      () => notify.error(text.copyFailed),
    );
  return (
    <section
      role="status"
      data-inside-app
      className={`no-print flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-line bg-accent-soft px-4 py-2 text-center text-sm text-ink ${isUrgent ? 'fixed inset-x-0 bottom-[var(--foot)] z-60 border-t' : 'border-b'}`}
    >
      <p>
        {text.refused} {text.advice}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {isAndroid ? (
          <a
            href={chromeAddress()}
            className={button({ size: 'small' })}
            onClick={(event) => {
              event.currentTarget.href = chromeAddress();
            }}
          >
            {text.open}
          </a>
        ) : null}
        <Button variant="quiet" size="small" onClick={() => void copy()}>
          {text.copy}
        </Button>
      </div>
    </section>
  );
}

function refusal(): ApiError {
  isPressed.set(true);
  // Lets the user scroll to what the notice covers at the bottom.
  document.body.style.paddingBottom = '9rem';
  return new ApiError(0, { detail: words[currentLanguage()].refused });
}

const place = document.createElement('div');
document.body.prepend(place);
createRoot(place).render(<InAppNotice />);

// An in-app browser has no tabs, so a new one would replace the portal's own.
window.open = () => null;
// The portal saves files by such a click (`saveBlob`). Here it would do nothing, without any message.
HTMLAnchorElement.prototype.click = () => {
  throw refusal();
};
// A WebView prints nothing, without any message.
const notifyRefusal = () => notify.error(refusal().message);
window.print = notifyRefusal;
const { origin } = new URL(onApiHost('/'), window.location.href);
// An iPhone shows a paper in place of the page and leads back, so this is for Android only. A shared link opens a page of the portal.
const interceptLink = (event: MouseEvent) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[target=_blank], a[download]');
  if (link?.origin !== origin || /^\/(?:s|verify)\//.test(link.pathname)) return;
  event.preventDefault();
  event.stopPropagation();
  notifyRefusal();
};
if (isAndroid) document.addEventListener('click', interceptLink, true);
