// Personal data in the audit log. Rows are immutable, and erasures are among the things that it must be able to prove.
import type { PersonalData } from '../platform/personal-data.ts';

export const auditLogData: PersonalData = {
  tables: {
    trail: {
      other: ['kind', 'object_kind', 'object_id', 'reason', 'ip', 'details'],
      life: { stay: 'the audit log, which nobody can change' },
    },
    trail_proofs: { other: ['day'], life: { goBy: 'proveAuditLog', when: 'after 400 days' } },
    trail_seals: { other: ['hash', 'mac'], life: { stay: 'as long as the audit log' } },
  },
  sections: {
    trail: {
      // Without what staff wrote for staff, and the addresses from which others worked, as in the list of one's own entries.
      select: `select at, kind, actor_id, object_kind, object_id,
                 case when kind ~ '^(wallet|payment)[.]' and actor_id is distinct from $person then '' else reason end as reason,
                 case when actor_id <> $person then '' else ip end as ip, details
            from trail where subject_id = $person order by id`,
    },
  },
};
