// Personal data in the platform: queued mail, repeatable answers, keys and their holders, rate limits, the live channel.
import { loginPasswordPurpose } from './installation/application-login.ts';
import { mailPurpose, recipientOf, recipientPurpose } from './mail/mail.ts';
import { type PersonalData, shop } from './personal-data.ts';

export const platformData: PersonalData = {
  tables: {
    idempotency_keys: {
      erasure: { act: 'remove', whose: 'user_id = $person' },
      other: ['key', 'request_hash', 'body'],
      life: { go: `created_at < now() - interval '2 days'`, when: 'after two days' },
      unread: 'ids of what the archive has',
    },
    installation: {
      other: ['login_password_sealed'],
      life: shop,
      sealed: { login_password_sealed: loginPasswordPurpose },
    },
    installation_keys: { other: ['name', 'fingerprint', 'state'], life: shop },
    jobs: { other: ['name', 'last_error'], life: shop },
    live_events: {
      other: ['audience', 'message'],
      life: { goBy: 'remove old events', when: 'after an hour' },
    },
    mails: {
      erasure: { act: 'remove', whose: 'recipient_index = any($addresses::bytea[])' },
      other: ['recipient_index', 'sealed_mail', 'useful_until'],
      life: {
        go: `created_at < now() - interval '30 days'`,
        when: 'when the mail has gone, at most 30 days',
      },
      unread: 'mails on their way to the person',
      sealed: { sealed_mail: mailPurpose },
      indexed: {
        recipient_index: {
          source: 'sealed_mail',
          purpose: recipientPurpose,
          valueFrom: (mail) => recipientOf((JSON.parse(mail) as { to: string }).to),
        },
      },
    },
    portal_processes: {
      other: ['held_keys', 'used_keys'],
      life: { goBy: 'report held keys', when: 'a day after the process ended' },
    },
    rate_limits: {
      other: ['key_hash'],
      life: { goBy: 'remove old attempts', when: 'when its tries count no more' },
      indexed: { key_hash: 'lasting' },
    },
    stored_files: {
      other: ['key'],
      life: { stay: 'as long as the bytes that it names lie in the store' },
    },
    unexpected_errors: {
      other: ['reference', 'path'],
      life: { go: `at < now() - interval '30 days'`, when: 'after 30 days' },
    },
    unsent_mails: { other: ['day'], life: { go: `day < now() - interval '60 days'`, when: 'after 60 days' } },
    ws_tickets: { other: ['ticket_hash'], life: { goBy: 'remove old events', when: 'after a minute' } },
    schema_migrations: { other: ['name', 'hash'], life: shop },
  },
};
