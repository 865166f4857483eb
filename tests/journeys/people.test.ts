// What an owner does with users in the back office, and what staff must do before they may enter it.
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { recordEvent } from '#server/audit-log/record-event.ts';
import { makeStaff, placeOrder, servicesByCode } from '../http/steps.ts';
import { useBrowser } from '../support/browser.ts';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { findAllFaults, settle } from './page-faults.ts';
import { openAs, told, whileRefused } from './steps.ts';

const portal = usePortal();
const browsing = useBrowser({ reuse: true });
const wide = { width: 1280, height: 900 };

describe('an owner', () => {
  it('looks a user up, changes the data, the password and the roles, and deletes', async () => {
    const person = await portal.customer({ first_name: 'করিম', last_name: 'মিয়া' });
    const { page, expectCalm } = await browsing.visit(portal.origin, wide);
    await openAs(page, portal, portal.admin, '/admin/users');
    await page.getByRole('button', { name: 'করিম মিয়া: কাজ' }).filter({ visible: true }).click();
    await page.getByRole('menuitem', { name: 'বিস্তারিত দেখুন' }).click();
    await page.waitForURL(`**/admin/user/details/${person.id}`);
    const crumb = (name: string) =>
      page.getByRole('navigation', { name: 'পথ' }).getByRole('link', { name }).click();
    await crumb('ব্যবহারকারী');
    await page.waitForURL('**/admin/users');
    await page.goBack();
    await crumb('দপ্তর');
    await page.waitForURL('**/admin/dashboard');
    await page.goBack();
    const copy = page.getByRole('button', { name: 'ইমেইল কপি করুন' });
    await copy.waitFor();
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        if (document.title === text) throw new Error('twice');
        document.title = text;
      };
    });
    await copy.click();
    await told(page, 'কপি হয়েছে');
    expect(await page.title()).toBe(person.email);
    await copy.click();
    await told(page, 'কপি করা যায়নি, লেখাটি নিজে বেছে কপি করুন');
    await page.getByRole('button', { name: 'তথ্য বদলান' }).click();
    const drawer = page.getByRole('dialog', { name: 'ব্যবহারকারীর তথ্য' });
    await drawer.locator('input[name=first_name]').fill(' ');
    await drawer.locator('input[name=last_name]').fill('');
    await drawer.locator('input[name=username]').fill('no-email');
    await drawer.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    for (const words of ['প্রথম নাম লিখুন', 'শেষ নাম লিখুন', 'সঠিক ইমেইল লিখুন'])
      await drawer.getByText(words, { exact: true }).waitFor();
    await drawer.locator('input[name=first_name]').fill('করিমুল');
    await drawer.locator('input[name=last_name]').fill('হক');
    await drawer.locator('input[name=username]').fill(person.email);
    await drawer.locator('input[name=wallet_status]').uncheck();
    await drawer.locator('textarea[name=address]').fill('বরিশাল');
    await whileRefused(page, /\/account\/user\/\d+\/$/, async () => {
      await drawer.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
      await told(page, 'ব্যবহারকারীর তথ্য হালনাগাদ করা যায়নি');
    });
    // A colleague saves first while this is being typed.
    await portal.call('PATCH', `/account/user/${person.id}/`, {
      token: portal.admin.token,
      body: { last_name: 'তালুকদার', profile: { bio: 'সহকর্মীর লেখা' } },
    });
    await drawer.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    const bar = drawer.getByRole('alert').filter({
      hasText: 'আপনি লেখার সময় অন্য কেউ এই তথ্য বদলেছেন। আপনার লেখা এখানেই আছে। যা বদলেছে:',
    });
    await bar.waitFor();
    await bar.getByRole('button', { name: 'নতুনটি নিন' }).waitFor();
    expect(await bar.getByRole('listitem').allTextContents()).toEqual([
      'শেষ নামএখন আছে: তালুকদারআপনার লেখা: হক',
      'পরিচিতিএখন আছে: সহকর্মীর লেখা',
    ]);
    expect(await drawer.locator('textarea[name=address]').inputValue()).toBe('বরিশাল');
    await page.setViewportSize({ width: 360, height: 740 });
    await settle(page);
    expect(await findAllFaults(page)).toEqual([]);
    await page.setViewportSize(wide);
    await bar.getByRole('button', { name: 'আমারটি রাখুন' }).click();
    await told(page, 'তথ্য হালনাগাদ হয়েছে');
    await page.getByRole('heading', { name: 'করিমুল হক', level: 1 }).waitFor();
    await page.getByText('ওয়ালেট বন্ধ', { exact: true }).waitFor();
    await page.getByText('সহকর্মীর লেখা').waitFor();
    await page.getByText('বরিশাল').waitFor();
    const completed = '**/account/orders/completed/*';
    await page.route(completed, (route) => route.fulfill({ status: 400, body: '' }));
    await page.getByRole('tab', { name: 'ইতিহাস' }).click();
    await told(page, 'সম্পন্ন অর্ডারের তালিকা আনা যায়নি');
    await page.unroute(completed);
    await page.getByRole('button', { name: 'আবার চেষ্টা করুন' }).click();
    await page.getByText('এখনো কোনো সম্পন্ন অর্ডার নেই').waitFor();

    const menu = page.getByRole('button', { name: 'করিমুল হক: কাজ' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'পাসওয়ার্ড বদলান' }).click();
    await page.getByRole('radio', { name: /সাময়িক পাসওয়ার্ড দিন/ }).check();
    const dialog = page.getByRole('dialog', { name: 'পাসওয়ার্ড বদলান' });
    await dialog.getByText('সব ডিভাইস থেকে লগআউট হয়ে যাবে এবং ব্যবহারকারীকে ইমেইলে জানানো হবে।').waitFor();
    await dialog.getByRole('button', { name: 'পাসওয়ার্ড দিন' }).click();
    await dialog.getByText('নতুন পাসওয়ার্ড প্রয়োজন', { exact: true }).waitFor();
    await dialog.getByText('এই ঘরটি পূরণ করুন', { exact: true }).waitFor();
    await dialog.locator('input[name=new_password]').fill('abc12');
    await dialog.locator('input[name=confirm_password]').fill('abc1');
    await dialog.getByRole('button', { name: 'পাসওয়ার্ড দিন' }).click();
    await dialog.getByText('পাসওয়ার্ড কমপক্ষে ৬ অক্ষরের হতে হবে', { exact: true }).waitFor();
    await dialog.getByText('পাসওয়ার্ড মিলছে না', { exact: true }).waitFor();
    await dialog.locator('input[name=new_password]').fill('kaj-cholbe');
    await dialog.locator('input[name=confirm_password]').fill('kaj-cholbe');
    await whileRefused(page, /\/account\/update-password\/$/, async () => {
      await dialog.getByRole('button', { name: 'পাসওয়ার্ড দিন' }).click();
      await told(page, 'পাসওয়ার্ড বদলানো যায়নি');
    });
    await dialog.getByRole('button', { name: 'পাসওয়ার্ড দিন' }).click();
    await told(page, 'পাসওয়ার্ড পরিবর্তন হয়েছে');
    await dialog.waitFor({ state: 'detached' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'পাসওয়ার্ড বদলান' }).click();
    await dialog.getByRole('button', { name: 'লিংক পাঠান' }).click();
    await told(page, 'মেইল সার্ভার দেওয়া নেই, তাই লিংক যাবে না। নিজে একটি পাসওয়ার্ড দিন');
    await dialog.waitFor({ state: 'detached' });
    const entered = await portal.signIn(person.email, 'kaj-cholbe');
    expect(entered.body.user_info.must_change_password).toBe(true);

    await menu.click();
    await page.getByRole('menuitem', { name: 'দায়িত্ব' }).click();
    await page.getByRole('checkbox', { name: /অপারেটর/ }).check();
    const save = page.getByRole('dialog').getByRole('button', { name: 'সংরক্ষণ করুন' });
    await whileRefused(page, /\/roles\/$/, async () => {
      await save.click();
      await page.getByRole('alert').getByText('দায়িত্ব বদলানো যায়নি', { exact: true }).waitFor();
    });
    await save.click();
    await told(page, 'দায়িত্ব বদলানো হয়েছে');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'বিস্তারিত' }).click();
    await page.getByText('অপারেটর', { exact: true }).waitFor();

    const askedToRemove = page.getByRole('dialog', { name: 'করিমুল হক: মুছে ফেলবেন?' });
    const remove = async () => {
      await menu.click();
      await page.getByRole('menuitem', { name: 'মুছে ফেলুন' }).click();
      await askedToRemove
        .getByText(
          'ব্যক্তিগত তথ্য চিরতরে মুছে যাবে, লগইন বন্ধ হবে। হিসাবের খাতা ও কার্যকলাপের লগ থেকে যাবে। এটি ফেরানো যায় না।',
          { exact: true },
        )
        .waitFor();
      await askedToRemove.getByRole('button', { name: 'হ্যাঁ, মুছে ফেলুন' }).click();
    };
    await whileRefused(page, /\/account\/user\/\d+\/$/, async () => {
      await remove();
      await told(page, 'ব্যবহারকারী মুছে ফেলা যায়নি');
      await askedToRemove.getByRole('alert').getByText('ব্যবহারকারী মুছে ফেলা যায়নি').waitFor();
      await askedToRemove.getByRole('button', { name: 'না', exact: true }).click();
    });
    await remove();
    await told(page, 'ব্যবহারকারী মুছে ফেলা হয়েছে');
    await page.waitForURL('**/admin/users');
    await page.goto('/admin/user/details/987654');
    await page.getByText('ব্যবহারকারী পাওয়া যায়নি').last().waitFor();
    await page.getByRole('link', { name: 'ব্যবহারকারীর তালিকায় ফিরে যান' }).waitFor();
    await page.goto('/admin/users/activity?kind=user');
    await page.getByText('দায়িত্ব বদলানো হয়েছে').first().waitFor();
    expectCalm();
  });

  it('opens an account with phone and role in one sheet, and is told when only the role could not be granted', async () => {
    const { page } = await browsing.visit(portal.origin);
    await openAs(page, portal, portal.admin, '/admin/users');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'নতুন ব্যবহারকারী' }).click();
    await dialog.getByLabel(/^প্রথম নাম/).fill('সালমা');
    await dialog.getByLabel(/^শেষ নাম/).fill('আক্তার');
    await dialog.locator('input[type=email]').fill('salma@mail.test');
    await dialog.locator('input[name=phone]').fill('01700');
    await dialog.locator('input[autocomplete=new-password]').fill('nodir-dhare-bari-42');
    await dialog.locator('select[name=role]').selectOption('operator');
    await dialog.getByRole('button', { name: 'নতুন ব্যবহারকারী' }).click();
    await dialog.getByText('সঠিক ফোন নম্বর দিন (১১ ডিজিট)').waitFor();
    await dialog.locator('input[name=phone]').fill('০১৭১২৩৪৫৬৭৮');
    const find = async () =>
      (await portal.call('GET', '/account/users/?search=salma', { token: portal.admin.token })).body.results;
    await whileRefused(page, /\/roles\/$/, async () => {
      await dialog.getByRole('button', { name: 'নতুন ব্যবহারকারী' }).click();
      await dialog.getByText(/salma@mail\.test ঠিকানায় ব্যবহারকারী তৈরি হয়েছে, কিন্তু দায়িত্ব দেওয়া যায়নি/).waitFor();
    });
    expect(await find()).toMatchObject([{ roles: ['customer'], profile: { phone: '01712345678' } }]);
    await dialog.getByRole('button', { name: 'দায়িত্ব দিন' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await find()).toMatchObject([{ roles: ['operator'] }]);
  });

  it('opens an account, finds it, fills and empties the wallet, and reads it all, on a phone and on a desktop', async () => {
    const service = (await servicesByCode(portal)).AB!;
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await openAs(page, portal, portal.admin, '/admin/users');
    const seen = (words: string) => page.getByText(words).filter({ visible: true }).first().waitFor();
    const dialog = page.getByRole('dialog');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/admin/users');
      await page.getByRole('button', { name: 'নতুন ব্যবহারকারী' }).click();
      const email = `made-on-${width}@mail.test`;
      const open = dialog.getByRole('button', { name: 'নতুন ব্যবহারকারী' });
      const says = (words: string | RegExp) => dialog.getByText(words, { exact: true }).waitFor();
      await open.click();
      for (const words of ['প্রথম নাম প্রয়োজন', 'শেষ নাম প্রয়োজন', 'ইমেইল প্রয়োজন', 'পাসওয়ার্ড প্রয়োজন'])
        await says(words);
      await dialog.getByLabel(/^প্রথম নাম/).fill('নাসরিন');
      await dialog.getByLabel(/^শেষ নাম/).fill(`বেগম ${width}`);
      await dialog.locator('input[type=email]').fill('nasrin');
      await says('সঠিক ইমেইল ঠিকানা লিখুন');
      expect(await open.isDisabled()).toBe(true);
      await dialog.locator('input[type=email]').fill(email);
      await dialog.getByText('সঠিক ইমেইল ঠিকানা লিখুন').waitFor({ state: 'detached' });
      expect(await open.isDisabled()).toBe(false);
      const typed = dialog.locator('input[autocomplete=new-password]');
      const rules = dialog.getByRole('listitem');
      await typed.fill('12345678');
      expect(await open.isDisabled()).toBe(true);
      expect(await rules.allTextContents()).toEqual([
        'কমপক্ষে ৮ অক্ষর: ঠিক আছে',
        'সহজে অনুমান করা যায় না এমন: এখনো নয়',
      ]);
      await typed.fill('nodir');
      expect(await open.isDisabled()).toBe(true);
      expect(await rules.first().textContent()).toBe('কমপক্ষে ৮ অক্ষর: এখনো নয়');
      await typed.fill('nodir-dhare-bari-42');
      await whileRefused(page, /\/account\/sign-up\/$/, async () => {
        await open.click();
        await told(page, 'ব্যবহারকারী তৈরি করতে সমস্যা হয়েছে');
      });
      await open.click();
      await told(page, 'ব্যবহারকারী সফলভাবে তৈরি হয়েছে');
      const entered = await portal.signIn(email, 'nodir-dhare-bari-42');
      expect(entered.body.user_info.must_change_password).toBe(true);

      const search = page.getByRole('searchbox', { name: 'নাম বা ইমেইল' });
      await search.fill(email);
      const menu = page.getByRole('button', { name: /: কাজ$/ }).filter({ visible: true });
      await expect.poll(() => menu.count()).toBe(1);
      const act = async (item: string) => {
        await menu.click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
      };
      const money = /\/account\/transactions\//;
      const amount = dialog.locator('input[name=amount]');
      const balance = '**/account/user/current-balance/*';
      await page.route(balance, (route) => route.fulfill({ status: 400, body: '' }));
      await act('রিচার্জ');
      await told(page, 'ব্যালেন্স আনা যায়নি');
      await says('ব্যালেন্স আনা যায়নি');
      await page.unroute(balance);
      const pay = dialog.getByRole('button', { name: 'রিচার্জ করুন' });
      // An amount has steps of 0.01 and is greater than 0.
      for (const wrong of ['০', '১.২৩৪']) {
        await amount.fill(wrong);
        await pay.click();
        await says('সঠিক পরিমাণ লিখুন');
      }
      await amount.fill('১০০০');
      await whileRefused(page, money, async () => {
        await pay.click();
        await told(page, 'রিচার্জ করা যায়নি');
        await says('রিচার্জ করা যায়নি');
      });
      await pay.click();
      await told(page, 'রিচার্জ সফল হয়েছে');
      await seen('৳\u00a0১,০০০.০০');
      await act('টাকা তোলা');
      const give = dialog.getByRole('button', { name: 'টাকা দিন' });
      await amount.fill('০');
      expect(await give.isDisabled()).toBe(true);
      await amount.fill('১.২৩৪');
      await give.click();
      await says('সঠিক পরিমাণ লিখুন');
      await amount.fill('২০০');
      await whileRefused(page, money, async () => {
        await give.click();
        await told(page, 'টাকা তোলা যায়নি');
        await says('টাকা তোলা যায়নি');
      });
      await give.click();
      await told(page, 'টাকা উত্তোলন সফল হয়েছে');
      await seen('৳\u00a0৮০০.০০');
      await page.getByRole('combobox', { name: 'অবস্থা' }).selectOption('no');
      await seen('এই খোঁজে কোনো ব্যবহারকারী মেলেনি');
      await page.getByRole('combobox', { name: 'অবস্থা' }).selectOption('yes');

      const { access: token, user_info } = entered.body;
      const free = 'update users set must_change_password = false where id = $1';
      await asOwner(portal.ownerUrl, free, [user_info.id]);
      const order = await placeOrder(portal, { ...portal.admin, id: user_info.id, token }, service);
      await portal.call('PATCH', `/account/orders/${order.id}/`, {
        token: portal.admin.token,
        body: { status: 'completed', text_content: 'কাজ শেষ', note: '' },
      });
      await act('বিস্তারিত দেখুন');
      await page.getByRole('heading', { name: `নাসরিন বেগম ${width}`, level: 1 }).waitFor();
      await seen(email);
      await page.getByRole('tab', { name: 'বিস্তারিত' }).click();
      await seen('৳\u00a0৬৫০.০০');
      await page.getByRole('tab', { name: 'ইতিহাস' }).click();
      await page.getByRole('link', { name: service.name }).filter({ visible: true }).click();
      await page.waitForURL(`**/admin/orders/details/${order.id}`);
    }
    expectCalm();
  }, 120_000);
});

describe('impersonating a customer', () => {
  const why = 'ফোনে বললেন টাকা দেখা যাচ্ছে না';

  it('shows the portal under a banner, changes nothing, and leads back to the staff member’s own session', async () => {
    const person = await portal.customer({ first_name: 'মোহাম্মদ আব্দুল করিম', last_name: 'মিয়া চৌধুরী' });
    await portal.topUp(person, '5000');
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await openAs(page, portal, portal.admin, `/admin/user/details/${person.id}`);
    await page.getByRole('button', { name: /চৌধুরী: কাজ/ }).click();
    await page.getByRole('menuitem', { name: 'গ্রাহকের চোখে দেখুন' }).click();
    await page.locator('textarea[name=reason]').fill('দেখি');
    await page.getByRole('button', { name: 'দেখা শুরু করুন' }).click();
    await page.getByText('কারণটি একটু খুলে লিখুন, কমপক্ষে ১০ অক্ষরে').waitFor();
    await page.locator('textarea[name=reason]').fill(why);
    await whileRefused(page, /\/view\/$/, async () => {
      await page.getByRole('button', { name: 'দেখা শুরু করুন' }).click();
      await page.getByText('দেখা শুরু করা যায়নি, আবার চেষ্টা করুন', { exact: true }).waitFor();
    });
    await page.getByRole('button', { name: 'দেখা শুরু করুন' }).click();
    await page.waitForURL('**/app');
    const banner = page.getByRole('complementary', { name: 'গ্রাহকের চোখে দেখা' });
    await banner.getByText(`কারণ: ${why}`).waitFor();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/app/profile?tab=trail');
      await page.getByText(`· ${why}`).first().waitFor();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await banner.getByRole('button', { name: 'দেখা শেষ করুন' }).waitFor();
      expect((await banner.boundingBox())?.y).toBeLessThan(40);
      expect(await findAllFaults(page)).toEqual([]);
    }
    await page.goto('/app/notices');
    await page.getByText('একজন কর্মী আপনার পোর্টাল দেখেছেন').first().waitFor();
    await page.getByRole('button', { name: 'সব পড়া হয়েছে' }).click();
    await page.getByText(/এখানে কিছু বদলানো যায় না/).waitFor();
    await banner.getByRole('button', { name: 'দেখা শেষ করুন' }).click();
    await page.waitForURL(`**/admin/user/details/${person.id}`);
    await page.getByRole('heading', { name: /চৌধুরী/, level: 1 }).waitFor();
    expect(await banner.count()).toBe(0);
    const openViews = 'select id from customer_views where ended_at is null';
    expect(await asOwner(portal.ownerUrl, openViews)).toEqual([]);
    expectCalm();
  });
});

describe('what staff did', () => {
  it('is masked until it is revealed; roles ask for the second factor and are shown in words', async () => {
    const person = await portal.customer({ first_name: 'সালমা', last_name: 'বেগম' });
    const owner = await makeStaff(portal, 'owner');
    const { page, expectCalm } = await browsing.visit(portal.origin);
    await openAs(page, portal, owner, '/admin/users/roles');
    // Enabling it ends all other sessions, so it is done in the page's own.
    const token = await page.evaluate(() => localStorage.getItem('access_token') ?? '');
    const factor = (path: string, body: object) =>
      portal.call('POST', `/account/second-factor/${path}`, { token, body });
    const { body: started } = await factor('', { password: owner.password });
    const { body: confirmed } = await factor('confirm/', {
      code: new TOTP({ secret: started.secret }).generate(),
    });
    await recordEvent(portal.portal.db, {
      kind: 'setting.changed',
      actorId: owner.id,
      reason: '০১৭১২৩৪৫৬৭৮',
    });
    await page.goto(`/admin/user/details/${person.id}`);
    await page.getByRole('button', { name: 'সালমা বেগম: কাজ' }).click();
    await page.getByRole('menuitem', { name: 'দায়িত্ব' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: /অপারেটর/ }).check();
    await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    await dialog.getByText('কোডটি লিখুন', { exact: true }).waitFor();
    await dialog.locator('input[name=code]').fill(confirmed.recovery_codes[0]);
    await dialog.getByRole('button', { name: 'সংরক্ষণ করুন' }).click();
    await dialog.waitFor({ state: 'detached' });

    for (const [width, line] of [
      [360, 'পরে: অপারেটর'],
      [1280, 'আগে: গ্রাহক'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/admin/users/activity?kind=user.roles_changed');
      await page.getByText(line).first().waitFor();
      expect(await findAllFaults(page)).toEqual([]);
      await page.goto('/admin/auto-services-history');
      await page.getByText('এখনো কোনো কপি তৈরি হয়নি').waitFor();
      await page.goto('/admin/users/roles');
      await page.getByRole('row', { name: /গ্রাহকের চোখে পোর্টাল দেখা/ }).waitFor();
    }
    await page.goto('/admin/users/activity?kind=setting');
    await page.getByText('••••••••৬৭৮').waitFor();
    await page.getByRole('button', { name: 'আড়াল করা অংশ দেখুন' }).click();
    const opening = page.getByRole('dialog', { name: 'এই লাইনের আড়াল করা অংশ দেখবেন?' });
    for (const words of [
      'শুধু এই লাইনের নম্বর, ইমেইল ও আইপি দেখা যাবে। কে, কেন দেখেছেন তার চিহ্ন থেকে যাবে।',
      'কমপক্ষে ১০ অক্ষর। পরে অন্যরা কার্যকলাপের লগে এটি পড়বেন, তাই স্পষ্ট করে লিখুন।',
    ])
      await opening.getByText(words, { exact: true }).waitFor();
    await page.locator('textarea[name=reason]').fill('গ্রাহকের অভিযোগ যাচাই করতে');
    await whileRefused(page, /\/open\/$/, async () => {
      await opening.getByRole('button', { name: 'দেখুন', exact: true }).click();
      await opening.getByText('দেখানো যায়নি, আবার চেষ্টা করুন', { exact: true }).waitFor();
    });
    await opening.getByRole('button', { name: 'দেখুন', exact: true }).click();
    await page.getByText('০১৭১২৩৪৫৬৭৮').waitFor();
    await page.getByText('আড়াল করা অংশ আপনাকে দেখানো হয়েছে', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('••••••••৬৭৮').waitFor();
    expectCalm();
  });
});

describe('where staff must have a second factor', () => {
  const strict = usePortal({ STAFF_SECOND_FACTOR: '1' });

  it('nothing of the back office opens before it is set up', async () => {
    const { page, expectCalm } = await browsing.visit(strict.origin);
    await openAs(page, strict, strict.admin, '/admin/users');
    await page.waitForURL('**/admin/second-factor');
    await page.locator('input[name=second_factor_password]').fill(strict.admin.password);
    await page.keyboard.press('Enter');
    const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replace(/\s/g, '');
    await page.locator('input[name=code]').fill(new TOTP({ secret }).generate());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'কোডগুলো রেখেছি' }).click();
    await page.waitForURL('**/admin/dashboard');
    await page.getByRole('heading', { name: 'ড্যাশবোর্ড', level: 1 }).waitFor();
    expectCalm();
  });
});
