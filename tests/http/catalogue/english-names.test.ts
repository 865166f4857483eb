// The English names of services and sub-types: from the first day for the shop's own, changed by the owner, shown wherever English is asked for.
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { dataForm, english, expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const admin = () => ({ token: portal.admin.token });

it('exist for every initial service and sub-type', async () => {
  const rows = await asOwner(
    portal.ownerUrl,
    'select name from services where name_en is null union all select name from sub_types where name_en is null',
  );
  expect(rows).toEqual([]);
  const open = (await portal.call('GET', '/public/services/')).body;
  expect(open.find(({ code }: { code: string }) => code === 'AJ')).toMatchObject({
    name: 'টিন সার্টিফিকেট',
    name_en: 'TIN certificate',
  });
});

it('can be changed and removed only by an owner', async () => {
  const { AK } = await servicesByCode(portal);
  const at = `/account/services/${AK!.id}/`;
  const changed = await portal.call('PATCH', at, { ...admin(), body: { name_en: ' Passport form ' } });
  expect(changed.body).toMatchObject({ name: 'পাসপোর্ট আবেদন ফরম', name_en: 'Passport form' });
  const past = (await portal.call('GET', `${at}history/`, admin())).body.results[0];
  expect(past.after).toEqual({ name_en: 'Passport form' });
  // A request without the field leaves it unchanged.
  await portal.call('PATCH', at, { ...admin(), body: { status: 'active' } });
  expect((await servicesByCode(portal)).AK).toMatchObject({ name_en: 'Passport form' });
  const emptied = await portal.call('PATCH', at, { ...admin(), body: { name_en: '' } });
  expect(emptied.body.name_en).toBeNull();
  const operator = await makeStaff(portal, 'operator');
  expectRefusal(
    await portal.call('PATCH', at, { token: operator.token, body: { name_en: 'x' } }),
    'not_allowed',
  );
});

it('come with English descriptions for every initial service, which the owner can change', async () => {
  const untold = `select code from services where description_en is null
    or (place_holder_name <> '' and place_holder_name_en is null) or description_en || coalesce(place_holder_name_en, '') ~ '[ঀ-৿]'`;
  expect(await asOwner(portal.ownerUrl, untold)).toEqual([]);
  const { AJ } = await servicesByCode(portal);
  const change = (body: object) => portal.call('PATCH', `/account/services/${AJ!.id}/`, { ...admin(), body });
  const words = { description: 'টিনের তথ্য', description_en: 'TIN data' };
  expect((await change(words)).body).toMatchObject(words);
  const open = (await portal.call('GET', '/public/services/')).body;
  expect(open.find(({ code }: { code: string }) => code === 'AJ')).toMatchObject(words);
  expect((await change({ description_en: ' ' })).body).toMatchObject({
    description: 'টিনের তথ্য',
    description_en: null,
  });
  expect(await change({ description: 'ক'.repeat(301) })).toMatchObject({
    status: 400,
    body: { description: ['লেখাটি খুব বড়, ছোট করুন'] },
  });
});

it('can be set when a sub-type is added, and later', async () => {
  const { AL } = await servicesByCode(portal);
  const added = await portal.call('POST', `/account/services/sub-types/${AL!.id}/`, {
    ...admin(),
    body: { name: 'দ্রুত', price: '10', name_en: 'Fast' },
  });
  expect(added.body).toMatchObject({ name: 'দ্রুত', name_en: 'Fast' });
  const changed = await portal.call('PATCH', `/account/services/sub-types/update/${added.body.id}/`, {
    ...admin(),
    body: { name_en: 'Quick' },
  });
  expect(changed.body).toMatchObject({ name: 'দ্রুত', name_en: 'Quick' });
});

it('appear in orders, notices, exports, reports and the search', async () => {
  const person = await portal.customer({ first_name: 'নামতা' });
  await portal.topUp(person, '2000');
  const { AB } = await servicesByCode(portal);
  const placed = await placeOrder(portal, person, AB!);
  expect(placed).toMatchObject({
    service: { name: 'হারানো এনআইডি রিপ্রিন্ট', name_en: 'Lost NID reprint' },
    sub_type: { name: 'সাধারণ', name_en: 'Normal' },
  });
  await portal.call('PATCH', `/account/orders/${placed.id}/`, {
    ...admin(),
    form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
  });
  const { results } = (await portal.call('GET', '/account/notices/', { token: person.token })).body;
  expect(results[0]!.facts).toMatchObject({
    service: 'হারানো এনআইডি রিপ্রিন্ট',
    service_en: 'Lost NID reprint',
  });
  const take = async (headers: Record<string, string>) =>
    (await portal.call('GET', '/account/orders/completed/export/', { ...admin(), headers })).bytes.toString();
  expect(await take(english)).toContain(',Lost NID reprint,Normal,');
  expect(await take({})).toContain(',হারানো এনআইডি রিপ্রিন্ট,সাধারণ,');
  const today = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 10);
  const report = await portal.call('GET', `/account/admin/reports/performance/?from=${today}&to=${today}`, {
    ...admin(),
    headers: english,
  });
  expect(JSON.stringify(report.body)).toContain('Lost NID reprint');
  const found = await portal.call('GET', '/account/search/?q=নামতা', { ...admin(), headers: english });
  expect(JSON.stringify(found.body)).toContain('Lost NID reprint');
});
