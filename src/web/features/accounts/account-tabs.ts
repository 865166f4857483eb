/** The tabs of the user's own account, as named in the URL; the first is the default. */
export const accountTabs = ['person', 'password', 'devices', 'second', 'trail', 'data'] as const;
export type AccountTab = (typeof accountTabs)[number];
