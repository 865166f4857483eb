/** The tabs of your own account, as named in the address; the first is the default. */
export const accountTabs = ['person', 'password', 'devices', 'second', 'trail', 'data'] as const;
export type AccountTab = (typeof accountTabs)[number];
