// A missing text does not compile; an empty one, or one that stayed in the other script, is found here.
import { expect, test } from 'vitest';
import { accountBn } from './account-bn.ts';
import { accountEn } from './account-en.ts';
import { adminBn } from './admin-bn.ts';
import { adminEn } from './admin-en.ts';
import { bn } from './bn.ts';
import { documentsBn } from './documents-bn.ts';
import { documentsEn } from './documents-en.ts';
import { en } from './en.ts';
import { frontBn } from './front-bn.ts';
import { frontEn } from './front-en.ts';
import { moneyBn } from './money-bn.ts';
import { moneyEn } from './money-en.ts';
import { noticesBn } from './notices-bn.ts';
import { noticesEn } from './notices-en.ts';
import { ordersBn } from './orders-bn.ts';
import { ordersEn } from './orders-en.ts';
import { peopleBn } from './people-bn.ts';
import { peopleEn } from './people-en.ts';
import { portalBn } from './portal-bn.ts';
import { portalEn } from './portal-en.ts';
import { reportsBn } from './reports-bn.ts';
import { reportsEn } from './reports-en.ts';
import { staffOrdersBn } from './staff-orders-bn.ts';
import { staffOrdersEn } from './staff-orders-en.ts';

function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value('1', '1', '1'))]];
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

/** What stands in the other language on purpose: its name, and what is the same in both. */
const foreign = new Set(['.common.language.name', '.landing.footer.rights']);

/** Messages that the specification gives in English: the Bengali screens show them word for word, and nothing beside them. */
const verbatim = new Set([
  'Data extracted successfully!',
  'Error reading file',
  'Failed to complete order',
  'Failed to create server copy',
  'Failed to extract NID information',
  'Failed to extract data from PDF',
  'Failed to fetch balance',
  'Failed to fetch certificate data',
  'Failed to generate birth certificate 1',
  'Failed to load NID information',
  'Failed to load captcha',
  'Failed to load order details',
  'Failed to load orders. Please try again.',
  'Failed to reject order',
  'Failed to save NID information',
  'Failed to update NID information',
  'Failed to verify captcha or fetch data',
  'First name is required',
  'Go Back',
  'Information retrieved successfully!',
  'Invalid ID',
  'Invalid NID ID',
  'Invalid certificate ID',
  'Invalid email',
  'Invalid order ID',
  'Last name is required',
  'NID information extracted successfully!',
  'NID information saved successfully!',
  'NID information updated successfully!',
  'No response received from server',
  'Order not found',
  'Payment creation failed',
  'Please enter text content',
  'Please enter the captcha',
  'Please fill all required fields',
  'Please fill in all required fields',
  'Please provide a reason for rejection',
  'Please select a completion type',
  'Please select an image file',
  'Please upload a PDF file',
  'Please upload a PDF file only',
  'Please upload a file',
  'Save & Download',
  'Server copy created successfully!',
  'Unexpected response format from server',
]);

test('every Bengali text is written in Bengali and in NFC', () => {
  for (const catalogue of [
    bn,
    frontBn,
    portalBn,
    ordersBn,
    moneyBn,
    noticesBn,
    staffOrdersBn,
    adminBn,
    reportsBn,
    accountBn,
    peopleBn,
    documentsBn,
  ]) {
    for (const [path, text] of texts(catalogue)) {
      expect(text.normalize('NFC'), path).toBe(text);
      if (verbatim.has(text) || foreign.has(path) || path.includes('Value')) continue;
      expect(text, path).toMatch(/[\u0980-\u09ff]/);
      expect(text, path).not.toMatch(/\([A-Z][a-z]+ [A-Za-z ]+/);
    }
  }
});

test('every English text is there and holds no Bengali but the name of the language', () => {
  for (const catalogue of [
    en,
    frontEn,
    portalEn,
    ordersEn,
    moneyEn,
    noticesEn,
    staffOrdersEn,
    adminEn,
    reportsEn,
    accountEn,
    peopleEn,
    documentsEn,
  ]) {
    for (const [path, text] of texts(catalogue)) {
      expect(text.trim(), path).not.toBe('');
      if (!foreign.has(path)) expect(text, path).not.toMatch(/[\u0980-\u09ff]/);
    }
  }
});
