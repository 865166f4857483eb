// What a view keeps closed though it is asked for by GET, and what each call lets staff see, in the trail's words.

/** One settles a payment, the other hands out everything at once: neither is a look. */
const closed: readonly string[] = ['/payment/:provider/callback/', '/account/export/file/'];

export function isClosedInViews(method: string, route: string | undefined): boolean {
  return (method !== 'GET' && method !== 'HEAD') || closed.includes(route ?? '');
}

export type Look = 'orders' | 'files' | 'money' | 'account' | 'notices';

const looks: readonly (readonly [RegExp, Look])[] = [
  [/^\/account\/orders\/(?!usual-times)/, 'orders'],
  [
    /^\/account\/(myfile|shares|nid-details|sing-to-server-copy|new-birth-details)\/|^\/(nid|sign-to-server|tin-certificate|server-copy-unofficial|new-birth-certificate|file)\/:code/,
    'files',
  ],
  [/^\/account\/(transactions|transaction-summary|statement)\//, 'money'],
  [/^\/account\/(user\/:id|sessions|second-factor|trail|export)\//, 'account'],
  [/^\/account\/notices\/$/, 'notices'],
];

/** Undefined for what is the same for everybody: the services, their prices. */
export function lookOf(route: string | undefined): Look | undefined {
  return looks.find(([pattern]) => pattern.test(route ?? ''))?.[1];
}
