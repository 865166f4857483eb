// English texts of a file that another app shared.
import type { SharedFileText } from './text-bn.ts';

export const sharedFileEn: SharedFileText = {
  title: 'Shared file',
  hint: 'What is the file for?',
  own: 'If you did not share this file yourself, discard it.',
  lostSite: 'Another website sent this file, so it was not accepted. Choose your own file in the form.',
  pdf: (kb) => `PDF, ${kb} kB`,
  picture: (kb) => `Picture, ${kb} kB`,
  onlyFirst: 'One file can be accepted at a time. This is the first; share the others one by one.',
  notForStaff: 'The shared file was not accepted: a work account has no form for it.',
  nid: 'New NID',
  nidHint: 'Fills the form from the signed copy',
  nidPhoto: 'As the photo for a new NID',
  signToServer: 'Sign-to-server copy',
  signHint: 'Makes a server copy from the signed copy',
  drop: 'Nothing, discard the file',
  none: 'No file here',
  noneHint: 'Share the file again, or choose it in the form yourself.',
  lostKind: 'Only PDF, JPG and PNG files are accepted.',
  lostSize: 'The file is too large; the limit is 10 MB.',
};
