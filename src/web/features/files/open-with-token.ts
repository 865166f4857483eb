// Opens papers in a new tab for a client that sends no cookies: one hosted elsewhere, or in a browser that keeps none. Each paper is fetched with the
// session's token and shown from memory.
import { errorMessage } from '../../lib/api/api-error.ts';
import { fetchProtected, nameFrom, readWhole, saveBlob } from '../../lib/api/download.ts';
import { currentLanguage } from '../../lib/language.ts';
import { onApiHost, setPaperOpener } from '../../lib/new-tab.ts';
import { notify } from '../../lib/notify.ts';

const failed = { bn: 'ফাইলটি খোলা যায়নি', en: 'The file could not be opened' };

/** Types that are shown. Others are saved: opened from memory they would be pages of the client's own origin. */
const shown = /^(?:application\/pdf|image\/(?:png|jpeg|webp))\b/;

const keptMs = 60_000;

/** @param tab opened within the press; null to save the paper instead, as for a download or if the browser blocked the tab */
async function openPaper(tab: Window | null, path: string): Promise<void> {
  try {
    const answer = await fetchProtected(path);
    const paper = await readWhole(answer);
    if (!tab || tab.closed || !shown.test(paper.type)) {
      tab?.close();
      saveBlob(paper, nameFrom(answer) ?? '');
      return;
    }
    const address = URL.createObjectURL(paper);
    // Links in the paper must not navigate the portal's own tab.
    tab.opener = null;
    tab.location.replace(address);
    setTimeout(() => URL.revokeObjectURL(address), keptMs);
  } catch (error) {
    tab?.close();
    notify.error(errorMessage(error, failed[currentLanguage()]));
  }
}

const isPaper = ({ protocol, origin, pathname }: URL) =>
  protocol !== 'blob:' &&
  origin === new URL(onApiHost('/'), window.location.href).origin &&
  !/^\/(?:s|verify)\//.test(pathname);

// Takes over the tabs opened for papers that are being made, and every link that opens or saves one.
setPaperOpener((tab, path) => void openPaper(tab, path));
const follow = (event: MouseEvent) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[target=_blank], a[download]');
  const address = link && new URL(link.href, window.location.href);
  if (event.defaultPrevented || !address || !isPaper(address)) return;
  event.preventDefault();
  const tab = link.hasAttribute('download') ? null : window.open('', '_blank');
  // The full URL: a path that begins with two slashes would be another host, which must not get the token.
  void openPaper(tab, address.href);
};
document.addEventListener('click', follow);
// The middle button opens tabs too; this event also fires for the right one.
document.addEventListener('auxclick', (event) => {
  if (event.button === 1) follow(event);
});
