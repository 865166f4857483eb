// The outbox of the web client against a real portal, while the network flaps and tabs are killed between any two steps: every intent becomes exactly
// one order. `OUTBOX_FLAPS=1000` for the long run.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { type DeviceStore, openDeviceStore } from '../../../src/web/features/device/kept/device-store.ts';
import {
  addIntent,
  cancelIntent,
  type Entry,
  type Intent,
  listEntries,
  type OutboxDeps,
  sendAgain,
  sendAll,
  type Verdict,
} from '../../../src/web/features/device/outbox/outbox.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { orderBody, servicesByCode, setService } from '../steps.ts';

const portal = usePortal();
const flaps = Number(process.env.OUTBOX_FLAPS ?? 80);

class Killed extends Error {}
class Refused extends Error {
  readonly status: number;
  readonly body: { code?: string; price?: string; error?: string };
  constructor(status: number, body: Refused['body']) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** Random numbers that are the same for the same seed. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function classifyFailure(error: unknown): Verdict {
  if (error instanceof Killed) throw error;
  if (!(error instanceof Refused) || error.status >= 500) return { state: 'later' };
  if (error.body.code === 'price_changed') return { state: 'asks', price: error.body.price! };
  return { state: 'refused', words: String(error.body.code ?? error.status) };
}

/** Wraps a store so that its tab may be killed before or after each step. */
function makeKillable(store: DeviceStore, isKilled: () => boolean): DeviceStore {
  return new Proxy(store, {
    get(target, name: keyof DeviceStore) {
      // `await` looks for `then`.
      if (!(name in target)) return undefined;
      const method = target[name] as (...given: unknown[]) => unknown;
      return async (...given: unknown[]) => {
        if (isKilled()) throw new Killed();
        const done = await method.apply(target, given);
        if (isKilled()) throw new Killed();
        return done;
      };
    },
  });
}

interface World {
  person: Person;
  roll: (sides: number) => number;
  /** Whether network failures and kills have ended. */
  isCalm: boolean;
  isHeld: boolean;
}

async function openTab(world: World): Promise<OutboxDeps> {
  const store = await openDeviceStore('outbox', world.person.id);
  const living = makeKillable(store, () => !world.isCalm && world.roll(30) === 0);
  return {
    store: async () => living,
    classifyFailure,
    now: Date.now,
    onChange: () => undefined,
    async send({ body, key }: Intent) {
      const luck = world.isCalm ? 9 : world.roll(10);
      if (luck < 3) throw new TypeError('Failed to fetch');
      const { status, body: answer } = await portal.call('POST', '/account/orders/', {
        token: world.person.token,
        headers: { 'Idempotency-Key': key },
        body,
      });
      if (luck < 5) throw new TypeError('the answer was lost');
      if (luck === 5) throw new Killed();
      if (status >= 400) throw new Refused(status, answer);
    },
    // Like Web Locks: a killed tab holds no lock.
    async runExclusively(work) {
      if (world.isHeld) return undefined;
      world.isHeld = true;
      try {
        return await work();
      } finally {
        world.isHeld = false;
      }
    },
  };
}

const survive = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });

async function notesOfOrders(person: Person): Promise<string[]> {
  const rows = await asOwner(portal.ownerUrl, 'select note from orders where customer_id = $1 order by id', [
    person.id,
  ]);
  return (rows as unknown as { note: string }[]).map(({ note }) => note);
}

it(`places exactly one order per intent over ${flaps} flaps`, async () => {
  const person = await portal.customer();
  for (let sum = 0; sum < 10; sum += 1) await portal.topUp(person, '40000');
  const service = (await servicesByCode(portal)).AB!;
  const world: World = {
    person,
    roll: dice(Number(process.env.OUTBOX_SEED ?? 20_261_122)),
    isCalm: false,
    isHeld: false,
  };
  const tabs = [await openTab(world), await openTab(world)];
  const wanted = new Set<string>();
  let price = Number(service.charge);
  const shown = () => (price + Number(service.sub_type[0]!.price)).toFixed(2);

  /** The entries that the customer sees. */
  const seen = async () => {
    world.isCalm = true;
    const entries = await listEntries(tabs[0]!);
    world.isCalm = false;
    return entries;
  };
  async function act(tab: OutboxDeps, flap: number): Promise<void> {
    const entries = await seen();
    const entry: Entry | undefined = entries[world.roll(Math.max(1, entries.length))];
    const choice = world.roll(10);
    if (choice < 5) {
      const note = `flap ${flap}`;
      const body = orderBody(service, { note, shown_price: shown() });
      const key = crypto.randomUUID();
      // Pressed until it is stored: the form stays open with its key.
      const intent: Intent = { call: 'POST /account/orders/', body, key, title: note, facts: [] };
      for (;;) {
        try {
          await addIntent(tab, intent, false);
          break;
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
        }
      }
      wanted.add(note);
    } else if (choice === 5 && entry) {
      const note = String(entry.intent.body.note);
      try {
        if (await cancelIntent(tab, entry.id)) wanted.delete(note);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        // Killed during the cancellation: the list decides, as it would for the customer.
        if (!(await seen()).some(({ intent }) => intent.body.note === note)) wanted.delete(note);
      }
    } else if (choice === 6) {
      price += 1;
      await setService(portal, 'AB', 'charge_paisa', String(price * 100));
    } else if (choice === 7) {
      await setService(portal, 'AB', 'status', world.roll(2) === 0 ? 'inactive' : 'active');
    } else if (entry && entry.state !== 'waiting') await survive(sendAgain(tab, entry));
  }

  for (let flap = 0; flap < flaps; flap += 1) {
    await survive(act(tabs[flap % 2]!, flap));
    await Promise.all(tabs.map((tab) => survive(sendAll(tab))));
  }
  world.isCalm = true;
  await setService(portal, 'AB', 'status', 'active');
  for (let round = 0; round < 6; round += 1) {
    await sendAll(tabs[0]!);
    for (const entry of await listEntries(tabs[1]!)) await sendAgain(tabs[1]!, entry);
  }
  expect(await listEntries(tabs[0]!)).toEqual([]);
  expect(wanted.size).toBeGreaterThan(flaps / 4);
  expect((await notesOfOrders(person)).sort()).toEqual([...wanted].sort());
  for (const tab of tabs) (await tab.store())?.close();
}, 600_000);
