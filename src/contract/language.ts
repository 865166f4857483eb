// The two languages of the portal.

export type Language = 'bn' | 'en';
