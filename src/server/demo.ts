// DEMO=1: an invented shop that has been open for 90 days. Everything goes through the use cases of customers and staff, so that books and audit log
// are genuine, and is then dated back. The audit log, which cannot be changed, shows when the demo was created.
import { dhakaDay, startOfDhakaDay } from '#contract/dates/dates.ts';
import { needsReference, rechargeWays } from '#contract/wallet/ways.ts';
import { makePassword } from './accounts/passwords/passwords.ts';
import type { Portal } from './app.ts';
import {
  findDemoOwner,
  findUserId,
  findWalletVersion,
  finishDemo,
  forgetCashOfToday,
  moveIntoPast,
  type Past,
} from './demo.queries.ts';
import { createDatabase, createPool, inTransaction } from './platform/database/connect.ts';
import type { Caller, RequestOrigin } from './platform/request/caller.ts';
import { syntheticPeople } from './registry/synthetic.ts';

const origin: RequestOrigin = { ip: '127.0.0.1', userAgent: 'demo', language: 'bn' };
/** Address of the account that the start of a sandbox creates. */
export const trialEmail = 'customer@nothipotro.test';
/** Matches the trial customer and the demo’s people, but not the first admin, who has a demo address too. */
export const trialAccounts = '(customer|demo[0-9]+)@nothipotro.test';
const customers = 24;
const firstPerson = 100;
const ordersEach = 8;
const daysOpen = 90;
/** Customers that are added concurrently. */
const atOnce = 4;
/** Weight of each day from Sunday on: the week begins busy, and on Friday the shop is nearly closed. */
const rhythm = [1.6, 1.2, 1, 1, 1.3, 0.2, 0.7];

const done = 'আপনার কাজটি সম্পন্ন হয়েছে। আবেদনের স্লিপ সংগ্রহ করুন।';
const refused = 'ছবিটি পরিষ্কার নয়, আবার তুলে পাঠান।';

type Outcome = 'pending' | 'processing' | 'completed' | 'rejected' | 'cancelled';
/** Used in turn. Not all of today's orders are completed. */
const outcomes: readonly Outcome[] = [
  'completed',
  'completed',
  'rejected',
  'completed',
  'completed',
  'cancelled',
  'completed',
];
const outcomesToday: readonly Outcome[] = ['pending', 'processing', 'completed', 'pending', 'completed'];

type Person = (typeof syntheticPeople)[number];
type Service = Awaited<ReturnType<Portal['catalogue']['list']>>[number];

/** One of the demo's customers. */
interface Visitor {
  readonly index: number;
  readonly person: Person;
  readonly customer: Caller;
}

interface Demo {
  readonly portal: Portal;
  readonly staff: Caller;
  readonly trialId: number | undefined;
  /** Services that staff process by hand. */
  readonly manual: readonly Service[];
}

const createCaller = (userId: number, roles: string[]): Caller => ({
  userId,
  roles,
  sessionId: '',
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
});

/** Returns a number from 0 to 1, always the same for the same two arguments. */
function pseudoRandom(a: number, b: number): number {
  const value = Math.sin(a * 127.1 + b * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}

/** Chooses moments on different days since a customer joined, oldest first, weighted by weekday and within opening hours. */
function chooseMoments(index: number, count: number): Date[] {
  const joined = daysOpen - Math.floor((index * (daysOpen - 13)) / customers);
  const midnight = startOfDhakaDay(dhakaDay(new Date())).getTime();
  const at = (daysAgo: number) =>
    new Date(midnight - daysAgo * 86_400_000 + (9 + 8 * pseudoRandom(index, daysAgo)) * 3_600_000);
  return Array.from({ length: joined }, (_, i) => i + 1)
    .map((daysAgo) => {
      const weight = rhythm[new Date(midnight - daysAgo * 86_400_000 + 43_200_000).getUTCDay()]!;
      return { daysAgo, rank: pseudoRandom(daysAgo, index) ** (1 / weight) };
    })
    .sort((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ daysAgo }) => at(daysAgo))
    .sort((a, b) => a.getTime() - b.getTime());
}

/**
 * Adds the demo, once per database: a second start finds its people and adds nothing.
 * @param ownerUrl address with the login of the database’s owner, who alone can date movements back
 */
export async function addDemo(portal: Portal, ownerUrl: string): Promise<boolean> {
  const { db, catalogue } = portal;
  const ownerId = await findDemoOwner(db);
  if (ownerId === undefined) return false;
  const demo: Demo = {
    portal,
    staff: createCaller(ownerId, ['owner']),
    trialId: await findUserId(db, trialEmail),
    manual: (await catalogue.list('active')).filter(
      (service) => !service.is_auto_service && service.code !== 'AD',
    ),
  };
  const people: Visitor[] = [];
  for (let first = 0; first < customers; first += atOnce) {
    const indexes = Array.from({ length: Math.min(atOnce, customers - first) }, (_, i) => first + i);
    people.push(...(await Promise.all(indexes.map((index) => addCustomer(demo, index)))));
  }
  const past: Past[] = [];
  // In chronological order, so that numbers of orders, papers and notices rise with time, as they do in a shop.
  for (const { userId, at, run } of people.flatMap((visitor) => listActs(demo, visitor)).sort(byMoment)) {
    const after = await findWalletVersion(db, userId);
    await run();
    past.push({ userId, after, until: await findWalletVersion(db, userId), at });
  }
  for (const visitor of people) await addToday(demo, visitor);
  await finishDemo(db);
  const asOwner = createDatabase(createPool(ownerUrl, 1));
  try {
    await inTransaction(asOwner, (trx) => moveIntoPast(trx, past));
  } finally {
    await asOwner.destroy();
  }
  return true;
}

interface Act {
  readonly userId: number;
  /** The time to which it is dated back. */
  readonly at: Date;
  readonly run: () => Promise<unknown>;
}

const byMoment = (a: Act, b: Act): number => a.at.getTime() - b.at.getTime();

/** Lists what one customer does in three months. */
function listActs(demo: Demo, visitor: Visitor): Act[] {
  const { customer, index } = visitor;
  const half = ordersEach / 2;
  const order = (turn: number) => () =>
    addOrder(demo, visitor, turn, outcomes[(index + turn * 3) % outcomes.length]!);
  const runs: Act['run'][] = [
    () => recharge(demo, visitor, 0),
    ...Array.from({ length: half }, (_, turn) => order(turn)),
    ...(index < 12 ? listDocuments(demo.portal.documents, visitor) : []),
    () => recharge(demo, visitor, 1),
    ...Array.from({ length: half }, (_, turn) => order(half + turn)),
    ...(index % 5 === 2 ? [() => withdraw(demo, customer.userId)] : []),
  ];
  const moments = chooseMoments(index, runs.length);
  return runs.map((run, i) => ({ userId: customer.userId, at: moments[i]!, run }));
}

/** Adds recharges and orders of today, which are not dated back. */
async function addToday(demo: Demo, visitor: Visitor): Promise<void> {
  const { index } = visitor;
  if (index % 6 === 0) await recharge(demo, visitor, 2);
  if (index % 3 === 0) await addOrder(demo, visitor, 0, outcomesToday[(index / 3) % outcomesToday.length]!);
}

async function addCustomer(demo: Demo, index: number): Promise<Visitor> {
  const { accounts } = demo.portal;
  const person = syntheticPeople[firstPerson + index]!;
  const [firstName = '', ...rest] = person.nameBn.replace('মোঃ ', '').split(' ');
  // The first is the trial customer of every sandbox, so that whoever signs in as it finds data.
  const id =
    (index === 0 ? demo.trialId : undefined) ??
    (await accounts.signUp(
      {
        first_name: firstName,
        last_name: rest.join(' '),
        email: `demo${index + 1}@nothipotro.test`,
        phone: person.mobile,
        password: makePassword(),
        terms: true,
      },
      undefined,
      origin,
    ));
  return { index, person, customer: createCaller(id, ['customer']) };
}

const messages = { done: '', waits: '' };

async function recharge({ portal, staff }: Demo, { index, customer }: Visitor, turn: number): Promise<void> {
  await forgetCashOfToday(portal.db);
  const way = rechargeWays[(index * 2 + turn) % rechargeWays.length]!;
  await portal.wallet.rechargeByStaff(
    staff,
    {
      user: customer.userId,
      amount: BigInt(180_000 + (index % 6) * 25_000),
      bonus: 0n,
      way,
      ...(needsReference(way) ? { reference: `DEMO${index}T${turn}${way.slice(0, 2).toUpperCase()}` } : {}),
    },
    undefined,
    messages,
  );
}

async function withdraw({ portal, staff }: Demo, userId: number): Promise<void> {
  await portal.wallet.withdraw(staff, { user: userId, amount: 20_000n }, undefined, messages);
}

async function addOrder(
  { portal: { orders }, staff, manual }: Demo,
  { customer, person, index }: Visitor,
  turn: number,
  outcome: Outcome,
): Promise<void> {
  const service = manual[(index * 3 + turn) % manual.length]!;
  const { body: order } = await orders.place(
    customer,
    {
      service: service.id,
      sub_type: service.sub_type[turn % service.sub_type.length]!.id,
      nid_or_form_num_or_for_biometric_or_location: person.nid,
      name: person.nameBn,
      note: turn === 0 ? 'জরুরি দরকার, দয়া করে তাড়াতাড়ি করবেন।' : '',
    },
    undefined,
  );
  if (outcome === 'processing') await orders.take(staff, order.id);
  if (outcome === 'completed')
    await orders.complete(staff, order.id, { text_content: done, note: '' }, undefined, undefined);
  if (outcome === 'rejected') await orders.reject(staff, order.id, { note: refused }, undefined);
  if (outcome === 'cancelled') await orders.cancel(customer, order.id, undefined);
}

type Documents = Portal['documents'];
type Call = Parameters<Documents['records']['nid']['make']>[0];

function listDocuments(documents: Documents, { customer, person, index }: Visitor): Act['run'][] {
  const call = { caller: customer, idempotency: undefined, origin };
  const { nid, tin, dateOfBirth: date_of_birth } = person;
  return [
    ...(index % 2 === 0 ? [() => makeNid(documents, call, person)] : []),
    ...(index % 3 === 0 ? [() => documents.tin.getCertificate(call, tin)] : []),
    ...(index % 4 === 0
      ? [() => documents.unofficial.create(call, { nid, date_of_birth, type: 'NEW' })]
      : []),
  ];
}

async function makeNid(documents: Documents, call: Call, person: Person) {
  const { village, upazila, district } = person.addressBn;
  await documents.records.nid.make(call, {
    name_bangla: person.nameBn,
    name_english: person.nameEn,
    national_id: person.nid,
    pin: person.pin,
    date_of_birth: person.dateOfBirth,
    father_name: person.fatherBn,
    mother_name: person.motherBn,
    birth_place: district,
    blood_group: person.bloodGroup,
    gender: person.gender,
    address_for_nid: `${village}, ${upazila}, ${district}`,
  });
}
