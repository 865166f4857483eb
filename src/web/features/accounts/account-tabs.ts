/** The parts of the own account, as they stand in the address; the first is the one that opens. */
export const accountTabs = ['person', 'password', 'devices', 'second', 'trail', 'data'] as const;
export type AccountTab = (typeof accountTabs)[number];
