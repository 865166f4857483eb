// Every kind of event that the server writes to the audit log has a text and a group in both languages. So has every detail of an event: its name,
// and its value where that is a code.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rights, staffRoles } from '#contract/access.ts';
import { ProfileChange } from '#contract/accounts/user-calls.ts';
import {
  detailsInWords,
  fieldInWords,
  nameOfThing,
  reasonInWords,
  thingInWords,
} from '#contract/audit-log/detail-words.ts';
import { firstSteps } from '#contract/checkup/rules.ts';
import { documentKinds } from '#contract/documents/kinds.ts';
import { actionsFor, orderStatuses } from '#contract/orders/flow.ts';
import { paymentOperationEndpoints } from '#contract/payments/operation-calls.ts';
import { reportNames } from '#contract/reports/rules.ts';
import { defaultSettings, settingKeys } from '#contract/settings/rules.ts';
import { rechargeWays } from '#contract/wallet/ways.ts';
import { listFiles, root } from '../../../../tests/structure/imports.ts';
import { auditLogBn } from './text-bn.ts';
import { auditLogEn } from './text-en.ts';

/** Literals that look like a kind but are none. */
const others = new Set<string>([...Object.keys(rights), 'preview.png', 'package.json']);

const things = new Set<string>();
const written = new Set<string>();
const composed = new Set<string>();
const details = new Set<string>();
let everything = '';

/** Returns the names in object literals given as details; spread objects are declared elsewhere. */
function namesOfDetails(source: string): string[] {
  return [...source.matchAll(/\bdetails: \{/g)].flatMap(({ index }) => {
    let [depth, text] = [0, ''];
    for (let at = source.indexOf('{', index); at < source.length; at += 1) {
      const sign = source[at]!;
      if ('{[('.includes(sign)) depth += 1;
      if ('}])'.includes(sign)) depth -= 1;
      if (depth === 0) break;
      if (depth === 1) text += sign;
    }
    return [...text.matchAll(/(?:^\{|,)\s*(\w+)/g)].map(([, name]) => name!);
  });
}

for (const file of listFiles('src/server', /(?<!\.test)\.ts$/)) {
  const source = readFileSync(join(root, file), 'utf8');
  everything += source;
  if (!source.includes('recordEvent')) continue;
  for (const name of namesOfDetails(source)) details.add(name);
  for (const [, kind] of source.matchAll(/'([a-z_]+\.(?!(?:ts|csv)')[a-z_]+)'/g))
    if (!others.has(kind!)) written.add(kind!);
  for (const [, kind] of source.matchAll(/object: \{ kind: '([a-z_]+)'/g)) things.add(kind!);
  for (const [, kind] of source.matchAll(/kind: `([^`]+)`/g)) composed.add(kind!);
}

it('finds the kinds in the source', () => {
  expect([...written]).toEqual(
    expect.arrayContaining(['wallet.approved', 'share.made', 'price.applied', 'payment.refunded']),
  );
  expect([...composed].sort()).toEqual(['$' + '{kind}.opened', 'order.$' + '{action}'].sort());
});

it.each([
  ['Bengali', auditLogBn],
  ['English', auditLogEn],
])('has words and a group for each in %s', (_, { kinds, groups }) => {
  for (const status of orderStatuses)
    for (const action of actionsFor(status, 'staff')) written.add(`order.${action}`);
  for (const paper of ['receipt', 'statement']) written.add(`${paper}.opened`);
  const wordless = [...written].filter((kind) => !Object.hasOwn(kinds, kind));
  expect(wordless).toEqual([]);
  const groupless = [...written].filter((kind) => !Object.hasOwn(groups, kind.split('.')[0]!));
  expect(groupless).toEqual([]);
});

it('has a text for what each is about', () => {
  expect(things.size).toBeGreaterThan(10);
  for (const language of ['bn', 'en'] as const)
    expect([...things].filter((kind) => thingInWords(kind, language) === kind)).toEqual([]);
});

describe.each(['bn', 'en'] as const)('in %s', (language) => {
  const script = language === 'bn' ? /[\u0980-\u09ff]/ : /[A-Za-z]/;
  const isWordless = (code: string, words: string | undefined) =>
    words === undefined || words === code || !script.test(words);
  const literals = (pattern: RegExp) =>
    [...everything.matchAll(pattern)].flatMap(([, found]) =>
      [...found!.matchAll(/'(\w+)'/g)].map(([, code]) => code!),
    );
  const say = (name: string, value: string, kind = 'any.kind') =>
    detailsInWords(kind, { [name]: value }, language)[0]!.value;

  it('every detail has a name', () => {
    expect([...details]).toEqual(expect.arrayContaining(['amount', 'outcome', 'position', 'findings']));
    const computed = [
      ...['fields', 'is_active', 'wallet_status', 'logo', 'part', 'before', 'after'],
      ...['step', 'confirmed'],
      ...['charge', 'status', 'agent_contact', 'working_hours', 'name', 'price'],
      ...Object.values(defaultSettings).flatMap((group) => Object.keys(group)),
      ...['first_name', 'last_name', 'username', 'email', 'profile_image', 'is_email_active'],
      ...Object.keys(ProfileChange.shape),
    ];
    const all = [...details, ...computed];
    expect(all.filter((name) => isWordless(name, fieldInWords(name, language)))).toEqual([]);
  });

  it('every code has a meaning', () => {
    const { action } = paymentOperationEndpoints.resolvePayment.body.shape;
    const codes: Record<string, readonly string[]> = {
      action: [...action.options, ...paymentOperationEndpoints.resolveSettlement.body.shape.action.options],
      outcome: literals(/type Outcome = ('found'[^;]+);/g),
      provider: literals(/\n {4}id: ('\w+')/g),
      way: rechargeWays,
      format: ['pdf', 'csv'],
      status: ['active', 'inactive'],
      logo: ['yes', 'no'],
      part: ['1'],
      ...{ step: [...firstSteps], confirmed: ['yes', 'no'] },
      ...{ is_active: ['true', 'false'], wallet_status: ['true', 'false'] },
      ...{ staff_second_factor: ['true', 'false'], closed_weekdays: ['[5]'] },
    };
    for (const [name, values] of Object.entries(codes)) {
      expect(values.length, name).toBeGreaterThan(0);
      expect(
        values.filter((value) => isWordless(value, say(name, value))),
        name,
      ).toEqual([]);
    }
    const roles = [...staffRoles, 'customer'];
    expect(roles.filter((role) => isWordless(role, say('before', role, 'user.roles_changed')))).toEqual([]);
  });

  it('every setting and report has a name, and every service that asks a registry', () => {
    for (const key of [...settingKeys, 'logo', 'first_steps'])
      expect(isWordless(key, nameOfThing({ kind: 'setting', id: key }, language)), key).toBe(false);
    for (const id of reportNames)
      expect(isWordless(id, nameOfThing({ kind: 'report', id }, language))).toBe(false);
    expect(nameOfThing({ kind: 'order', id: '12' }, language)).toBeUndefined();
    const { birth, tin, server_copy_unofficial: unofficial } = documentKinds;
    for (const { serviceCode: code } of [birth, tin, unofficial])
      expect(isWordless(code, reasonInWords('registry.looked_up', code, language)), code).toBe(false);
    expect(reasonInWords('view.started', 'AJ', language)).toBe('AJ');
  });
});

it('formats lists, changes and empty values as text', () => {
  expect(
    detailsInWords(
      'setting.changed',
      {
        closed_weekdays: '[] → [5,6]',
        holidays: '["2026-12-16"] → ["2026-12-16","2027-03-26"]',
        bn: 'বন্ধ [কাল] → ',
        unknown: 'true',
      },
      'bn',
    ),
  ).toEqual([
    { label: 'সাপ্তাহিক বন্ধ', before: '—', value: 'শুক্র, শনি' },
    { label: 'ছুটির দিন', before: '১৬ ডিসেম্বর ২০২৬', value: '১৬ ডিসেম্বর ২০২৬, ২৬ মার্চ ২০২৭' },
    { label: 'বাংলা', before: 'বন্ধ [কাল]', value: '—' },
    { label: 'unknown', value: 'true' },
  ]);
  expect(detailsInWords('user.roles_changed', { after: 'owner operator', before: 'customer' }, 'en')).toEqual(
    [{ label: '', before: 'Customer', value: 'Owner, Operator' }],
  );
  const taken = { to: '2026-03-07', from: '2026-03-01', format: 'csv' };
  expect(detailsInWords('report.taken', taken, 'en')).toEqual([
    { label: 'From', value: '1 March 2026' },
    { label: 'Until', value: '7 March 2026' },
    { label: 'Format', value: 'CSV' },
  ]);
  expect(detailsInWords('user.changed', { fields: 'first_name phone' }, 'bn')).toEqual([
    { label: 'যা বদলেছে', value: 'প্রথম নাম, ফোন' },
  ]);
});
