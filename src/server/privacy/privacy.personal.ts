// Personal data in the privacy module: requested archives and their stored parts.
import type { PersonalData } from '../platform/personal-data.ts';

export const privacyData: PersonalData = {
  tables: {
    data_export_parts: {
      // Deleted together with the archive.
      other: ['storage_key'],
      life: { goBy: 'pack exports', when: 'a week after the archive was made' },
      stored: ['storage_key'],
    },
    data_exports: {
      erasure: { act: 'remove', whose: 'user_id = $person' },
      other: ['state', 'storage_key'],
      life: {
        go: `state in ('expired', 'failed') and touched_at < now() - interval '90 days'`,
        when: '90 days after the archive went',
      },
      unread: 'the archive itself',
      stored: ['storage_key'],
    },
  },
};
