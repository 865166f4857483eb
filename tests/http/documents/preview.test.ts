// Preview of a paper: pictures with a watermark, and nothing stored, charged or numbered.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, expectRefusal, setService } from '../steps.ts';
import { typed } from './birth-steps.ts';
import { nidCalls, picture, record } from './nid-steps.ts';

const portal = usePortal();
const { richCustomer } = nidCalls(portal);

const signToServer = {
  ...{ name_bn: 'আয়েশা', name_en: 'Ayesha', nid_number: '0012345678', pin_number: '19950012345678901' },
  ...{ form_number: '1', mobile_number: '01300000000', father_name: 'ক', mother_name: 'খ', gender: 'female' },
  ...{ education_qualification: 'স্নাতক', birthplace: 'ঢাকা', birth_date: '1995-03-15' },
  ...{ present_address: 'ঢাকা', permanent_address: 'ঢাকা' },
};
const preview = (person: Person, path: string, body: unknown) =>
  portal.call('POST', `${path}preview/`, { token: person.token, body });
const kept = () =>
  Promise.all(
    ['files', 'document_records', 'idempotency_keys'].map(
      async (table) => (await asOwner(portal.ownerUrl, `select 1 from ${table}`)).length,
    ),
  );

describe('a preview', () => {
  it.each([
    ['/account/nid-details/', { ...record, photo_base64: picture('image/jpeg') }],
    ['/account/create-sign-to-server/', signToServer],
    ['/account/new-birth-certificate/', typed],
  ])('of %s shows the pages, charges nothing and keeps nothing', async (path, body) => {
    // A customer who cannot pay yet can preview too.
    const person = await portal.customer();
    const before = await kept();
    const answer = await preview(person, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['pages']);
    expect(answer.body.pages).toHaveLength(1);
    const png = Buffer.from(answer.body.pages[0].split(',')[1], 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.length).toBeLessThan(900_000);
    // The watermark runs across the page and is the only reddish thing on it.
    const image = await loadImage(png);
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let red = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at]! > data[at + 1]! + 15) red += 1;
    expect(red / (data.length / 4)).toBeGreaterThan(0.02);
    expect(await kept()).toEqual(before);
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 0, held: 0 });
  });

  it('is refused for the same reasons as the paper, and while the service is closed', async () => {
    const person = await richCustomer();
    const wrong = await preview(person, '/account/nid-details/', { ...record, blood_group: 'Z+' });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body)).toEqual(['blood_group']);
    const { body } = await preview(person, '/account/nid-details/', { ...record, birth_place: '東京' });
    expect(Object.keys(body)).toEqual(['birth_place']);
    await setService(portal, 'AF', 'status', 'inactive');
    const closed = await preview(person, '/account/nid-details/', record);
    await setService(portal, 'AF', 'status', 'active');
    expectRefusal(closed, 'service_inactive');
  });

  it('is limited to fifteen in ten minutes', async () => {
    const person = await portal.customer();
    const answers = [];
    for (let turn = 0; turn < 16; turn++)
      answers.push(await preview(person, '/account/nid-details/', { ...record, birth_place: '東京' }));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(15).fill(400), 429]);
    expect(Number(answers[15]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
