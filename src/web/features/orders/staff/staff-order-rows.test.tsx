// A row is rendered again only when its `lookOf` changes, so `lookOf` must contain everything that affects how it looks.
import { expect, test, vi } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { Order } from '#contract/orders/calls.ts';
import type { HideableColumn } from '#contract/orders/rules.ts';
import { customer, renderOnPhone, renderScreen } from '../../../../../tests/support/render-screen.tsx';
import { sampleAnswer } from '../../../../../tests/support/sample-answer.ts';
import { setLanguage } from '../../../lib/language.ts';
import { List } from '../../../ui/list/list.tsx';
import type { OrderSelection } from '../selection/selection.tsx';
import { useStaffOrderRows } from './staff-order-rows.tsx';
import type { OrderActions } from './use-order-actions.tsx';

const operator: UserInfo = { ...customer, id: 3, roles: ['operator'], is_admin: true };
const now = new Date('2026-03-06T04:30:00Z');

const order = sampleAnswer(Order, {
  id: 5,
  status: 'processing',
  created_on: now.toISOString(),
  due_on: '2026-03-06T08:30:00Z',
  operator: { id: 3, name: 'কর্মী' },
  snooze: { until: '2026-03-07T04:30:00Z', reason: 'ফোন ধরেননি' },
  tags: [{ id: 1, name: 'জরুরি', color: 'red' }],
});

type Options = Required<NonNullable<Parameters<typeof useStaffOrderRows>[2]>>;

/** What a row can depend on besides its order. A new option does not compile until it is listed here. */
interface Look extends Options {
  language: 'bn' | 'en';
  day: Date;
  open: ReturnType<OrderActions['open']>;
}

const columns: readonly HideableColumn[] = ['service', 'customer', 'number', 'date', 'due'];

/** Which rows are selected: only their checkboxes follow that, by themselves. */
const selection = {
  ids: { get: () => new Set(), subscribe: () => () => {} },
  listed: [],
  selected: [],
  toggle: () => {},
} as unknown as OrderSelection;

const others: { [K in keyof Look]: Look[K][] } = {
  language: ['en'],
  day: [new Date('2026-03-07T04:30:00Z')],
  open: [['take'], ['complete', 'reject'], ['complete']],
  sorting: [{ by: 'due', change: () => {} }],
  isMine: [true],
  isDone: [true],
  selection: [selection],
  hidden: [...columns.map((id) => [id]), columns],
};

const usual: Look = {
  language: 'bn',
  day: now,
  open: [],
  sorting: undefined,
  isMine: false,
  isDone: false,
  selection: undefined,
  hidden: [],
};

interface ProbeProps {
  look: Look;
  onLook: (look: string) => void;
}

function Probe({ look: { open, ...options }, onLook }: ProbeProps) {
  const actions: OrderActions = { open: () => open, act: () => {}, dialogs: null };
  const rows = useStaffOrderRows('তালিকা', actions, options);
  onLook(rows.lookOf!(order));
  const query = { data: { results: [order] }, isError: false, isPlaceholderData: false, refetch: vi.fn() };
  return <List query={query} failed="" empty={{ title: '' }} rows={rows} />;
}

/** Returns the HTML of the only row, and its `lookOf`. */
async function seen(of: Look, render: typeof renderOnPhone) {
  vi.setSystemTime(of.day);
  vi.stubGlobal('document', { documentElement: {} });
  setLanguage(of.language);
  vi.unstubAllGlobals();
  let look = '';
  const onLook = (now: string) => {
    look = now;
  };
  const { whole } = await render('/admin/orders', operator, {}, <Probe look={of} onLook={onLook} />);
  const head = /<thead[\s\S]*<\/thead>/.exec(whole)?.[0];
  return { html: /<tbody[\s\S]*<\/tbody>|<ul[\s\S]*<\/ul>/.exec(whole)![0], look, head };
}

for (const [name, render] of Object.entries({ table: renderScreen, cards: renderOnPhone }))
  test(`two rows that look different say so: ${name}`, async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const looks = [usual];
    for (const [key, values] of Object.entries(others))
      for (const value of values as unknown[]) looks.push({ ...usual, [key]: value });
    const rows: Awaited<ReturnType<typeof seen>>[] = [];
    for (const look of looks) rows.push(await seen(look, render));
    const byLook = new Map<string, Set<string>>();
    for (const { html, look } of rows) byLook.set(look, (byLook.get(look) ?? new Set()).add(html));
    for (const [look, htmls] of byLook) expect(htmls.size, look).toBe(1);
    // Most options really are visible.
    expect(new Set(rows.map(({ html }) => html)).size).toBeGreaterThan(5);
    vi.useRealTimers();
    expect(rows[1]!.html).not.toBe(rows[0]!.html);
  });

test('a checkbox shows whether its row is selected, although the row is not rendered again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const withIds = (...ids: number[]): OrderSelection => ({
    ...selection,
    ids: { get: () => new Set(ids), subscribe: () => () => {} },
  });
  const [selected, other] = [
    await seen({ ...usual, selection: withIds(order.id) }, renderScreen),
    await seen({ ...usual, selection: withIds(order.id + 1) }, renderScreen),
  ];
  vi.useRealTimers();
  expect(selected.html).toContain('checked=""');
  expect(selected.html.replace(' checked=""', '')).toBe(other.html);
  expect(selected.look).toBe(other.look);
});

test('the checkbox for all rows updates by itself, although its column head may have been created before', async () => {
  const withIds = (...ids: number[]): OrderSelection => ({
    ...selection,
    listed: [order.id],
    ids: { get: () => new Set(ids), subscribe: () => () => {} },
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  const isChecked = async (...ids: number[]) =>
    (await seen({ ...usual, selection: withIds(...ids) }, renderScreen)).head!.includes('checked=""');
  expect([await isChecked(), await isChecked(order.id + 1), await isChecked(order.id)]).toEqual([
    false,
    false,
    true,
  ]);
  vi.useRealTimers();
});
