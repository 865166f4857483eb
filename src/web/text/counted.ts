/** A number and what it counts, in English: '1 order', '2 orders'. */
export const counted = (count: string, one: string): string => `${count} ${one}${count === '1' ? '' : 's'}`;
