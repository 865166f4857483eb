// Personal data in notifications: what was sent to a user, and their preferences.
import { type PersonalData, withAccount } from '../platform/personal-data.ts';

const ofUser = 'user_id = $person';

export const noticesData: PersonalData = {
  tables: {
    notices: {
      erasure: { act: 'remove', whose: ofUser },
      other: ['kind', 'object_kind', 'object_id', 'facts'],
      life: { goBy: 'remove old notices', when: '90 days after it came, or a year if it was never read' },
    },
    notice_choices: { erasure: { act: 'remove', whose: ofUser }, other: ['kind'], life: withAccount },
  },
  sections: {
    notices: {
      select:
        'select kind, object_kind, object_id, facts, at, read_at from notices where user_id = $person order by id',
    },
    notice_choices: {
      select: 'select kind, in_bell, by_mail from notice_choices where user_id = $person order by kind',
    },
  },
};
