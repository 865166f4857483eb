// Personal data in documents: the records behind papers, readings of uploads, and paid lookups.
import { type PersonalData, shop, withAccount } from '../platform/personal-data.ts';

export const recordPurpose = 'document record';
export const readingPurpose = 'document reading';
export const copyPartPurpose = 'signed copy part';

const ofOwner = 'owner_id = $person';
const unfinished = 'an upload that is not finished';

export const documentsData: PersonalData = {
  tables: {
    tin_purchases: {
      erasure: { act: 'remove', whose: ofOwner },
      other: ['asked_index'],
      life: { go: `made_at < now() - interval '30 days'`, when: '30 days after the certificate' },
      unread: 'keyed hashes of numbers that the papers have',
      indexed: { asked_index: 'lasting' },
    },
    document_records: {
      erasure: { act: 'remove', whose: ofOwner },
      other: ['kind', 'sealed_record'],
      life: withAccount,
      sealed: { sealed_record: recordPurpose },
    },
    document_readings: {
      erasure: { act: 'remove', whose: ofOwner },
      other: ['kind', 'sealed_reading', 'picture_indexes'],
      life: { goBy: 'remove old readings', when: 'after the days of the setting, a week at first' },
      sealed: { sealed_reading: readingPurpose },
      unread: 'what forms are filled in from for some days, some of it not paid for yet',
      indexed: { picture_indexes: 'lasting' },
    },
    copy_uploads: {
      erasure: { act: 'remove', whose: ofOwner },
      other: [],
      life: { goBy: 'remove copies that were not read', when: 'an hour after the upload began' },
      unread: unfinished,
    },
    copy_upload_parts: {
      erasure: {
        act: 'remove',
        whose: 'copy_upload_id in (select id from copy_uploads where owner_id = $person)',
      },
      // Bytes of a file that hasn't been read yet; erased with their rows.
      other: ['bytes_sealed'],
      life: { goBy: 'remove copies that were not read', when: 'an hour after the upload began' },
      sealed: { bytes_sealed: copyPartPurpose },
      unread: unfinished,
    },
    lookup_passes: {
      erasure: { act: 'remove', whose: 'user_id = $person' },
      other: ['nonce', 'kind'],
      life: { goBy: 'remove expired captchas', when: 'minutes after they were drawn' },
      unread: 'pictures to type',
    },
    published_keys: { other: ['kid', 'public_part'], life: shop },
  },
  sections: {
    documents: {
      select: `select f.number, f.kind, f.full_name, f.number_sealed, f.created_at, f.revoked_at, f.current_version,
                      r.sealed_record
                 from files f left join document_records r on r.id = f.record_id where f.owner_id = $person order by f.id`,
      opened: {
        number_sealed: { table: 'files', as: 'number_of' },
        sealed_record: { table: 'document_records', as: 'record', isJson: true },
      },
    },
  },
};
