// Papers that customers send when staff ask for one: validated by their bytes, and photos re-encoded before staff open them.
import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { usePortal } from '../../support/portal.ts';
import { dataForm, expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const png = createCanvas(40, 30).toBuffer('image/png');
/** Metadata that a camera adds to a photo: where it was taken. */
const place = 'GPS 23.8103N 90.4125E';

it('refuses files that merely contain a signature, and keeps only the pixels of a photo', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const operator = await makeStaff(portal, 'operator');
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const asked = await portal.call('POST', `/account/orders/${id}/question/`, {
    token: operator.token,
    body: { kind: 'paper', text: 'এনআইডির ছবি দিন' },
  });
  const question = asked.body.question!.id;
  const answer = (bytes: Buffer, name: string) =>
    portal.call('POST', `/account/orders/${id}/answer/`, {
      token: person.token,
      form: dataForm({ question }, { bytes, name }),
    });

  expectRefusal(await answer(Buffer.from('MZ\n%PDF-1.7\n%%EOF'), 'a.pdf'), 'file_type_refused');
  expectRefusal(await answer(png.subarray(0, 20), 'a.png'), 'image_refused');
  const done = await answer(Buffer.concat([png, Buffer.from(place)]), 'a.png');
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  const seen = await portal.call('GET', done.body.question!.file!, { token: operator.token });
  expect(seen.status).toBe(200);
  expect(seen.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(seen.bytes.includes('GPS')).toBe(false);
});
