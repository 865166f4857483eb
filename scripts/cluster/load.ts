// Work on a cluster: orders and cash by way of the portal's address, each repeated with its key until it is answered, and open live channels.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { adminEmail, adminPassword } from './cluster.ts';

const startTaka = 1_000_000;
const rechargeTaka = 10;
const password = 'onek-boro-katha-5';
/** A call that has no answer by then is made again. */
const patienceMs = 8_000;

class Refused extends Error {}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly key?: string;
}

interface Service {
  readonly id: number;
  readonly code: string;
  readonly sub_type: readonly { readonly id: number }[];
}

class Customer {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  /** Ids in the answers to orders. */
  readonly orders: number[] = [];
  chargedTaka = 0;
  rechargedTaka = 0;
  channel: WebSocket | undefined;
  constructor(id: number, email: string, token: string) {
    this.id = id;
    this.email = email;
    this.token = token;
  }
}

export interface Written {
  /** When the call that was answered was sent, and when its answer was there; performance.now(). */
  readonly sentAt: number;
  readonly doneAt: number;
}

export class Load {
  readonly written: Written[] = [];
  /** Calls without an answer, or with 5xx; each was made again. */
  failed = 0;
  recharges = 0;
  readonly #origin: string;
  readonly #customers: Customer[] = [];
  #service: Service | undefined;
  #admin = '';
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @throws Refused for a 4xx; Error without an answer */
  async #once<Body>({ method, path, token, body, key }: Call): Promise<Body> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${path}: ${response.status}`);
    if (!response.ok) throw new Refused(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    return JSON.parse(text) as Body;
  }

  /** Until there is an answer. @throws Refused for a 4xx */
  async #persist<Body>(call: Call): Promise<{ answer: Body; sentAt: number }> {
    for (;;) {
      const sentAt = performance.now();
      try {
        return { answer: await this.#once<Body>(call), sentAt };
      } catch (error) {
        if (error instanceof Refused) throw error;
        this.failed += 1;
        await pause(250);
      }
    }
  }

  async #signIn(username: string, secret: string) {
    const call = { method: 'POST', path: '/token/', body: { username, password: secret } } as const;
    return (await this.#persist<{ access: string; user_info: { id: number } }>(call)).answer;
  }

  async #addCustomer(): Promise<Customer> {
    const email = `cluster-${randomUUID().slice(0, 13)}@mail.test`;
    const body = { first_name: 'গ্রাহক', last_name: 'ক্লাস্টার', email, phone: '01712345678', password };
    await this.#persist({ method: 'POST', path: '/account/sign-up/', body });
    const { access, user_info } = await this.#signIn(email, password);
    const customer = new Customer(user_info.id, email, access);
    await this.#recharge(customer, startTaka);
    return customer;
  }

  async #recharge(customer: Customer, taka: number): Promise<number> {
    const { sentAt } = await this.#persist({
      method: 'POST',
      path: '/account/transactions/create/',
      token: this.#admin,
      body: { user: customer.id, amount: String(taka) },
      key: randomUUID(),
    });
    customer.rechargedTaka += taka;
    this.recharges += 1;
    return sentAt;
  }

  async #order(customer: Customer): Promise<number> {
    const body = {
      service: this.#service!.id,
      sub_type: this.#service!.sub_type[0]!.id,
      nid_or_form_num_or_for_biometric_or_location: '19901234567',
      note: '',
      name: null,
      ten_or_seventeen_digit_nid: null,
    };
    const { token } = customer;
    const call = { method: 'POST', path: '/account/orders/', token, body, key: randomUUID() } as const;
    const { answer, sentAt } = await this.#persist<{ id: number; charge: string }>(call);
    customer.orders.push(answer.id);
    customer.chargedTaka += Number(answer.charge);
    return sentAt;
  }

  async #repeat(work: () => Promise<number>, everyMs: number): Promise<void> {
    while (!this.#isOver) {
      const sentAt = await work();
      this.written.push({ sentAt, doneAt: performance.now() });
      await pause(everyMs);
    }
  }

  async #keepChannel(customer: Customer): Promise<void> {
    const { token } = customer;
    while (!this.#isOver) {
      const ticket = await this.#once<{ ticket: string }>({
        method: 'POST',
        path: '/account/ws-ticket/',
        token,
      }).catch(() => undefined);
      if (ticket) {
        const address = `${this.#origin.replace('http', 'ws')}/ws/order-updates/?ticket=${ticket.ticket}`;
        const socket = new WebSocket(address);
        customer.channel = socket;
        await new Promise((done) => socket.on('close', done).on('error', done));
      }
      await pause(500);
    }
  }

  async start(customers: number): Promise<void> {
    this.#admin = (await this.#signIn(adminEmail, adminPassword)).access;
    const services = await this.#persist<Service[]>({
      method: 'GET',
      path: '/account/services/',
      token: this.#admin,
    });
    this.#service = services.answer.find(({ code }) => code === 'AB')!;
    for (let index = 0; index < customers; index += 1) this.#customers.push(await this.#addCustomer());
    this.#running = Promise.all(
      this.#customers.flatMap((customer) => [
        this.#repeat(() => this.#order(customer), 150),
        this.#repeat(() => this.#recharge(customer, rechargeTaka), 400),
        this.#keepChannel(customer),
      ]),
    );
    this.#running.catch(() => undefined);
  }

  get areAllChannelsOpen(): boolean {
    return this.#customers.every(({ channel }) => channel?.readyState === WebSocket.OPEN);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    for (const { channel } of this.#customers) channel?.terminate();
    await this.#running;
  }

  get acknowledgedOrders(): number {
    return this.#customers.reduce((sum, { orders }) => sum + orders.length, 0);
  }

  /** @returns differences between what was acknowledged and what is there */
  async compare(): Promise<string[]> {
    const faults: string[] = [];
    for (const { id, email, orders, rechargedTaka, chargedTaka } of this.#customers) {
      const { access: token } = await this.#signIn(email, password);
      const read = async <Body>(path: string) =>
        (await this.#persist<Body>({ method: 'GET', path, token })).answer;
      const { count } = await read<{ count: number }>('/account/orders/?page_size=1');
      const wallet = await read<{ current_balance: number }>('/account/transaction-summary/');
      const taka = rechargedTaka - chargedTaka;
      if (new Set(orders).size !== orders.length) faults.push(`customer ${id}: one order answered for two`);
      if (count !== orders.length)
        faults.push(`customer ${id}: ${orders.length} orders acknowledged, ${count} there`);
      if (wallet.current_balance !== taka)
        faults.push(`customer ${id}: ${taka} taka acknowledged, ${wallet.current_balance} there`);
    }
    return faults;
  }
}
