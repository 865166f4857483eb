// A portal logging at its most verbose level writes nothing personal, for any request and any failure.
import { expect, test } from 'vitest';
import { findEmail } from '../../journeys/steps.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { copyRecord, makeCopy } from '../documents/copy-maker.ts';
import { fixture } from '../documents/nid-steps.ts';
import { eventually } from '../steps.ts';

const lines: string[] = [];
const quoted = 'রহিমা খাতুন';
let storeFails = false;
const portal = usePortal(
  { LOG_LEVEL: 'debug' },
  {
    storage: (part) => ({
      ...part,
      async get(key) {
        if (storeFails) throw new Error(`cannot read\n${quoted} ${copyRecord.national_id}\nat once`);
        return part.get(key);
      },
    }),
  },
  { write: (line) => void lines.push(line) },
);

test('no token, PIN, code, number, name or address of a person appears in the log, the metrics or a refusal', async () => {
  const person = await portal.customer({ first_name: 'কুলসুম', last_name: 'আকতার', phone: '01798765432' });
  const secrets = new Set([
    person.email,
    person.password,
    person.token,
    person.refresh,
    'কুলসুম',
    'আকতার',
    '01798765432',
    quoted,
    copyRecord.name_english,
    copyRecord.national_id,
    copyRecord.father_name,
  ]);
  /** What a response to someone else, or an error, must not reveal either. */
  const refusals: string[] = [];
  const call: typeof portal.call = async (method, path, options) => {
    const answer = await portal.call(method, path, options);
    if (answer.status >= 400) refusals.push(answer.bytes.toString());
    return answer;
  };

  const copy = await makeCopy(portal, person);
  for (const secret of [copy.code, copy.openPath.split('/').at(-2)!]) secrets.add(secret);
  const shares = `/account/myfile/${copy.id}/shares/`;
  const { body: link } = await call('POST', shares, { token: person.token, body: { pin: '480215' } });
  const door = new URL(link.url).pathname;
  secrets.add(door.split('/').at(-1)!).add('480215').add('999888');
  await call('POST', `${door}/viewings/`, { body: { pin: '999888' } });
  const { body: look } = await call('POST', `${door}/viewings/`, { body: { pin: '480215' } });
  secrets.add(look.viewing);
  const viewing = { headers: { 'X-Viewing': look.viewing } };
  expect((await call('GET', `${door}/pages/1/`, viewing)).status).toBe(200);
  await call('GET', `${door}/pages/99/`, viewing);
  await call('DELETE', `${shares}${link.id}/`, { token: person.token });
  await call('GET', `${door}/state/`);
  await call('GET', door, { headers: { Accept: 'text/html' } });

  expect((await call('GET', `/verify-document/${copy.code}/`)).status).toBe(200);
  expect((await call('GET', `/verify-document/${copy.code.slice(0, -1)}/`)).status).toBe(404);
  await call('POST', '/verify-document/', { body: { sha256: 'not a hash', name: quoted } });

  await call('POST', '/account/password-reset/', { body: { email: person.email } });
  const [, resetToken = ''] =
    /#token=3?D?([\w-]{43})/.exec(await findEmail(portal, person.email, '#token=')) ?? [];
  expect(resetToken).toHaveLength(43);
  secrets.add(resetToken).add('notun-chabi-kothay-7').add('bhul-password-11');
  const chosen = 'notun-chabi-kothay-7';
  const reset = { token: resetToken, new_password: chosen, confirm_password: chosen };
  await call('POST', '/account/password-reset/confirm/', { body: { ...reset, new_password: 'x' } });
  await call('POST', '/account/password-reset/confirm/', { body: reset });
  await call('POST', '/account/password-reset/confirm/', { body: reset });
  await call('POST', '/token/', { body: { username: person.email, password: 'bhul-password-11' } });
  const { body: again } = await call('POST', '/token/', {
    body: { username: person.email, password: 'notun-chabi-kothay-7' },
  });
  expect(again).toHaveProperty('access');
  secrets.add(again.access).add(again.refresh);
  await call('POST', '/token/verify/', { body: { token: `${again.access}x` } });
  await call('POST', '/token/refresh/', { body: { refresh: person.refresh } });

  for (const name of ['s01-l1-chromium-notosans.pdf', 'hostile/sx2-truncated.pdf']) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(fixture(name))]), `${copyRecord.name_english}.pdf`);
    await call('POST', '/account/nid-extract/', { token: again.access, form });
  }
  await call('GET', `/account/myfile/?search=${copyRecord.national_id}`, { token: again.access });
  await call('GET', `/account/myfile/?search=${encodeURIComponent(quoted)}&page=x`, { token: again.access });
  await call('GET', `/${copyRecord.national_id}/${person.email}?pin=480215`);
  await call('POST', '/token/', { body: `{"username":"${person.email}"` });

  // Now an unexpected error, whose message quotes a person over several lines.
  storeFails = true;
  const failed = await call('GET', copy.openPath, { token: again.access });
  expect(failed.status).toBe(500);
  expect(failed.body).toHaveProperty('reference');

  const log = await eventually(
    async () => lines.join(''),
    (text) => text.includes(failed.body.reference),
  );
  expect(log).toContain('unexpected error');
  const kept = await eventually(
    () => asOwner(portal.ownerUrl, 'select reference, path from unexpected_errors'),
    (rows) => rows.length > 0,
  );
  expect(kept).toEqual([{ reference: failed.body.reference, path: expect.stringContaining('/:') }]);
  const { bytes: metrics } = await portal.call('GET', '/metrics/');
  expect(metrics.toString()).toContain('/verify-document/:code');
  expect(refusals.length).toBeGreaterThan(10);
  const written: [string, string][] = [
    ['log', log],
    ['metrics', metrics.toString()],
    ['refusals', refusals.join('\n')],
  ];
  // Six digits alone may occur by chance among the decimals of a measured time: there they are part of a number.
  const stands = (text: string, secret: string) =>
    /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(text) : text.includes(secret);
  for (const [where, text] of written)
    for (const secret of secrets) expect(stands(text, secret), `${secret} in ${where}`).toBe(false);
}, 60_000);
