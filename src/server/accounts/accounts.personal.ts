// Personal data in accounts: the person, their sign-ins, emailed links, and impersonations.
import { type PersonalData, staffsOwn, withAccount } from '../platform/personal-data.ts';

export const secondFactorPurpose = 'second factor';
export const passwordResetPurpose = 'password reset';
export const userNotePurpose = 'user note';

const ofUser = 'user_id = $person';
const secret = 'what proves who signs in';

export const accountsData: PersonalData = {
  tables: {
    password_resets: {
      erasure: { act: 'remove', whose: ofUser },
      other: ['token_hash'],
      life: { go: `expires_at < now() - interval '7 days'`, when: 'a week after the link’s end' },
      unread: secret,
    },
    password_reset_asks: {
      other: ['sealed_ask'],
      life: { go: `asked_at < now() - interval '1 day'`, when: 'when the link is made, at most a day' },
      sealed: { sealed_ask: passwordResetPurpose },
    },
    email_confirmations: {
      erasure: { act: 'remove', whose: ofUser },
      other: ['token_hash'],
      life: { go: `expires_at < now() - interval '7 days'`, when: 'a week after the link’s end' },
      unread: secret,
    },
    customer_view_looks: {
      other: ['what'],
      life: {
        go: `view_id in (select id from customer_views where expires_at < now() - interval '1 year')`,
        when: 'with their view',
      },
    },
    customer_views: {
      erasure: { act: 'blank', whose: 'customer_id = $person', columns: { reason: 'dash', ip: 'empty' } },
      other: ['token_hash'],
      life: {
        go: `expires_at < now() - interval '1 year'`,
        when: 'a year after the look; the audit log names it for ever',
      },
      unread: 'in the audit log, which the archive has',
    },
    known_devices: {
      erasure: { act: 'remove', whose: ofUser },
      other: ['device_hash'],
      life: {
        // A script that never sends the cookie back adds a device with each login.
        go: `last_login_at < now() - interval '1 year' or (user_id, device_hash) in (
               select user_id, device_hash from (
                 select *, row_number() over (partition by user_id order by last_login_at desc) as turn from known_devices) newest
                where turn > 100)`,
        when: 'a year after the last login on it, and beyond the newest hundred of an account',
      },
    },
    sessions: {
      erasure: {
        act: 'blank',
        whose: ofUser,
        columns: { user_agent: 'empty', ip: 'empty', device_hash: 'null' },
      },
      other: ['salt', 'refresh_hash', 'cookie_hash', 'end_reason'],
      life: {
        go: `coalesce(ended_at, expires_at) < now() - interval '180 days'
          and not exists (select from customer_views v where v.staff_session_id = sessions.id)`,
        when: '180 days after the sign-in ended',
      },
      unread: { device_hash: 'a hash; the times of the device are there' },
    },
    account_controls: {
      other: ['what'],
      life: { go: `at < now() - interval '90 days'`, when: '90 days after; it counts for seven' },
    },
    user_notes: {
      erasure: { act: 'blank', whose: ofUser, columns: { text_sealed: 'sealed' } },
      other: [],
      life: withAccount,
      sealed: { text_sealed: userNotePurpose },
      unread: staffsOwn,
    },
    users: {
      erasure: {
        act: 'elsewhere',
        by: 'users.queries eraseUser',
        columns: [
          ...['username', 'email', 'first_name', 'last_name', 'phone', 'password_hash', 'roles', 'gender'],
          ...['birth_date', 'address', 'bio', 'profile_image', 'profile_image_key', 'totp_sealed'],
          'recovery_hashes',
        ],
      },
      other: ['p_code', 'terms_version', 'search_text'],
      life: {
        stay: 'as long as the books, which name people by their number; an erasure leaves the number alone',
      },
      sealed: { totp_sealed: secondFactorPurpose },
      unread: {
        ...{ password_hash: secret, totp_sealed: secret, recovery_hashes: secret },
        profile_image: 'the address of the picture, which is in the archive',
      },
      stored: ['profile_image_key'],
    },
  },
  sections: {
    profile: {
      select: `select id, username, email, first_name, last_name, phone, gender, birth_date, address, bio, roles, terms_version,
                      terms_accepted_at, date_joined, last_seen from users where id = $person`,
    },
    sessions: {
      select:
        'select user_agent, ip, created_at, last_seen_at, ended_at, end_reason from sessions where user_id = $person order by created_at',
    },
    devices: {
      select:
        'select known_since, last_login_at from known_devices where user_id = $person order by known_since',
    },
  },
  files: [
    `select 'picture.jpg' as name, profile_image_key as storage_key
       from users where id = $person and profile_image_key is not null`,
  ],
};
