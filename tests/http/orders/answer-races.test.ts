// A customer's answer races with a second answer, with the end of the order, with withdrawal of the question, and for one upload between two orders.
import { createCanvas } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Person, usePortal } from '../../support/portal.ts';
import {
  dataForm,
  expectBooksRight,
  makeStaff,
  type OfferedService,
  placeOrder,
  servicesByCode,
  statuses,
} from '../steps.ts';
import { answeringOn } from './answering.ts';

const portal = usePortal();
const { ask, answer, upload } = answeringOn(portal);
const jpeg = createCanvas(40, 30).toBuffer('image/jpeg');
let services: Record<string, OfferedService>;
let person: Person;
let operator: Person;
beforeAll(async () => {
  services = await servicesByCode(portal);
  person = await portal.customer();
  await portal.topUp(person, '20000');
  operator = await makeStaff(portal, 'operator');
});

const change = (id: number, data: object) =>
  portal.call('PATCH', `/account/orders/${id}/`, { token: operator.token, form: dataForm(data) });
const orderOf = async (id: number) =>
  (await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body;
const timelineOf = async (id: number) =>
  (await portal.call('GET', `/account/orders/${id}/timeline/`, { token: person.token })).body.results as {
    what: string;
  }[];

async function askedOrder(kind: 'text' | 'paper' = 'text') {
  const { id } = await placeOrder(portal, person, services.AB!);
  const asked = await ask(operator, id, { kind, text: 'কী?' });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  return { id: id as number, question: asked.body.question!.id };
}

describe('concurrently', () => {
  const rounds = Number(process.env.RACE_ROUNDS ?? 8);

  it('accepts one of two answers to a question', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, question } = await askedOrder(round % 2 === 0 ? 'text' : 'paper');
      const file = round % 2 === 0 ? undefined : { bytes: jpeg, name: 'a.jpg' };
      const both = await Promise.all([
        answer(person, id, { question, text: 'এক' }, file),
        answer(person, id, { question, text: 'দুই' }, file),
      ]);
      expect(statuses(both)).toEqual({ 200: 1, 409: 1 });
      expect((await timelineOf(id)).filter(({ what }) => what === 'answer')).toHaveLength(1);
    }
  }, 60_000);

  const ends: Record<string, (id: number) => Promise<Answer>> = {
    completing: (id) => change(id, { status: 'completed', text_content: 'হয়েছে' }),
    rejecting: (id) => change(id, { status: 'rejected', note: 'কারণ' }),
    withdrawing: (id) => portal.call('DELETE', `/account/orders/${id}/question/`, { token: operator.token }),
  };
  for (const [name, act] of Object.entries(ends))
    it(`leaves a consistent order when an answer races with ${name}`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { id, question } = await askedOrder();
        const [sent, acted] = await Promise.all([answer(person, id, { question, text: 'ক' }), act(id)]);
        expect([200, 409]).toContain(sent.status);
        expect(acted.status).toBe(name === 'withdrawing' ? (sent.status === 200 ? 409 : 200) : 200);
        const now = await orderOf(id);
        expect(now.status).toBe({ completing: 'completed', rejecting: 'rejected' }[name] ?? 'processing');
        expect(now.question?.answered_on === null).toBe(false);
        const entries = await timelineOf(id);
        expect(entries.filter(({ what }) => what === 'answer')).toHaveLength(sent.status === 200 ? 1 : 0);
      }
      await expectBooksRight(portal);
    }, 60_000);

  it('attaches an upload to only one of two orders', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id: attachment, answer: judged } = await upload(person, jpeg);
      expect(judged.status).toBe(200);
      const orders = [
        await placeOrder(portal, person, services.AB!),
        await placeOrder(portal, person, services.AB!),
      ];
      const both = await Promise.all(
        orders.map(({ id }) =>
          portal.call('POST', `/account/orders/${id}/attachments/`, {
            token: person.token,
            body: { attachments: [attachment] },
          }),
        ),
      );
      expect(statuses(both)).toEqual({ 200: 1, 409: 1 });
    }
  }, 60_000);
});
