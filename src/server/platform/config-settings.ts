// All settings in one place: key, shape, default, one line of documentation.
// `.env.example` and the table in docs/operations.md are generated from this list.
import { z } from 'zod';
import { isLocalhost, isProxy } from './config-checks.ts';

export interface Setting {
  readonly key: string;
  readonly doc: string;
  readonly schema: z.ZodType;
  /** The documented default, when it is derived from other settings. */
  readonly shownDefault?: string;
}

function setting<const K extends string, S extends z.ZodType>(
  key: K,
  doc: string,
  schema: S,
  shownDefault?: string,
) {
  return {
    key,
    doc,
    schema,
    ...(shownDefault === undefined ? {} : { shownDefault }),
  } as const satisfies Setting;
}

const port = z.coerce.number().int().min(0).max(65_535);
const paymentProviders = ['sandbox', 'bkash'] as const;
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');
/** Whether the host can be written into a security policy: URL accepts others too, such as `a;b`. */
const hasPlainHost = ({ protocol, hostname }: URL) =>
  !/^https?:$/.test(protocol) || /^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(hostname);

const url = (protocols: readonly string[]) =>
  z.string().refine(
    (value) => {
      const read = URL.parse(value);
      return read !== null && protocols.includes(read.protocol.slice(0, -1)) && hasPlainHost(read);
    },
    {
      error: ({ input }) =>
        protocols.some((protocol) => String(input).startsWith(`${protocol}://`))
          ? 'cannot be read as an address; in its name and password # is written %23, / %2F, ? %3F, @ %40 and % %25'
          : `must be an address starting with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
      // Later checks parse the address.
      abort: true,
    },
  );

/** S3 is the only remote storage supported: any other address would be taken for the name of a local folder. */
const place = z
  .string()
  .regex(
    /^(?:s3:|(?![a-z][a-z0-9+.-]*:\/\/))/i,
    'must be a folder, or s3://bucket?endpoint=https://host&region=…',
  );

export const settings = [
  setting('PORT', 'Port of the HTTP server; 0 takes a free one.', port.default(3000)),
  setting('HOST', 'Address that the HTTP server listens on.', z.string().min(1).default('127.0.0.1')),
  setting(
    'PUBLIC_ORIGIN',
    'Origin under which people reach the portal; printed on documents and in their QR codes.',
    url(['http', 'https']).optional(),
    'http://localhost:PORT',
  ),
  setting(
    'ALLOWED_ORIGINS',
    'Origins of web clients hosted elsewhere that may call the API (without cookies), separated by commas.',
    z
      .string()
      .default('')
      .transform((value) => (value === '' ? [] : value.split(',').map((origin) => origin.trim())))
      .pipe(
        z.array(
          z.string().refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin, {
            message: 'must hold origins like https://client.example, without a path',
          }),
        ),
      ),
    '',
  ),
  setting(
    'DATA_DIR',
    'Folder of the embedded database, stored files, generated keys and sandbox mail.',
    z.string().min(1).default('./data'),
  ),
  setting(
    'DATABASE_URL',
    'PostgreSQL to use instead of the embedded one; its user owns the tables and may create roles. Only the start uses it.',
    url(['postgres', 'postgresql']).optional(),
  ),
  setting(
    'DATABASE_APP_URL',
    'Address with the login that the portal works with, if the user of DATABASE_URL may not create one; a member of nothipotro_app only.',
    url(['postgres', 'postgresql']).optional(),
  ),
  setting(
    'DATABASE_POOLER',
    'host:port of PgBouncer in transaction mode in front of that database: requests go through it, the start and the live channel do not.',
    z
      .string()
      .regex(/^[\w.-]+:\d{1,5}$/, 'must be host:port')
      .optional(),
  ),
  setting(
    'DATABASE_REPLICA',
    'host:port of a streaming replica of that database, or of a load balancer in front of several: lists and reports are read there while it keeps up.',
    z
      .string()
      .regex(/^[\w.-]+:\d{1,5}$/, 'must be host:port')
      .optional(),
  ),
  setting(
    'DATABASE_POOL',
    'Connections that one process keeps open; its jobs together use at most half of them.',
    z.coerce.number().int().min(2).max(200).default(16),
  ),
  setting(
    'DATABASE_PATIENCE',
    'Seconds that a request waits for the database before it fails with 503.',
    z.coerce.number().min(1).max(15).default(3),
  ),
  setting(
    'STORAGE_URL',
    'Object storage to use instead of the folder DATA_DIR/files: s3://bucket?endpoint=https://host&region=…. With &seconds=10 the portal waits 10 seconds for a response instead of 30.',
    url(['s3'])
      .refine(
        (value) => URL.canParse(new URL(value).searchParams.get('endpoint') ?? ''),
        'must name its endpoint',
      )
      .refine((value) => {
        const seconds = Number(new URL(value).searchParams.get('seconds') ?? 30);
        return seconds >= 1 && seconds <= 300;
      }, 'seconds must be from 1 to 300')
      .optional(),
  ),
  setting('STORAGE_ACCESS_KEY', 'Access key of the object storage.', z.string().min(1).optional()),
  setting('STORAGE_SECRET_KEY', 'Secret key of the object storage.', z.string().min(1).optional()),
  setting(
    'BACKUP_TO',
    'Where backups go: a folder or mounted disk, or s3://bucket?endpoint=https://host&region=…; unset makes none.',
    place.optional(),
  ),
  setting(
    'BACKUP_RECIPIENT',
    'Public keys (age1…), separated by commas, that backups are encrypted for; anyone with one of the secret keys can restore.',
    z
      .string()
      .regex(/^age1[a-z0-9]+(\s*,\s*age1[a-z0-9]+)*$/, 'must hold public keys that begin with age1')
      .optional(),
  ),
  setting(
    'BACKUP_PASSPHRASE',
    'Passphrase that backups are encrypted with, instead of BACKUP_RECIPIENT.',
    z.string().min(16, 'must have at least 16 characters').optional(),
  ),
  setting(
    'BACKUP_KEYS_TO',
    'A separate destination for the backup of keys/; none omits the keys; unset backs them up with the rest.',
    place.optional(),
  ),
  setting(
    'BACKUP_HOUR',
    'Hour of the day in Dhaka after which the nightly backup is made.',
    z.coerce.number().int().min(0).max(23).default(3),
  ),
  setting(
    'BACKUP_ACCESS_KEY',
    'Access key of the object storage of BACKUP_TO.',
    z.string().min(1).optional(),
  ),
  setting(
    'BACKUP_SECRET_KEY',
    'Secret key of the object storage of BACKUP_TO.',
    z.string().min(1).optional(),
  ),
  setting(
    'ADMIN_EMAIL',
    'E-mail address of the first admin, whose account the first start creates.',
    z.email('must be an e-mail address').default('admin@nothipotro.test'),
  ),
  setting(
    'ADMIN_PASSWORD',
    'Password of the first admin; if unset, a random one is printed once.',
    z.string().min(8, 'must have at least 8 characters').optional(),
  ),
  setting(
    'SANDBOX',
    '1 allows sandbox parts although PUBLIC_ORIGIN is https; so does naming sandbox in PAYMENT_PROVIDERS.',
    flag.default(false),
  ),
  setting(
    'KEEP_SANDBOX_MONEY',
    '1 starts with real payments although wallets hold sandbox money or trial accounts are open.',
    flag.default(false),
  ),
  setting(
    'DEMO',
    '1 adds sample customers, with orders, files and transactions of 90 days.',
    flag.default(false),
  ),
  setting(
    'PAYMENT_PROVIDERS',
    'Payment providers that customers may choose, separated by commas.',
    z
      .string()
      .default('sandbox')
      .transform((value) => value.split(',').map((name) => name.trim()))
      .pipe(z.array(z.enum(paymentProviders, `knows only: ${paymentProviders.join(', ')}`)).min(1)),
    'sandbox',
  ),
  setting(
    'PAYMENT_SWEEP_SECONDS',
    'Seconds between two checks of payments whose customers have not returned.',
    z.coerce.number().min(0.1).max(300).default(30),
  ),
  setting(
    'BKASH_URL',
    'bKash Tokenized Checkout with its version, as bKash gave it with the credentials.',
    url(['http', 'https']).default('https://tokenized.pay.bka.sh/v1.2.0-beta'),
  ),
  setting('BKASH_USERNAME', 'User name of the shop at bKash.', z.string().min(1).optional()),
  setting('BKASH_PASSWORD', 'Password of the shop at bKash.', z.string().min(1).optional()),
  setting('BKASH_APP_KEY', 'App key of the shop at bKash.', z.string().min(1).optional()),
  setting('BKASH_APP_SECRET', 'App secret of the shop at bKash.', z.string().min(1).optional()),
  setting(
    'BKASH_TIMEOUT_SECONDS',
    'Seconds to wait for a response from bKash.',
    z.coerce.number().min(0.2).max(30).default(29),
  ),
  setting(
    'BKASH_NOTICE_TOPIC',
    'Topic (ARN) of bKash’s instant notices to /payment/bkash/notice/; unset takes none.',
    z.string().min(1).optional(),
  ),
  setting(
    'REGISTRY_URL',
    'Gateway of the authorised registry (docs/registry-gateway.openapi.yaml); unset uses the synthetic one.',
    url(['http', 'https']).optional(),
  ),
  setting('REGISTRY_CLIENT_ID', 'Client id at the registry’s gateway.', z.string().min(1).optional()),
  setting('REGISTRY_CLIENT_SECRET', 'Client secret at the registry’s gateway.', z.string().min(1).optional()),
  setting(
    'REGISTRY_CERT_FILE',
    'Client certificate (PEM) for a gateway that requires one; with REGISTRY_KEY_FILE.',
    z.string().min(1).optional(),
  ),
  setting('REGISTRY_KEY_FILE', 'Key (PEM) of the client certificate.', z.string().min(1).optional()),
  setting(
    'REGISTRY_CA_FILE',
    'Certificate authorities (PEM) to trust for the gateway; if unset, those of the system and of Node.',
    z.string().min(1).optional(),
  ),
  setting(
    'REGISTRY_TIMEOUT_SECONDS',
    'Seconds to wait for a response from the gateway.',
    z.coerce.number().min(1).max(60).default(8),
  ),
  setting(
    'SMTP_URL',
    'Mail server, such as smtps://shop%40gmail.com:password@smtp.gmail.com:465 (an @ in name or password is written %40); unset writes mail to DATA_DIR/outbox.',
    url(['smtp', 'smtps']).optional(),
  ),
  setting(
    'CAPTCHA_ANSWER',
    'Fixes the captcha’s answer; for tests with sandbox parts only.',
    z.string().min(1).optional(),
  ),
  setting(
    'STAFF_SECOND_FACTOR',
    '1 makes staff set up a second factor before they can do anything else.',
    flag.default(false),
  ),
  setting(
    'SIGN_UPS_AN_HOUR',
    'Accounts that may be opened from one address (IPv6: one /64) in an hour; in a minute, a third of that.',
    z.coerce.number().int().min(3).max(100_000).default(300),
  ),
  setting(
    'APPROVAL_SUM',
    'Cash in taka that one member of staff may move alone in a day, in total and per customer; more needs a second member.',
    z.coerce.number().int().min(0).max(10_000_000_000).default(50_000),
  ),
  setting(
    'MAIL_FROM',
    'Sender of the portal’s mail, which the mail server must let it use; owners can change it in the settings.',
    z.string().min(3).default('নথিপত্র <no-reply@nothipotro.test>'),
  ),
  setting(
    'TRUST_PROXY',
    'Addresses or networks of proxies whose X-Forwarded-For is trusted.',
    z
      .string()
      .refine((value) => value.split(',').every((part) => isProxy(part.trim())), {
        message: 'must hold addresses or networks such as 127.0.0.1 or 10.89.0.0/16, separated by commas',
      })
      .optional(),
  ),
  setting(
    'CLIENT_IP_URL',
    'Service that customers’ browsers query for their public address, for the dashboard; it must return text or {"ip": …}. It learns their addresses, so if unset, only this portal is queried.',
    url(['https', 'http'])
      .refine(
        (value) => value.startsWith('https:') || isLocalhost(new URL(value).hostname),
        'must start with https:// unless the service is on this machine',
      )
      .refine(
        (value) => new URL(value).username === '' && new URL(value).password === '',
        'must hold no name and no password: every customer would read them',
      )
      .optional(),
  ),
  setting(
    'METRICS_TOKEN',
    'Bearer token for reading /metrics from other machines; if unset, only this machine may read them.',
    z.string().min(16, 'must have at least 16 characters').optional(),
  ),
  setting(
    'TRACES_URL',
    'OpenTelemetry collector (OTLP over HTTP, such as http://127.0.0.1:4318) that receives traces of requests and jobs; unset records none.',
    url(['http', 'https']).optional(),
  ),
  setting(
    'TRACES_SHARE',
    'Share of the requests and jobs that are traced, 0 to 1; repeats of a request are traced with it.',
    z.coerce.number().min(0).max(1).default(1),
  ),
  setting(
    'DRAIN_SECONDS',
    'Seconds that a stopping portal keeps serving requests after /health/ready turned red, so that a load balancer can move on.',
    z.coerce.number().min(0).max(60).default(0),
  ),
  setting(
    'DOCUMENT_WORKERS',
    'Processes that typeset documents, started when first needed; 0 takes one per core.',
    z.coerce.number().int().min(0).max(64).default(0),
  ),
  setting(
    'CHECK_ANSWERS',
    '1 checks every response against its declaration and logs mismatches; for development.',
    flag.default(false),
  ),
  setting(
    'LOG_LEVEL',
    'Log level: fatal, error, warn, info, debug or silent.',
    z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
        'must be fatal, error, warn, info, debug or silent',
      )
      .default('info'),
  ),
] as const;
