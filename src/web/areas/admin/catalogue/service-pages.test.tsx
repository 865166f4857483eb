// What the pages and dialogs of services show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { Service, SubType } from '#contract/catalogue/calls.ts';
import {
  expectInOrder,
  owner,
  renderPlainScreen,
  renderScreen,
} from '../../../../../tests/support/render-screen.tsx';
import { sampleAnswer } from '../../../../../tests/support/sample-answer.ts';
import { ArrangeList } from '../../../features/catalogue/arrange-list.tsx';
import { NewServiceDialog } from '../../../features/catalogue/new-service-dialog.tsx';
import { OfferDialog } from '../../../features/catalogue/offer-dialog.tsx';
import { findOfferErrors, formOfService, formOfSubType } from '../../../features/catalogue/offer-form.ts';
import { ServiceHistory } from '../../../features/catalogue/service-history.tsx';
import { catalogueBn } from '../../../features/catalogue/text-bn.ts';

const operator: UserInfo = { ...owner, id: 2, roles: ['operator'] };

const list = (results: unknown[], more: object = {}) => ({ results, count: results.length, ...more });

const subType = sampleAnswer(SubType, {
  id: 4,
  name: 'জরুরি',
  name_en: 'Urgent',
  price: '120.00',
  version: 1,
});

const service = (more: Partial<Service> = {}) =>
  sampleAnswer(Service, {
    id: 2,
    code: 'AB',
    name: 'রিপ্রিন্ট',
    name_en: 'Reprint',
    status: 'active',
    enable_charge: true,
    charge: '30.60',
    working_hours: 48,
    version: 1,
    created_on: '2026-03-05T04:30:00Z',
    updated_on: '2026-03-06T04:30:00Z',
    updated_by: { id: 1, first_name: 'করিম', last_name: 'মিয়া', username: 'k@mail.test' },
    sub_type: [subType],
    ...more,
  });

const services = '/account/services/';

describe('the services', () => {
  const at = '/admin/services';

  it('show price, state, who made and changed them and when, and sub-types where they are not automatic', async () => {
    const free = service({ id: 3, name: 'টিন', charge: '0.00', status: 'inactive', is_auto_service: true });
    const { texts, html } = await renderPlainScreen(at, owner, { [services]: [service(), free] });
    expectInOrder(texts, [
      ...['সার্ভিস', 'দাম বা অবস্থা বদলালে গ্রাহকেরা সাথে সাথে দেখেন।', 'ক্রম সাজান', 'রিপ্রিন্ট', 'সক্রিয়', '৩১ টাকা'],
      ...['কোড', 'AB', 'কাজের সময়', '৪৮ ঘণ্টা', 'তৈরি করেছেন', 'পোর্টাল', 'তৈরি', 'হালনাগাদ করেছেন', 'করিম মিয়া'],
      ...['হালনাগাদ', 'ধরনগুলো', 'দাম ও ইতিহাস', 'টিন', 'নিষ্ক্রিয়', 'ফ্রি', 'স্বয়ংক্রিয়'],
    ]);
    expect(texts.filter((text) => /^[৫৬] মার্চ, ২০২৬, সকাল ১০:৩০$/.test(text))).toHaveLength(4);
    expect(html).toContain('href="/admin/services/sub-types/2"');
    expect(html).not.toContain('href="/admin/services/sub-types/3"');
    const seen = (await renderScreen(at, operator, { [services]: [service()] })).texts;
    expect(texts).toContain('নতুন সার্ভিস');
    for (const ofOwners of ['ক্রম সাজান', 'নতুন সার্ভিস']) expect(seen).not.toContain(ofOwners);
    expect(seen).not.toContain(': রিপ্রিন্ট হালনাগাদ');
  });

  it('say when there are none, and offer another try when they failed', async () => {
    expect((await renderScreen(at, owner, { [services]: [] })).texts.at(-1)).toBe('এখনো কোনো সার্ভিস নেই');
    const failed = ['সার্ভিসের তালিকা আনা যায়নি', 'আবার চেষ্টা করুন'];
    expect((await renderScreen(at, owner, { [services]: 500 })).texts.slice(-2)).toEqual(failed);
  });

  it('check charge, contact and hours before they are sent', () => {
    const check = (form: object) =>
      findOfferErrors({ ...formOfService(service(), String), ...form }, true, catalogueBn.dialog);
    expect(check({ price: '৫০.৫', contact: '০১৭১২৩৪৫৬৭৮', hours: '২১৬০' })).toEqual({});
    expect(check({ contact: '' })).toEqual({});
    expect(check({ name: ' ' })).toEqual({ name: 'নাম লিখুন' });
    for (const price of ['', 'দশ', '-1', '1.234'])
      expect(check({ price })).toEqual({ price: 'সঠিক পরিমাণ লিখুন' });
    for (const contact of ['017-1', '+88017', '01 71'])
      expect(check({ contact })).toEqual({ contact: 'শুধু সংখ্যা লিখুন' });
    for (const hours of ['', '0', '2161', 'x'])
      expect(check({ hours })).toEqual({ hours: '১ থেকে ২১৬০-এর মধ্যে একটি সংখ্যা লিখুন' });
  });

  it('have a dialog with what can be changed, which is not the name of an automatic one', async () => {
    const automatic = <OfferDialog service={service({ is_auto_service: true })} onClose={() => undefined} />;
    expect((await renderScreen(at, owner, {}, automatic)).texts).not.toContain('নাম');
    const dialog = <OfferDialog service={service()} onClose={() => undefined} />;
    expectInOrder((await renderScreen(at, owner, {}, dialog)).texts, [
      ...['রিপ্রিন্ট: হালনাগাদ', 'নাম', 'চার্জ (টাকা)', 'অবস্থা', 'সক্রিয়', 'নিষ্ক্রিয়', 'এজেন্টের ফোন', 'ইচ্ছা হলে'],
      ...['কাজের সময় (ঘণ্টা)', 'ফিরে যান', 'সংরক্ষণ করুন'],
    ]);
  });

  it('have a dialog for a new one, which has no status yet', async () => {
    const { texts } = await renderScreen(at, owner, {}, <NewServiceDialog onClose={() => undefined} />);
    expectInOrder(texts, [
      ...['নতুন সার্ভিস', catalogueBn.dialog.newServiceHint, 'নাম', 'ইংরেজি নাম', 'চার্জ (টাকা)'],
      ...['কাজের সময় (ঘণ্টা)', 'ফিরে যান', 'যোগ করুন'],
    ]);
    for (const later of ['অবস্থা', 'এজেন্টের ফোন']) expect(texts).not.toContain(later);
  });

  it('say in each dialog that customers pay the charge and the price of a type together', async () => {
    const { chargeHint, priceHint } = catalogueBn.dialog;
    const see = async (of: Partial<Service>, one?: typeof subType | 'new') =>
      (
        await renderScreen(
          at,
          owner,
          {},
          <OfferDialog service={service(of)} {...(one && { subType: one })} onClose={() => undefined} />,
        )
      ).texts;
    expect(await see({})).toContain(chargeHint);
    expect(await see({ is_auto_service: true })).not.toContain(chargeHint);
    expect(await see({}, subType)).toContain(priceHint);
    expect(await see({}, 'new')).toContain(priceHint);
  });
});

describe('the history of a service', () => {
  const at = '/admin/services';
  const close = () => undefined;
  const by = { id: 1, name: 'করিম মিয়া' };
  const change = (id: number, what: string, before: object, after: object) => ({
    ...{ id, what, before, after, by, sub_type: id === 2 ? 'জরুরি' : null, at: '2026-03-05T04:30:00Z' },
  });
  const see = (history: object | number, planned: object = list([])) =>
    renderScreen(
      at,
      owner,
      {
        '/account/services/2/history/': history,
        '/account/services/2/price-changes/': planned,
      },
      <ServiceHistory service={service()} mayChange onClose={close} />,
    );

  it('is shown with every change in words, and with future prices', async () => {
    const { past: text } = catalogueBn;
    const planned = { id: 1, sub_type: null, price: '70.00', from: '2027-01-02', by };
    const { texts } = await see(
      list([
        change(
          1,
          'service_changed',
          { charge: '30.00', status: 'active' },
          { charge: '40.00', status: 'inactive' },
        ),
        change(
          2,
          'sub_type_added',
          {},
          { name: 'জরুরি', price: '120.00', agent_contact: '', working_hours: 24 },
        ),
        change(3, 'sub_type_changed', { working_hours: 24 }, { working_hours: 48 }),
        change(4, 'price_scheduled', { price: '40.00' }, { price: '70.00', from: '2027-01-02' }),
        change(5, 'price_cancelled', { price: '70.00', from: '2027-01-02' }, {}),
        change(6, 'price_applied', { price: '40.00' }, { price: '70.00' }),
      ]),
      list([planned, { ...planned, id: 2, sub_type: { id: 4, name: 'জরুরি' } }]),
    );
    const plain = texts.map((one) => one.replaceAll('\u00a0', ' '));
    const when = 'করিম মিয়া, ৫ মার্চ, ২০২৬, সকাল ১০:৩০';
    expectInOrder(plain, [
      ...['রিপ্রিন্ট: দাম ও ইতিহাস', text.planned, 'সার্ভিসের চার্জ:', '৳ ৭০.০০', '২ জানুয়ারি, ২০২৭ থেকে', 'করিম মিয়া'],
      ...['বদলটি তুলে নিন', 'জরুরি:', '৳ ৭০.০০', text.changes],
      ...[text.what.service_changed, 'চার্জ: ৳ ৩০.০০ → ৳ ৪০.০০', 'অবস্থা: সক্রিয় → নিষ্ক্রিয়', when],
      ...[text.what.sub_type_added, '· জরুরি', 'নাম: জরুরি', 'দাম: ৳ ১২০.০০', 'এজেন্টের ফোন: (ফাঁকা)'],
      ...['কাজের সময়: ২৪ ঘণ্টা', text.what.sub_type_changed, 'কাজের সময়: ২৪ ঘণ্টা → ৪৮ ঘণ্টা'],
      ...[text.what.price_scheduled, 'দাম: ৳ ৪০.০০ → ৳ ৭০.০০', 'কবে থেকে: ২ জানুয়ারি, ২০২৭'],
      ...[text.what.price_cancelled, 'দাম: ৳ ৭০.০০', text.what.price_applied],
    ]);
  });

  it('may be empty, or fail to load', async () => {
    const { past: text } = catalogueBn;
    expectInOrder((await see(list([]))).texts, [text.planned, text.nonePlanned, text.changes, text.none]);
    expect((await see(500)).texts.slice(-2)).toEqual(['ইতিহাস আনা যায়নি', 'আবার চেষ্টা করুন']);
  });

  it('is reordered with the mouse or with buttons that name what they move', async () => {
    const services = [service(), service({ id: 3, name: 'টিন' })];
    const dialog = <ArrangeList services={services} busy={false} onSave={close} onCancel={close} />;
    const { texts, html } = await renderScreen(at, owner, {}, dialog);
    expectInOrder(texts, [
      ...['ক্রম সাজান', 'টেনে সরান, অথবা তীর বোতাম চাপুন। গ্রাহকেরা এই ক্রমেই দেখেন।', '১', 'রিপ্রিন্ট'],
      ...['রিপ্রিন্ট: এক ধাপ উপরে', 'রিপ্রিন্ট: এক ধাপ নিচে', '২', 'টিন', 'টিন: এক ধাপ উপরে', 'টিন: এক ধাপ নিচে'],
      ...['ফিরে যান', 'ক্রম সংরক্ষণ করুন'],
    ]);
    expect(html.match(/<button[^>]*aria-disabled="true"[^>]*>/g)).toHaveLength(2);
  });
});

describe('the sub-types', () => {
  const at = '/admin/services/sub-types/2';

  it('show name, price and contact, with breadcrumbs and a way to add and change', async () => {
    const { texts, html } = await renderScreen(at, owner, { [services]: [service()] });
    expectInOrder(texts, [
      ...['পথ', 'দপ্তর', 'সার্ভিস', 'রিপ্রিন্ট', 'রিপ্রিন্ট: ধরন', 'নতুন ধরন', 'জরুরি', '৳\u00a0১২০.০০'],
      ...['চার্জসহ গ্রাহক দেন', '৳\u00a0১৫০.৬০'],
      ...['এজেন্টের ফোন', 'নির্ধারিত নয়', 'কাজের সময়', 'সার্ভিসের সমান', 'বদলান'],
    ]);
    expect(html).toMatch(/href="\/admin"[\s\S]*href="\/admin\/services"/);
  });

  it('say when there are none, and what else is wrong', async () => {
    const none = await renderScreen(at, owner, { [services]: [service({ sub_type: [] })] });
    expect(none.texts.slice(-3)).toEqual([
      ...['এখনো কোনো ধরন নেই', 'গ্রাহকেরা ধরন ছাড়া এই সার্ভিসের অর্ডার দিতে পারেন না।', 'প্রথম ধরন যোগ করুন'],
    ]);
    const wordsOf = async (path: string, answer: Service[] | number) =>
      (await renderScreen(path, owner, { [services]: answer })).texts.at(-2);
    expect(await wordsOf('/admin/services/sub-types/abc', [])).toBe('সার্ভিসের নম্বরটি পাওয়া যায়নি');
    expect(await wordsOf(at, [])).toBe('ধরনটির তথ্য পাওয়া যায়নি');
    expect(await wordsOf(at, [service({ is_auto_service: true })])).toBe('স্বয়ংক্রিয় সার্ভিসের কোনো ধরন নেই');
    expect(await wordsOf(at, 500)).toBe('সার্ভিসের ধরন আনা যায়নি');
  });

  it('accept an empty price as zero, no negative one, and a contact of digits, plus, minus and spaces', () => {
    const check = (form: object) =>
      findOfferErrors({ ...formOfSubType(subType, String), ...form }, false, catalogueBn.dialog);
    for (const good of [{ price: '' }, { price: '০' }, { contact: '+880 1712-345678' }, { hours: '' }])
      expect(check(good)).toEqual({});
    expect(check({ price: '-5' })).toEqual({ price: 'দাম ঋণাত্মক হতে পারে না' });
    expect(check({ price: 'পাঁচ' })).toEqual({ price: 'সঠিক পরিমাণ লিখুন' });
    expect(check({ name: ' ' })).toEqual({ name: 'নাম লিখুন' });
    for (const contact of ['ফোন', '01712/345678', '12'])
      expect(check({ contact })).toEqual({ contact: 'সঠিক ফোন নম্বর লিখুন' });
  });

  it('of an inactive service offer owners to switch it on', async () => {
    const see = async (of: Partial<Service>, by = owner) =>
      (await renderScreen(at, by, { [services]: [service(of)] })).texts;
    const { asksNumber } = catalogueBn.types;
    const ownOne = {
      status: 'inactive',
      created_by: { id: 1, first_name: 'ক', last_name: '', username: 'k' },
    } as const;
    expect(await see(ownOne)).toEqual(expect.arrayContaining([asksNumber, 'চালু করুন']));
    expect(await see({ ...ownOne, form_version: 4 })).not.toContain(asksNumber);
    expect(await see({ status: 'inactive' })).not.toContain(asksNumber);
    expect(await see({ status: 'inactive' })).toContain('চালু করুন');
    expect(await see({ status: 'inactive' }, operator)).not.toContain('চালু করুন');
    expect(await see({ status: 'inactive', sub_type: [] })).not.toContain('চালু করুন');
    expect(await see({})).not.toContain('চালু করুন');
  });

  it('have a dialog to add one', async () => {
    const dialog = <OfferDialog service={service()} subType="new" onClose={() => undefined} />;
    expectInOrder((await renderScreen(at, owner, {}, dialog)).texts, [
      ...['নতুন ধরন', 'নাম', 'দাম (টাকা)', catalogueBn.dialog.priceHint, 'এজেন্টের ফোন'],
      ...['কাজের সময় (ঘণ্টা)', 'ফাঁকা রাখলে সার্ভিসের সমান', 'ফিরে যান', 'যোগ করুন'],
    ]);
  });
});
