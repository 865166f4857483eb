// A replaced result: staff read it in the timeline; its customer has only the newest.
import { expect, it } from 'vitest';
import { dataForm, makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });

it('is shown to staff after a press, and not to its customer', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const operator = await makeStaff(portal, 'operator');
  await portal.call('PATCH', `/account/orders/${id}/`, {
    token: operator.token,
    form: dataForm({ status: 'completed', text_content: 'প্রথম ফলাফল' }),
  });
  const { page, expectCalm } = await browsing.visit(portal.origin);
  await openAs(page, portal, operator, `/admin/orders/details/${id}`);
  await page.getByRole('button', { name: 'আবার আপলোড' }).first().click();
  await page.getByText('গ্রাহক শুধু নতুন ফলাফল দেখবেন।').waitFor();
  await page.getByRole('radio', { name: 'লেখা' }).check();
  await page.locator('[name=text_content]').fill('ঠিক ফলাফল');
  await page.getByRole('dialog').getByRole('button', { name: 'আবার আপলোড' }).click();
  await page.getByText('অর্ডার সফলভাবে পুনরায় আপলোড করা হয়েছে').waitFor();
  await page.getByText('ঠিক ফলাফল').waitFor();
  expect(await page.getByText('প্রথম ফলাফল').count()).toBe(0);
  await page.getByRole('button', { name: 'আগের ফলাফল দেখুন' }).click();
  await page.getByRole('region', { name: 'আগের ফলাফল' }).getByText('প্রথম ফলাফল').waitFor();

  const customer = await browsing.visit(portal.origin);
  await openAs(customer.page, portal, person, `/app/my-orders/${id}`);
  await customer.page.getByText('ঠিক ফলাফল').waitFor();
  await customer.page.getByText('ফলাফল বদলানো হয়েছে').waitFor();
  expect(await customer.page.getByRole('button', { name: 'আগের ফলাফল দেখুন' }).count()).toBe(0);
  expect(await customer.page.getByText('প্রথম ফলাফল').count()).toBe(0);
  expectCalm();
});
