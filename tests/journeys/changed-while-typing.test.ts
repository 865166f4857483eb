// The shop changes something while a customer has a form open: the form says so, keeps what was typed, and no price is charged that was not shown.
import { expect, it } from 'vitest';
import { balanceOf, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { formField } from '../support/forms.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const phone = { width: 360, height: 800 };
const asOwner = async (method: 'PATCH' | 'PUT' | 'POST', path: string, body: object) => {
  const answer = await portal.call(method, path as '/account/orders/', { token: portal.admin.token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as unknown as { id: number };
};

it('an order form says that the price has changed or the service has closed, and keeps what was typed', async () => {
  const AB = (await servicesByCode(portal)).AB!;
  const subType = AB.sub_type[0]!;
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const { page, expectCalm } = await browsing.visit(portal.origin, phone);
  await openAs(page, portal, person, '/app/my-orders/new');
  const select = page.locator('[name=service]');
  await select.selectOption({ label: AB.name });
  await page.locator('[name=subType]').selectOption(String(subType.id));
  await page.locator('[name=number]').fill('1234567890');
  await page.locator('[name=note]').fill('খুব দরকার');
  const moved = page.getByText('দাম বদলেছে। আগে ছিল ৳\u00a0১৫০.০০');
  expect(await moved.count()).toBe(0);
  await asOwner('PATCH', `/account/services/sub-types/update/${subType.id}/`, {
    name: subType.name,
    price: '333',
  });
  await moved.waitFor();
  // A price that was chosen has not changed.
  await page.locator('[name=subType]').selectOption(String(AB.sub_type[1]!.id));
  expect(await page.getByText(/দাম বদলেছে/).count()).toBe(0);
  await page.locator('[name=subType]').selectOption(String(subType.id));

  await asOwner('PATCH', `/account/services/${AB.id}/`, { status: 'inactive' });
  const closed = page.getByText('সার্ভিসটি এখন বন্ধ আছে');
  await closed.waitFor();
  expect(await page.locator('[name=number]').inputValue()).toBe('১২৩৪৫৬৭৮৯০');
  expect(await page.getByRole('button', { name: 'অর্ডার দিন' }).isDisabled()).toBe(true);
  await asOwner('PATCH', `/account/services/${AB.id}/`, { status: 'active' });
  await closed.waitFor({ state: 'detached' });
  expect(await select.inputValue()).toBe(String(AB.id));
  expect(await page.locator('[name=note]').inputValue()).toBe('খুব দরকার');
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.waitForURL('**/app/my-orders');
  const price = 150 - Number(subType.price) + 333;
  expect((await balanceOf(portal, person)).current_balance).toBe(5000 - price);
  expectCalm();
});

it('a form that is republished keeps the answers that it still asks for, and is sent as shown', async () => {
  const AC = (await servicesByCode(portal)).AC!;
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const publish = async (...fields: string[]) => {
    const form = { fields: fields.map((name) => formField(name)), papers: [], checks: [] };
    const { id } = await asOwner('PUT', `/account/services/${AC.id}/forms/draft/`, { form });
    await asOwner('POST', `/account/services/${AC.id}/forms/publish/`, { form: id });
    return id;
  };
  await publish('purpose', 'other');
  const { page, expectCalm } = await browsing.visit(portal.origin, phone);
  await openAs(page, portal, person, '/app/my-orders/new');
  await page.locator('[name=service]').selectOption({ label: AC.name });
  await page.locator('[name=subType]').selectOption({ index: 1 });
  const answer = (name: string) => page.locator(`[name="answers.${name}"]`);
  await answer('purpose').fill('দোকান');
  const id = await publish('purpose', 'third');
  await answer('third').waitFor();
  expect(await answer('purpose').inputValue()).toBe('দোকান');
  await answer('third').fill('আরও');
  await page.getByRole('button', { name: 'অর্ডার দিন' }).click();
  await page.waitForURL('**/app/my-orders');
  const { body } = await portal.call('GET', '/account/orders/', { token: person.token });
  expect(body.results[0]).toMatchObject({ form: { id } });
  expectCalm();
});
