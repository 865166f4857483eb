// Whether a file is genuine: by hash, by the file itself, and what an altered or foreign one gets.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { usePortal } from '../support/portal.ts';

const portal = usePortal();

const record = {
  name_bangla: 'রহিমা খাতুন',
  name_english: 'Rahima Khatun',
  national_id: '1234567890',
  date_of_birth: '1990-01-15',
  father_name: 'আব্দুল করিম',
  mother_name: 'আয়েশা বেগম',
};

async function makeCopy() {
  const customer = await portal.customer();
  await portal.topUp(customer, '100');
  const { body } = await portal.call('POST', '/account/nid-details/', {
    token: customer.token,
    body: record,
  });
  const { bytes } = await portal.call('GET', body.data.open_path, { token: customer.token });
  return { customer, id: body.data.id as number, bytes };
}

function formOf(bytes: Uint8Array): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'copy.pdf');
  return form;
}

test('the same bytes are genuine, by hash and by file, without a sign-in and without a personal field', async () => {
  const { bytes } = await makeCopy();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  for (const options of [
    { body: { sha256 } },
    { body: { sha256: sha256.toUpperCase() } },
    { form: formOf(bytes) },
  ]) {
    const { status, body } = await portal.call('POST', '/verify-document/', options);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'genuine', kind: 'nid', sha256, version: 1 });
    const text = JSON.stringify(body);
    for (const secret of [record.national_id, record.name_english, record.name_bangla, record.date_of_birth])
      expect(text).not.toContain(secret);
  }
});

test('a file that carries our code in other bytes is altered; the older print of a corrected record is superseded', async () => {
  const { customer, id, bytes } = await makeCopy();
  const altered = Buffer.concat([bytes, Buffer.from('\n% a line more\n')]);
  expect((await portal.call('POST', '/verify-document/', { form: formOf(altered) })).body).toMatchObject({
    state: 'altered',
    kind: 'nid',
  });
  await portal.call('PATCH', `/account/nid-details/${id}/`, {
    token: customer.token,
    body: { name_english: 'Rahima Begum' },
  });
  expect((await portal.call('POST', '/verify-document/', { form: formOf(bytes) })).body.state).toBe(
    'superseded',
  );
});

test('a foreign, broken or empty file is unknown or refused in words, and never a fault', async () => {
  const foreign = await portal.call('POST', '/verify-document/', {
    form: formOf(Buffer.from('%PDF-1.7\nbroken')),
  });
  expect(foreign).toMatchObject({ status: 200, body: { state: 'unknown' } });
  const text = await portal.call('POST', '/verify-document/', { form: formOf(Buffer.from('hello')) });
  expect(text.body).toEqual({ state: 'unknown' });
  const none = await portal.call('POST', '/verify-document/', { body: {} });
  expect(none).toMatchObject({ status: 400, body: { code: 'file_missing' } });
  const odd = await portal.call('POST', '/verify-document/', { body: { sha256: 'zz' } });
  expect(odd.status).toBe(400);
});
