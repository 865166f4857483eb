// Texts that the specification gives word for word, as far as no rendered page or journey shows them.
import { expect, test } from 'vitest';
import { accountsStaffBn } from '../features/accounts/staff/text-bn.ts';
import { accountsStaffEn } from '../features/accounts/staff/text-en.ts';
import { catalogueEn } from '../features/catalogue/text-en.ts';
import { documentsBn } from '../features/documents/text-bn.ts';
import { documentsEn } from '../features/documents/text-en.ts';
import { ordersStaffBn } from '../features/orders/staff/text-bn.ts';
import { ordersStaffEn } from '../features/orders/staff/text-en.ts';
import { ordersEn } from '../features/orders/text-en.ts';
import { paymentsEn } from '../features/payments/text-en.ts';
import { walletEn } from '../features/wallet/text-en.ts';
import { uiEn } from '../ui/text-en.ts';

test('the customer portal says what the specification gives in English', () => {
  expect(uiEn.common.loading).toBe('Loading...');
  expect(walletEn.balanceFailed).toBe('Failed to fetch balance');
  expect(ordersEn.failed).toBe('Failed to load orders. Please try again.');
  expect(paymentsEn.createFailedTitle).toBe('Payment creation failed');
});

test('the document services say what the specification gives in English', () => {
  expect(documentsEn).toMatchObject({
    nid: {
      notPdf: 'Please upload a PDF file only',
      notImage: 'Please select an image file',
      extracted: 'NID information extracted successfully!',
      extractFailed: 'Failed to extract NID information',
      noResponse: 'No response received from server',
      save: 'Save & Download',
      saved: 'NID information saved successfully!',
      saveFailed: 'Failed to save NID information',
    },
    imageUnreadable: 'Error reading file',
    fillAll: 'Please fill all required fields',
    editNid: {
      invalidId: 'Invalid NID ID',
      loadFailed: 'Failed to load NID information',
      updateFailed: 'Failed to update NID information',
      updated: 'NID information updated successfully!',
      fillRequired: 'Please fill in all required fields',
    },
    signToServer: {
      notPdf: 'Please upload a PDF file',
      extracted: 'Data extracted successfully!',
      extractFailed: 'Failed to extract data from PDF',
      created: 'Server copy created successfully!',
      createFailed: 'Failed to create server copy',
      invalidId: 'Invalid ID',
    },
    birth: {
      captchaMissing: 'Please enter the captcha',
      captchaFailed: 'Failed to load captcha',
      lookupFailed: 'Failed to verify captcha or fetch data',
      found: 'Information retrieved successfully!',
      invalidId: 'Invalid certificate ID',
      fetchFailed: 'Failed to fetch certificate data',
      badAnswer: 'Unexpected response format from server',
    },
  });
  expect(documentsEn.birth.generateFailed('{error}')).toBe('Failed to generate birth certificate {error}');
});

test('the document services say what the specification gives in Bengali', () => {
  expect(documentsBn).toMatchObject({
    tin: {
      missing: 'দয়া করে টিন নম্বর প্রদান করুন',
      found: 'তথ্য খুঁজে পাওয়া গেছে',
      notFound: 'তথ্য খুঁজে পাওয়া যায়নি',
      noLink: 'ডাউনলোড লিংক পাওয়া যায়নি',
    },
    unofficial: {
      nidMissing: 'এনআইডি নম্বর প্রয়োজন',
      dateMissing: 'জন্ম তারিখ প্রয়োজন',
      failed: 'সার্ভার কপি তৈরি করতে সমস্যা হয়েছে',
    },
    birth: {
      updated: 'জন্ম নিবন্ধন সফলভাবে আপডেট করা হয়েছে',
      updateFailed: 'জন্ম নিবন্ধন আপডেট করতে ব্যর্থ হয়েছে',
    },
  });
});

test('the back office says what the specification gives in English', () => {
  expect(ordersStaffEn).toMatchObject({
    work: {
      reasonMissing: 'Please provide a reason for rejection',
      rejectFailed: 'Failed to reject order',
      methodMissing: 'Please select a completion type',
      fileMissing: 'Please upload a file',
      textMissing: 'Please enter text content',
      completeFailed: 'Failed to complete order',
    },
    details: {
      failed: 'Failed to load order details',
      invalid: 'Invalid order ID',
      notFound: 'Order not found',
      back: 'Go Back',
    },
  });
  expect(accountsStaffEn.edit).toMatchObject({
    firstNameMissing: 'First name is required',
    lastNameMissing: 'Last name is required',
    usernameWrong: 'Invalid email',
  });
  expect(catalogueEn.types).toMatchObject({
    noId: 'Service id not found',
    noData: 'sub-type data not found',
  });
});

test('the back office says what the specification gives in Bengali', () => {
  expect(ordersStaffBn.work).toMatchObject({
    empty: 'কোন অর্ডার পাওয়া যায়নি',
    rejectDone: 'অর্ডার সফলভাবে বাতিল করা হয়েছে',
    completeDone: 'অর্ডার সফলভাবে সম্পূর্ণ করা হয়েছে',
    reMethodMissing: 'দয়া করে একটি পদ্ধতি নির্বাচন করুন',
    reFileMissing: 'দয়া করে একটি ফাইল আপলোড করুন',
    reTextMissing: 'দয়া করে টেক্সট কন্টেন্ট লিখুন',
    reUploaded: 'অর্ডার সফলভাবে পুনরায় আপলোড করা হয়েছে',
    reUploadFailed: 'অর্ডার পুনরায় আপলোড করতে ব্যর্থ হয়েছে',
  });
  expect(accountsStaffBn.users).toMatchObject({
    emailWrong: 'সঠিক ইমেইল ঠিকানা লিখুন',
    created: 'ব্যবহারকারী সফলভাবে তৈরি হয়েছে',
    createFailed: 'ব্যবহারকারী তৈরি করতে সমস্যা হয়েছে',
  });
});
