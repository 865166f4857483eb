// Makes a customer with a finished NID copy, for the tests of files.
import { expect } from 'vitest';
import type { Person, TestPortal } from '../../support/portal.ts';

export const copyRecord = {
  name_bangla: 'রহিমা খাতুন',
  name_english: 'Rahima Khatun',
  national_id: '1234567890',
  date_of_birth: '1990-01-15',
  father_name: 'আব্দুল করিম',
  mother_name: 'আয়েশা বেগম',
};

export interface MadeCopy {
  owner: Person;
  /** Of the file. */
  id: number;
  recordId: number;
  openPath: string;
  code: string;
  bytes: Buffer;
}

/** @param isLong whether the copy runs over several pages */
export async function makeCopy(portal: TestPortal, given?: Person, isLong = false): Promise<MadeCopy> {
  const owner = given ?? (await portal.customer());
  await portal.topUp(owner, '100');
  const long = 'গ্রাম দক্ষিণ রূপগঞ্জ, ডাকঘর হাটহাজারী। '.repeat(24).trim();
  const addresses = { address_for_nid: long, present_address: long, permanent_address: long };
  const made = await portal.call('POST', '/account/nid-details/', {
    token: owner.token,
    body: { ...copyRecord, ...(isLong ? addresses : {}) },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id: recordId, open_path: openPath, verification_code: code } = made.body.data;
  const list = await portal.call('GET', '/account/myfile/', { token: owner.token });
  const file = list.body.results.find((one: { verification_code: string }) => one.verification_code === code);
  const { bytes } = await portal.call('GET', openPath, { token: owner.token });
  return { owner, id: file!.id, recordId, openPath, code, bytes };
}

/** Corrects the copy, so that it has a next version. */
export async function correctCopy(portal: TestPortal, copy: MadeCopy, changes: object): Promise<string> {
  const { status, body } = await portal.call('PATCH', `/account/nid-details/${copy.recordId}/`, {
    token: copy.owner.token,
    body: changes,
  });
  expect(status).toBe(200);
  return body.verification_code;
}
