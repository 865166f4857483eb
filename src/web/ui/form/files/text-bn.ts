// Bengali texts of file inputs.
import type { Wording } from '../../../text/wording.ts';

export const fileFieldBn = {
  choose: 'ফাইল বেছে নিন',
  replace: 'অন্য ফাইল দিন',
  tooMany: (most: string) => `এখানে একবারে ${most}টি ফাইল নেওয়া যায়; বাকিগুলো নেওয়া হয়নি।`,
  remove: 'ফাইল সরান',
} as const;

export type FileFieldText = Wording<typeof fileFieldBn>;
