// DEMO=1: an invented shop to look at. Everything goes through the use cases of customers and staff, so a demo's books and audit log are as genuine
// as any.
import { makePassword } from './accounts/passwords/passwords.ts';
import type { Portal } from './app.ts';
import { findDemoOwner, findUserId, finishDemo } from './demo.queries.ts';
import type { Caller, RequestOrigin } from './platform/request/caller.ts';
import { syntheticPeople } from './registry/synthetic.ts';

const origin: RequestOrigin = { ip: '127.0.0.1', userAgent: 'demo', language: 'bn' };
/** Created at the start of a sandbox. */
export const trialEmail = 'customer@nothipotro.test';
/** The trial customer and the demo’s people; the first admin has a demo address too, but is not a trial account. */
export const trialAccounts = '(customer|demo[0-9]+)@nothipotro.test';
const customers = 12;
const firstPerson = 100;

const done = 'আপনার কাজটি সম্পন্ন হয়েছে। আবেদনের স্লিপ সংগ্রহ করুন।';
const refused = 'ছবিটি পরিষ্কার নয়, আবার তুলে পাঠান।';

type Outcome = 'pending' | 'processing' | 'completed' | 'rejected' | 'cancelled';
const outcomes: readonly Outcome[] = [
  'completed',
  'pending',
  'rejected',
  'completed',
  'processing',
  'cancelled',
  'pending',
];

type Person = (typeof syntheticPeople)[number];
type Service = Awaited<ReturnType<Portal['catalogue']['list']>>[number];

interface Demo {
  readonly portal: Portal;
  readonly staff: Caller;
  readonly trialId: number | undefined;
  /** Services that staff process by hand. */
  readonly manual: readonly Service[];
}

const act = (userId: number, roles: string[]): Caller => ({
  userId,
  roles,
  sessionId: '',
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
});

/** Runs once per database; a second start finds its people and adds nothing. */
export async function addDemo(portal: Portal): Promise<boolean> {
  const { db, catalogue } = portal;
  const ownerId = await findDemoOwner(db);
  if (ownerId === undefined) return false;
  const demo: Demo = {
    portal,
    staff: act(ownerId, ['owner']),
    trialId: await findUserId(db, trialEmail),
    manual: (await catalogue.list('active')).filter(
      (service) => !service.is_auto_service && service.code !== 'AD',
    ),
  };
  for (let index = 0; index < customers; index += 1) {
    const person = syntheticPeople[firstPerson + index]!;
    const customer = await addCustomer(demo, index, person);
    for (let turn = 0; turn <= index % 4; turn += 1) await addOrder(demo, customer, person, index, turn);
    await addDocuments(portal.documents, customer, person, index);
  }
  await finishDemo(db);
  return true;
}

async function addCustomer(demo: Demo, index: number, person: Person): Promise<Caller> {
  const { accounts, wallet } = demo.portal;
  const [firstName = '', ...rest] = person.nameBn.replace('মোঃ ', '').split(' ');
  // The first is the trial customer of every sandbox, so that whoever signs in with it finds something.
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
  await wallet.rechargeByStaff(
    demo.staff,
    { user: id, amount: BigInt(200_000 + index * 35_000), bonus: 0n },
    undefined,
    { done: '', waits: '' },
  );
  return act(id, ['customer']);
}

async function addOrder(
  { portal: { orders }, staff, manual }: Demo,
  customer: Caller,
  person: Person,
  index: number,
  turn: number,
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
  const outcome = outcomes[(index + turn * 2) % outcomes.length]!;
  if (outcome === 'processing') await orders.take(staff, order.id);
  if (outcome === 'completed')
    await orders.complete(staff, order.id, { text_content: done, note: '' }, undefined, undefined);
  if (outcome === 'rejected') await orders.reject(staff, order.id, refused, undefined);
  if (outcome === 'cancelled') await orders.cancel(customer, order.id, undefined);
}

type Documents = Portal['documents'];
type Call = Parameters<Documents['nid']['create']>[0];

async function addDocuments(
  documents: Documents,
  caller: Caller,
  person: Person,
  index: number,
): Promise<void> {
  const call = { caller, idempotency: undefined, origin };
  if (index % 2 === 0) await makeNid(documents, call, person);
  if (index % 3 === 0) await documents.tin.getCertificate(call, person.tin);
  if (index % 4 === 0)
    await documents.unofficial.create(call, {
      nid: person.nid,
      date_of_birth: person.dateOfBirth,
      type: 'NEW',
    });
}

async function makeNid(documents: Documents, call: Call, person: Person) {
  const { village, upazila, district } = person.addressBn;
  await documents.nid.create(
    call,
    {
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
    },
    '',
  );
}
