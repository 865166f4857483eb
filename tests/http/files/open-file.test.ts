// Opening a document: for whom, with which headers, whole and in ranges.
import { beforeAll, describe, expect, it } from 'vitest';
import { readRange } from '#server/files/send-file.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { type MadeCopy, makeCopy } from '../documents/copy-maker.ts';
import { callRaw, expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();
let copy: MadeCopy;
beforeAll(async () => {
  copy = await makeCopy(portal);
});
const open = (range?: string, more: Record<string, string> = {}) =>
  portal.call('GET', copy.openPath, {
    token: copy.owner.token,
    headers: { ...(range === undefined ? {} : { Range: range }), ...more },
  });

describe('an opened document', () => {
  it('is a PDF with a plain name that may not run scripts, be framed, sniffed, cached or indexed', async () => {
    const { status, headers } = await open();
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src|object-src|connect-src/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(
        /^inline; filename="NP-\d{7}\.pdf"; filename\*=UTF-8''NP-\d{7}\.pdf$/,
      ),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      'accept-ranges': 'bytes',
      'content-length': String(copy.bytes.length),
    });
    const saved = await portal.call('GET', `${copy.openPath}?download=1`, { token: copy.owner.token });
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /);
  });

  it('is sent in ranges when ranges are requested', async () => {
    const size = copy.bytes.length;
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      [`bytes=${size - 5}-`, size - 5, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=10-${size * 2}`, 10, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ] as const) {
      const { status, headers, bytes } = await open(range);
      expect({ range, status }).toEqual({ range, status: 206 });
      expect(headers.get('content-range')).toBe(`bytes ${from}-${to}/${size}`);
      expect(headers.get('content-length')).toBe(String(to - from + 1));
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(bytes.equals(copy.bytes.subarray(from, to + 1))).toBe(true);
    }
  });

  it('states its size when no range can be served, and is sent whole when the range is malformed', async () => {
    const size = copy.bytes.length;
    for (const range of [`bytes=${size}-`, 'bytes=99999999-', 'bytes=-0']) {
      const { status, headers, bytes } = await open(range);
      expect({ range, status, length: bytes.length }).toEqual({ range, status: 416, length: 0 });
      expect(headers.get('content-range')).toBe(`bytes */${size}`);
    }
    for (const range of ['bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6'])
      expect({ range, status: (await open(range)).status }).toEqual({ range, status: 200 });
    expect((await open('bytes=0-3', { 'If-Range': '"other"' })).status).toBe(200);
    expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
  });

  it('is recorded once per opening, with later parts marked as such', async () => {
    const count = async () =>
      (
        await asOwner<{ looks: number; parts: number }>(
          portal.ownerUrl,
          `select count(*) filter (where details->>'part' is null)::int as looks,
                  count(*) filter (where details->>'part' is not null)::int as parts
             from trail where kind = 'document.opened' and object_id = $1`,
          [String(copy.id)],
        )
      )[0]!;
    const before = await count();
    await open('bytes=0-99');
    await open('bytes=100-199');
    await open('bytes=0200-');
    expect(await count()).toEqual({ looks: before.looks + 1, parts: before.parts + 2 });
  });
});

describe('for anyone else', () => {
  it('it is the same 404 for every client and every kind of request', async () => {
    const stranger = await portal.customer();
    const accountant = await makeStaff(portal, 'accountant');
    const missing = await portal.call('GET', `/nid/${'A'.repeat(27)}/`, { token: copy.owner.token });
    for (const token of [undefined, 'made-up', stranger.token, accountant.token]) {
      for (const headers of [{}, { Range: 'bytes=0-3' }, { Range: 'bytes=99999999-' }]) {
        const answer = await portal.call('GET', copy.openPath, { token, headers });
        expectRefusal(answer, 'not_found');
        expect(answer.body).toEqual(missing.body);
        expect(answer.headers.get('content-range')).toBeNull();
      }
    }
    // The right code under another kind's path leads nowhere either.
    const other = copy.openPath.replace('/nid/', '/tin-certificate/');
    expectRefusal(await portal.call('GET', other, { token: copy.owner.token }), 'not_found');
    expectRefusal(await callRaw(portal, 'GET', copy.openPath, { Cookie: 'document=made-up' }), 'not_found');
  });

  it('but staff with the right can open it', async () => {
    for (const role of ['operator', 'auditor'] as const) {
      const staff = await makeStaff(portal, role);
      expect((await portal.call('GET', copy.openPath, { token: staff.token })).status).toBe(200);
    }
  });

  it('a cookie opens it no longer once its session is over', async () => {
    const { email, password, id } = copy.owner;
    const signIn = async () => {
      const { headers, body } = await portal.signIn(email, password);
      return { Cookie: headers.get('set-cookie')!.split(';')[0]!, token: body.access };
    };
    const openWith = ({ Cookie }: { Cookie: string }) => callRaw(portal, 'GET', copy.openPath, { Cookie });
    const [left, expired] = [await signIn(), await signIn()];
    for (const signedIn of [left, expired]) expect((await openWith(signedIn)).status).toBe(200);
    await portal.call('POST', '/token/logout/', { token: left.token });
    expectRefusal(await openWith(left), 'not_found');
    await asOwner(portal.ownerUrl, 'update sessions set expires_at = now() where user_id = $1', [id]);
    expectRefusal(await openWith(expired), 'not_found');
  });
});
