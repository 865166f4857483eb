// Restored lists keep their age, so that what the server returns is newer.
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';

const kept: { key: string[]; data: string; at: number }[] = [];
vi.mock('./user-store.ts', () => ({
  isFull: () => false,
  openUserStore: async () => ({
    ownerId: 1,
    read: async () => new TextEncoder().encode(JSON.stringify(kept)),
  }),
}));
vi.mock('../device-owner.ts', () => ({ deviceOwnerId: () => 1 }));
vi.mock('./keeping.ts', () => ({ isKeeping: () => false }));
vi.mock('../storage-problem.ts', () => ({ storageProblem: { set: () => undefined } }));
const { keepLists } = await import('./kept-queries.ts');

it('data kept by a clock that was ahead does not count as fresh', async () => {
  const client = new QueryClient();
  client.setQueryData(['balance'], 'from the server');
  const hourMs = 3_600_000;
  kept.push({ key: ['balance'], data: 'kept', at: Date.now() + hourMs });
  kept.push({ key: ['orders'], data: 'kept', at: Date.now() - hourMs });
  const end = keepLists(client);
  await expect.poll(() => client.getQueryData(['orders'])).toBe('kept');
  end();
  expect(client.getQueryData(['balance'])).toBe('from the server');
});
