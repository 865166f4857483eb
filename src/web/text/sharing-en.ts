// English texts of shared links and of an own file's page.
import type { SharingText } from './sharing.ts';

export const sharingEn: SharingText = {
  viewer: {
    title: 'A paper that was sent to you',
    hint: 'Its owner lets you read this paper, and is told each time it is opened.',
    until: (when: string) => `Can be read until ${when}`,
    viewOnly: 'For reading only, without download',
    mayDownload: 'May be read and downloaded',
    pin: 'PIN',
    pinHint: 'Ask the person who sent the paper for the PIN',
    pinMissing: 'Type the PIN',
    open: 'Open the paper',
    download: 'Download',
    downloading: (percent: string) => `Downloading ${percent}`,
    page: (page: string, pages: string) => `Page ${page} of ${pages}`,
    loadingPage: 'The page is on its way…',
    failed: 'The paper could not be fetched',
    gone: 'This link no longer works',
    goneHint: 'Its time is over, or the owner ended it. Ask the owner for a new link if you need one.',
    offline: 'No connection; whether the link still works cannot be seen',
    notGovernment: 'This is an information copy of Nothipotro, not a government document.',
  },
};
