/** Build targets of the client: see docs/decisions/0199. */
export const oldestBrowsers = ['chrome111', 'safari16.4', 'firefox128'];
