import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../ui/toaster.tsx';
import { notify, shortMessage } from './notify.ts';

beforeEach(() => {
  vi.useFakeTimers();
  shortMessage.set(undefined);
});

const said = () => {
  vi.runAllTimers();
  return shortMessage.get();
};

test('a success stays two seconds, an error four', () => {
  notify.success('হয়েছে');
  expect(said()).toMatchObject({ tone: 'good', text: 'হয়েছে', duration: 2000 });
  notify.error('হয়নি');
  expect(said()).toMatchObject({ tone: 'bad', text: 'হয়নি', duration: 4000 });
});

test('one message at a time: the newest replaces the others, below the header', () => {
  notify.error('প্রথমটি হয়নি');
  said();
  notify.error('দ্বিতীয়টি হয়নি');
  notify.success('তৃতীয়টি হয়েছে');
  said();
  const html = renderToStaticMarkup(createElement(Toaster));
  expect(html.match(/<li/g)).toHaveLength(1);
  expect(html).toContain('তৃতীয়টি হয়েছে');
  expect(html).toContain('top-[calc(var(--ribbon)+4.5rem)]');
});

test('news appears at once, but never replaces the result of the user’s own action', () => {
  notify.news('নতুন অর্ডার এসেছে');
  expect(said()).toMatchObject({ text: 'নতুন অর্ডার এসেছে' });
  notify.success('হয়েছে');
  notify.news('অর্ডার হালনাগাদ হয়েছে');
  expect(said()).toMatchObject({ text: 'হয়েছে' });
  notify.info('কিছু বদলানো হয়নি');
  expect(said()).toMatchObject({ text: 'কিছু বদলানো হয়নি' });
});

test('an error already shown on the page is not repeated, and the previous message goes', () => {
  vi.stubGlobal('document', { querySelectorAll: () => [{ textContent: 'ব্যালেন্স কম' }] });
  notify.success('হয়েছে');
  said();
  notify.error('ব্যালেন্স কম');
  expect(said()).toBeUndefined();
  vi.unstubAllGlobals();
});

test('the corner follows messages from the first page on, so that a screen reader reads them', () => {
  expect(renderToStaticMarkup(createElement(Toaster))).toMatch(
    /<section aria-label="বার্তা" aria-live="polite">/,
  );
});
