// Several processes close days of the books at the same time.
import { expect, it } from 'vitest';
import { audit } from '#server/ledger/audit.ts';
import { inTransaction } from '#server/platform/database/connect.ts';
import { closedDayRules, closeNextDays } from '#server/reports/closed-days.queries.ts';
import { fillShop } from '../../../scripts/large-shop.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();

it('are each closed once, and all of them when any of the processes is done', async () => {
  const { db } = portal.portal;
  const size = { users: 50, orders: 50, entries: 2_000, files: 0, acts: 0 };
  await fillShop(portal.ownerUrl, portal.dataDir, size);
  for (let round = 0; round < 3; round += 1) {
    await asOwner(portal.ownerUrl, 'truncate ledger_days, ledger_days_active, ledger_days_sold, worked_days');
    const closeAll = async () => {
      while ((await inTransaction(db, closeNextDays)) > 0);
      const [last] = await asOwner<{ is_last: boolean }>(
        portal.ownerUrl,
        `select max(day) >= ((now() - interval '1 hour') at time zone 'Asia/Dhaka')::date - 1 as is_last from ledger_days`,
      );
      return last!.is_last;
    };
    expect(await Promise.all([closeAll(), closeAll(), closeAll(), closeAll()])).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(await audit(db, closedDayRules)).toEqual([]);
  }
}, 120_000);
