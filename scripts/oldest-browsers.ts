/** What the client's code is built for: see docs/decisions/0199. */
export const oldestBrowsers = ['chrome111', 'safari16.4', 'firefox128'];
