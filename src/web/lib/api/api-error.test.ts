import { describe, expect, test } from 'vitest';
import { ApiError, errorMessage, messageOf } from './api-error.ts';
import { isOutcomeUnknown } from './unknown-outcome.ts';

describe('the words of a refusal', () => {
  test('an error array is joined by commas', () => {
    expect(messageOf({ error: ['one', 'two'] })).toBe('one, two');
    expect(messageOf(['one', 'two'])).toBe('one, two');
  });
  test('a plain string body is used as is, an HTML page is not', () => {
    expect(messageOf('no')).toBe('no');
    expect(messageOf('<html>')).toBe('Request failed');
  });
  test('detail comes before message, message before error', () => {
    expect(messageOf({ error: 'c', message: 'b', detail: 'a' })).toBe('a');
    expect(messageOf({ error: 'c', message: 'b' })).toBe('b');
    expect(messageOf({ error: 'c', code: 'x' })).toBe('c');
  });
  test('field errors are named one by one', () => {
    expect(messageOf({ email: ['bad', 'worse'], phone: ['short'] })).toBe('email: bad, worse, phone: short');
  });
  test('a body without a message gives the general text', () => {
    expect(messageOf({})).toBe('Request failed');
    expect(errorMessage(new ApiError(500, {}), 'sorry')).toBe('sorry');
  });
  test('field names are not shown to people', () => {
    expect(errorMessage(new ApiError(400, { code: ['কোডটি লিখুন'], email: ['ঠিক নয়'] }), 'sorry')).toBe(
      'কোডটি লিখুন, ঠিক নয়',
    );
  });
  test('without an answer the connection is named, and what to do', () => {
    const offline = 'সংযোগ পাওয়া যাচ্ছে না। ইন্টারনেট দেখে আবার চেষ্টা করুন।';
    const error = new TypeError('fetch failed');
    expect(errorMessage(error, 'সংরক্ষণ করা যায়নি')).toBe(`সংরক্ষণ করা যায়নি · ${offline}`);
    expect(errorMessage(error, '')).toBe(offline);
    expect(errorMessage(new Error('unreadable'), 'sorry')).toBe('sorry');
  });
});

test('only a refusal that names fields gives field messages', () => {
  expect(new ApiError(400, { email: ['bad'] }).fields).toEqual({ email: 'bad' });
  expect(new ApiError(402, { error: 'short', code: 'insufficient_balance', short: '5.00' }).fields).toEqual(
    {},
  );
});

test('a gateway’s error page leaves the outcome unknown; a refusal by the portal does not', () => {
  expect(isOutcomeUnknown(new ApiError(502, '<html>'))).toBe(true);
  expect(isOutcomeUnknown(new ApiError(503, { error: 'busy', code: 'busy' }))).toBe(false);
});
