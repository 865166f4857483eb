// English texts of the back office about the shop itself.
import { settingFields, settingGroups, weekdayNames } from '#contract/audit-log/detail-words.ts';
import type { ShopText } from './text-bn.ts';

export const shopEn: ShopText = {
  settings: {
    title: 'Settings',
    hint: 'What you change is in force at once, without a restart. What weakens a guard waits for another owner, or for a day.',
    failed: 'The settings could not be loaded',
    saveFailed: 'It could not be saved',
    saved: 'Saved, in force from now on',
    readOnly: 'You may look; only an owner may change.',
    unchanged: 'Nothing was changed',
    never: 'Never changed yet',
    changed: (name, when) => `Changed by ${name}, ${when}`,
    undo: 'As it was',
    historyOf: (name) => `${name}: earlier changes`,
    history: 'Earlier changes',
    historyEmpty: 'This part was never changed',
    historyFailed: 'The earlier changes could not be loaded',
    before: 'Before',
    after: 'After',
    nothing: '(empty)',
    waits: 'This change waits',
    pending: {
      asked: (name: string, when: string) => `${name} asked for this change, ${when}`,
      second: 'It comes into force when another owner approves. Until then the earlier value holds.',
      due: (when: string) =>
        `It comes into force ${when} unless it is taken back. Until then the earlier value holds.`,
      approve: 'Approve',
      takeBack: 'Take back',
      refuse: 'Refuse',
      approved: 'Approved, in force from now on',
      closed: 'The change was taken back',
      failed: 'That could not be done',
    },
    conflict: {
      text: (name) => `While you typed, ${name} changed this part. What you typed is still here.`,
      someone: 'somebody else',
      take: 'Take the new one',
      keep: 'Keep mine',
    },
    groups: {
      shop: { name: settingGroups.en.shop, hint: 'Printed on every information copy as its maker.' },
      contact: { name: settingGroups.en.contact, hint: 'Shown at the foot of the front page.' },
      announcement: {
        name: settingGroups.en.announcement,
        hint: 'All customers see it at the head of their pages. Empty shows nothing.',
      },
      opening: {
        name: settingGroups.en.opening,
        hint: 'Closed days do not count towards when an order is due.',
      },
      money: {
        name: settingGroups.en.money,
        hint: 'In a day nobody moves more cash than this alone, in all or for one customer.',
      },
      security: {
        name: settingGroups.en.security,
        hint: 'How long a sign-in lasts counts from the next sign-in on.',
      },
      retention: { name: settingGroups.en.retention, hint: 'After that files and readings are removed.' },
      mail: { name: settingGroups.en.mail, hint: 'All letters of the portal come from this name.' },
    },
    fields: settingFields.en,
    hints: {
      opens: 'Like 09:30; leave it empty when always open',
      holidays: 'One date a line, like 16-12-2026',
      sender: 'Like: My Shop <shop@example.com>',
      remembered_days: '1 to 30',
      brief_hours: '1 to 24',
    },
    weekdays: weekdayNames.en,
    on: 'Yes',
    off: 'No',
    logo: {
      name: 'Logo',
      hint: 'Shown at the head of the portal, never printed on a document. JPG or PNG, at most 5 MB.',
      alt: 'Logo of the shop',
      choose: 'Choose a picture',
      remove: 'Take the logo away',
      removeTitle: 'Take the logo away?',
      removeText: 'The portal’s own mark will be shown again.',
      saved: 'The logo was changed',
      failed: 'The logo could not be changed',
    },
  },
};
