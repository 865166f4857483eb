// Bengali texts about outages of external servers.
import type { Wording } from '../../text/wording.ts';

export const outagesBn = {
  down: 'সার্ভার বন্ধ',
  since: (time: string) => `এই কাজের সার্ভার বন্ধ, ${time} থেকে`,
  means: {
    order: 'এখনো অর্ডার দিতে পারেন। সার্ভার ফিরলে কাজ শুরু হবে, আর আপনি বার্তা পাবেন।',
    automatic: 'চেষ্টা করে দেখতে পারেন। কাজ না হলে টাকা কাটা হবে না।',
    placed: 'সময় গোনা থেমে আছে। সার্ভার ফিরলে আপনাকে জানানো হবে।',
  },
} as const;

export type OutagesText = Wording<typeof outagesBn>;
