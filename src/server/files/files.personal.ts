// Personal data in files: papers and their versions, attachments delivered by staff, and shared links.
import { type PersonalData, shop, withAccount } from '../platform/personal-data.ts';

export const fileNumberPurpose = 'file number';

const ofOwner = 'owner_id = $person';

export const filesData: PersonalData = {
  tables: {
    share_viewings: {
      other: ['key_hash'],
      life: { goBy: 'remove finished viewings', when: 'an hour after the viewing ended' },
    },
    file_shares: {
      erasure: {
        act: 'blank',
        whose: ofOwner,
        columns: { name: 'empty', revoked_at: { sql: 'coalesce(revoked_at, now())' } },
      },
      other: ['token_hash', 'pin_hash'],
      life: withAccount,
    },
    file_versions: {
      erasure: {
        act: 'blank',
        whose: 'file_id in (select id from files where owner_id = $person)',
        columns: { storage_key: 'empty', masked_name: 'dash' },
      },
      // Issued papers stay verifiable for ever: hash, code and counts.
      other: ['verification_code', 'sha256', 'media_type', 'provenance'],
      life: withAccount,
      stored: ['storage_key'],
      unread: { masked_name: 'the name of the paper, shortened' },
    },
    files: {
      erasure: {
        act: 'blank',
        whose: ofOwner,
        columns: {
          record_id: 'null',
          full_name: 'dash',
          number_sealed: 'sealed',
          number_index: 'random',
          number_last4: 'empty',
          revoked_at: { sql: 'coalesce(revoked_at, now())' },
        },
      },
      other: ['type', 'kind', 'file_code', 'number', 'folded_name'],
      life: withAccount,
      sealed: { number_sealed: fileNumberPurpose },
      indexed: { number_index: { source: 'number_sealed' } },
      unread: { number_last4: 'the end of the number' },
    },
    money_papers: {
      erasure: { act: 'blank', whose: ofOwner, columns: { storage_key: 'empty', masked_name: 'dash' } },
      other: ['kind', 'about', 'number', 'verification_code', 'sha256'],
      life: withAccount,
      stored: ['storage_key'],
      unread: { masked_name: 'the name of the account, shortened' },
    },
    attachments: {
      erasure: { act: 'blank', whose: ofOwner, columns: { storage_key: 'empty', name: 'dash' } },
      other: ['file_code', 'media_type'],
      life: withAccount,
      stored: ['storage_key'],
    },
    file_checks: { other: [], life: withAccount },
    file_counts: { other: [], life: shop },
  },
  sections: {
    shares: {
      select: `select f.number as paper, s.name, s.view_only, s.max_opens, s.opens, s.expires_at, s.revoked_at, s.last_opened_at, s.created_at
                 from file_shares s join files f on f.id = s.file_id where s.owner_id = $person order by s.id`,
    },
  },
  files: [
    `select 'papers/' || f.number || '-v' || v.version || '.pdf' as name, v.storage_key
       from files f join file_versions v on v.file_id = f.id where f.owner_id = $person and v.storage_key <> ''`,
    `select 'delivered/' || id || '-' || name as name, storage_key
       from attachments where owner_id = $person and storage_key <> '' and replaced_at is null`,
    `select kind || 's/' || number || '.pdf' as name, storage_key
       from money_papers where owner_id = $person and storage_key <> ''`,
  ],
};
