// Personal data in the audit log. Rows are immutable, since the log must be able to prove erasures too.
import type { PersonalData } from '../platform/personal-data.ts';

export const auditLogData: PersonalData = {
  tables: {
    trail: {
      other: ['kind', 'object_kind', 'object_id', 'reason', 'ip', 'details'],
      life: { stay: 'the audit log, which nobody can change' },
    },
    trail_proofs: { other: ['day'], life: { goBy: 'prove the audit log', when: 'after 400 days' } },
    trail_seals: { other: ['hash', 'mac'], life: { stay: 'as long as the audit log' } },
  },
  sections: {
    trail: {
      // Without internal notes of staff and other people's IP addresses, as in the list of a user's own entries.
      select: `select at, kind, actor_id, object_kind, object_id,
                 case when kind ~ '^(wallet|payment)[.]' and actor_id is distinct from $person then '' else reason end as reason,
                 case when actor_id <> $person then '' else ip end as ip, details
            from trail where subject_id = $person order by id`,
    },
  },
};
