// Tracks who has which order open. Pages report it over the live channel, and it is stored where all processes see it.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { hasRight } from '#contract/access.ts';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import type { Database } from '../platform/database/connect.ts';
import { emit } from '../platform/live/live.ts';
import type { Caller } from '../platform/request/caller.ts';
import * as queries from './presence.queries.ts';

const ViewingMessage = z.object({
  type: z.literal('viewing'),
  order_id: z.int().min(1).max(2_147_483_647).nullable(),
});

export function createPresence(db: Database, wakeLive: () => void) {
  async function announce(orderIds: readonly (number | null | undefined)[]): Promise<void> {
    const ids = [...new Set(orderIds)].filter((id) => typeof id === 'number');
    if (ids.length === 0) return;
    await emit(
      db,
      ids.map((orderId) => ({ audience: 'staff', event: { type: 'viewers', orderId } })),
    );
    wakeLive();
  }

  return {
    /** Tracks one open staff page. @returns the handler for its messages, which ignores unrecognised ones */
    watch(page: { on(event: 'close', listener: () => void): void }, caller: Caller): (text: string) => void {
      if (!hasRight(caller.roles, 'orders.read')) return () => undefined;
      const connectionId = randomUUID();
      let shown: number | null = null;
      const note = async (orderId: number | null) => {
        const before = shown;
        shown = orderId;
        // The row of a page whose process was suspended may have been removed meanwhile.
        let isNew = false;
        if (orderId === null) await queries.removeViewer(db, connectionId);
        else isNew = await queries.putViewer(db, connectionId, orderId, caller.userId);
        if (isNew || before !== orderId) await announce([before, orderId]);
      };
      // Writes run one at a time. If the page moves on meanwhile, only its latest order is written, so that nothing queues up.
      let next: number | null | undefined;
      let isNoting = false;
      const setShown = async (orderId: number | null) => {
        next = orderId;
        if (isNoting) return;
        isNoting = true;
        while (next !== undefined) {
          const latest: number | null = next;
          next = undefined;
          await note(latest).catch(() => undefined);
        }
        isNoting = false;
      };
      page.on('close', () => void setShown(null));
      return (text) => {
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          return;
        }
        const message = ViewingMessage.safeParse(parsed);
        if (message.success) void setShown(message.data.order_id);
      };
    },

    async viewersOf(orderId: number): Promise<{ id: number; name: string }[]> {
      const rows = await queries.listViewers(db, orderId);
      return rows.map((row) => ({ id: row.id, name: fullNameOf(row) }));
    },

    /** Removes viewers whose process was killed: they would otherwise be shown for ever. */
    async removeOld(): Promise<void> {
      await announce(await queries.removeOldViewers(db));
    },
  };
}
