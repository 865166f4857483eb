// What a list shows if its rows could not be loaded again, and what its pager offers.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { List } from './list.tsx';

interface Given {
  error?: Error;
  rows?: string[];
  page?: number;
  count?: number;
  isMinimum?: true;
}

function see({ error, rows, page = 1, count, isMinimum }: Given): string {
  const data = rows && {
    results: rows,
    ...(count === undefined ? {} : { count }),
    count_is_minimum: isMinimum,
  };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <List
        query={{
          data,
          isError: error !== undefined,
          isPlaceholderData: false,
          refetch: (() => undefined) as never,
          error: error ?? null,
          dataUpdatedAt: Date.now() - 300_000,
        }}
        address={{ page, toPage: () => undefined }}
        pageSize={10}
        failed="তালিকা আনা যায়নি"
        empty={{ title: 'কিছু নেই' }}
        rows={(shown) => shown.join()}
      />
    </QueryClientProvider>,
  );
}

const failed = 'তালিকা আনা যায়নি';
const lost = new TypeError('fetch failed');

test('loaded rows stay while the network or the server fails, with a notice', () => {
  for (const status of [500, 503]) {
    const html = see({ error: new ApiError(status, {}), rows: ['রহিমা'], count: 1 });
    for (const text of ['রহিমা', failed, 'আবার চেষ্টা করুন']) expect(html, String(status)).toContain(text);
  }
  const html = see({ error: lost, rows: ['রহিমা'], count: 1 });
  for (const text of ['রহিমা', '৫ মিনিট আগের তালিকা']) expect(html).toContain(text);
  expect(html).not.toContain(failed);
});

test('rows that the user may no longer see disappear', () => {
  for (const status of [403, 404]) {
    const html = see({ error: new ApiError(status, {}), rows: ['রহিমা'], count: 1 });
    expect(html).toContain(failed);
    expect(html).not.toContain('রহিমা');
  }
});

test('a page that could not be loaded links to the previous one', () => {
  expect(see({ error: lost, page: 2 })).toContain('পাতা ১');
  expect(see({ error: lost })).not.toContain('পাতা');
});

test('the pager names the rows of the page, ends at the last page, and keeps the keyboard focus', () => {
  const first = see({ rows: ['ক'], count: 64 });
  expect(first).toContain('মোট ৬৪টির মধ্যে ১–১০ দেখানো হচ্ছে');
  expect(first).toContain('…');
  expect(first).toMatch(/aria-label="আগের" aria-disabled="true"/);
  expect(first).not.toMatch(/aria-label="পরের" aria-disabled="true"/);
  const last = see({ rows: ['ক'], count: 64, page: 7 });
  expect(last).toContain('মোট ৬৪টির মধ্যে ৬১–৬৪ দেখানো হচ্ছে');
  expect(last).not.toContain('…');
  expect(last).toMatch(/aria-label="পরের" aria-disabled="true"/);
  for (const html of [first, last]) expect(html).not.toContain(' disabled');
  expect(see({ rows: ['ক'], count: 64, isMinimum: true })).toContain('৬৪+');
  expect(see({ rows: ['ক'], count: 10 })).not.toContain('<nav');
  expect(see({ rows: ['ক'], count: 11 })).toContain('<nav');
});
