// What the reference says in words, for people and for tools.
import { rights } from '#contract/access.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { endpointsByArea } from '#contract/endpoints.ts';

export type Area = keyof typeof endpointsByArea;

export const areaTitles: Readonly<Record<Area, string>> = {
  accounts: 'Accounts and sessions',
  catalogue: 'Services and prices',
  orders: 'Orders',
  documents: 'Information copies',
  files: 'Files, sharing and verification',
  wallet: 'Wallet',
  payments: 'Payments',
  notices: 'Notifications and live channel',
  privacy: 'Personal data',
  reports: 'Reports and books',
  shop: 'Settings and operation',
  system: 'System and sandbox',
};

const openAccess: Readonly<Partial<Record<Access, string>>> = {
  public: 'anyone',
  optional: 'anyone; a token is heeded',
  optional_document: 'anyone; a token, or the cookie that a sign-in sets for documents, is heeded',
  signed_in: 'anyone signed in',
  document: 'anyone signed in, also by the cookie that a sign-in sets for documents',
};

/** Who may make a call, as the end of 'Open to …'. */
export const accessWords = ({ access }: Endpoint): string =>
  openAccess[access] ?? `staff: ${rights[access as keyof typeof rights].join(', ')}`;

/** What all calls have in common, as Markdown: the page and OpenAPI show the same. */
export const conventions: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Signing in',
    text: '`POST /token/` exchanges a username and a password for an access token, which is valid for ten minutes, and a refresh token, which `POST /token/refresh/` exchanges for the next pair. Send the access token as `Authorization: Bearer …`. A token of a session that has ended gets 401 at once.',
  },
  {
    title: 'Requests',
    text: 'Paths stand at the root of this origin; a trailing slash is optional. Bodies are JSON in UTF-8 unless a call takes a form. Wherever a digit is taken, a Bengali one is too. Text is normalised to NFC.',
  },
  {
    title: 'Answers',
    text: 'Times are ISO 8601 in UTC, dates `YYYY-MM-DD`. Amounts are taka as text with two decimals (`"1500.00"`), except where a member is a number, like a user’s `balance`. Lists answer `results`, and in pages `count` as well; `page` begins at 1, and a `page_size` above 100 counts as 100.',
  },
  {
    title: 'Refusals',
    text: 'Invalid fields are answered with 400 and `{"field": ["message"]}`. Other refusals carry a `code` beside a message for people: `error` for rules of the shop (400, 402, 409), `detail` for the rest. Messages are in Bengali, or in English with `Accept-Language: en`. What belongs to somebody else is answered like what does not exist: 404.',
  },
  {
    title: 'Repeating a call',
    text: 'A call that honours `Idempotency-Key` says so: the same key with the same body gets the first answer again, with `Idempotent-Replayed`, when that was, and `Idempotent-Age`, how many milliseconds ago. The same key with another body gets 409. A refusal that changed nothing is not kept: the same key may succeed later.',
  },
  {
    title: 'Limits',
    text: 'Too many calls are answered with 429 and `Retry-After` in seconds. Lookups of people who do not exist are counted for each account and for each number, and slow down before they are refused.',
  },
];
