// What a list's filters leave in the URL.
import { beforeEach, expect, test, vi } from 'vitest';
import { owner, renderScreen } from '../../../../tests/support/render-screen.tsx';
import { type ListAddress, useListAddress } from '../../lib/list-address.ts';
import { router } from '../../router.tsx';

// It is rendered alone, without the router.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useSearch: () => ({}),
}));

const defaults = { search: '', status: 'pending', hidden: '' };
type Filters = Partial<typeof defaults> & { page?: number };
let address: ListAddress<typeof defaults>;

function Probe({ filters }: { filters: Filters }) {
  address = useListAddress(defaults, filters, ['hidden']);
  return null;
}

const now = { page: 3, status: 'rejected', hidden: 'phone' };
const open = (filters: Filters) =>
  renderScreen('/admin/orders/pending', owner, {}, <Probe filters={filters} />);
beforeEach(async () => void (await open(now)));

/** Returns the URL and the history entry that a press leads to from `now`. */
function ledTo(press: () => void) {
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue(undefined);
  press();
  const { search, state } = navigate.mock.lastCall![0] as unknown as {
    search: (now: object) => object;
    state: (now: object) => { words?: string };
  };
  navigate.mockRestore();
  return { search: search(now), words: state({ words: 'আগের' }).words };
}

test('changing a filter returns to the first page, and defaults are left out', () => {
  expect(ledTo(() => address.change({ status: 'all' })).search).toEqual({ status: 'all', hidden: 'phone' });
  expect(ledTo(() => address.change({ status: 'pending' })).search).toEqual({ hidden: 'phone' });
  expect(ledTo(() => address.toPage(2))).toEqual({ search: { ...now, page: 2 }, words: 'আগের' });
  expect(ledTo(() => address.toPage(1)).search).toEqual({ status: 'rejected', hidden: 'phone' });
});

test('clearing keeps filters that hide no rows', async () => {
  expect(address.isFiltered).toBe(true);
  expect(ledTo(address.clear)).toEqual({ search: { hidden: 'phone' }, words: undefined });
  await open({ hidden: 'phone' });
  expect(address.isFiltered).toBe(false);
});

test('search text that identifies a person stays out of the URL', () => {
  const { page: _, ...rest } = now;
  for (const search of ['karim@mail.test', '01712345678', '০১৭১-২৩৪', 'রহিম 1990'])
    expect(ledTo(() => address.change({ search }))).toEqual({ search: rest, words: search });
  for (const search of ['রহিম', 'জন্ম ২০২'])
    expect(ledTo(() => address.change({ search }))).toEqual({
      search: { ...rest, search },
      words: undefined,
    });
});
