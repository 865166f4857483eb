// The HTTP contract of bKash Tokenized Checkout with its failures: the endpoints, the customer's page, and controls for tests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createBooks, credentials, type SimulatedPayment } from './books.ts';
import { makeNotice, type NoticeChange, signingPem } from './notices.ts';

export const faultKinds = [
  'slow',
  'drop_before',
  'drop_after',
  'error_503',
  'html',
  'truncated',
  'expired_token',
  'wrong_amount',
  'wrong_currency',
  'wrong_invoice',
  'wrong_payment',
  'wrong_status',
  'no_transaction',
  'duplicate',
] as const;
export type FaultKind = (typeof faultKinds)[number];

type CallName = 'grant' | 'refresh' | 'create' | 'execute' | 'query' | 'refund';
export interface PlannedFault {
  call: CallName;
  kind: FaultKind | `code:${string}`;
  /** For `slow`. */
  milliseconds?: number;
  /** For calls about this payment; the next one about any without it. */
  paymentID?: string;
}

const calls: Record<string, CallName> = {
  '/v1.2.0-beta/tokenized/checkout/token/grant': 'grant',
  '/v1.2.0-beta/tokenized/checkout/token/refresh': 'refresh',
  '/v1.2.0-beta/tokenized/checkout/create': 'create',
  '/v1.2.0-beta/tokenized/checkout/execute': 'execute',
  '/v1.2.0-beta/tokenized/checkout/payment/status': 'query',
  '/v1.2.0-beta/tokenized/checkout/payment/refund': 'refund',
};

/** Faults that change the content of a successful response. */
const alterations: Partial<Record<FaultKind, Record<string, string | undefined>>> = {
  wrong_amount: { amount: '1.00' },
  wrong_currency: { currency: 'USD' },
  wrong_invoice: { merchantInvoiceNumber: 'NPFOREIGN', merchantInvoice: 'NPFOREIGN' },
  wrong_payment: { paymentID: 'TR0011FOREIGN' },
  wrong_status: { transactionStatus: 'Initiated' },
  no_transaction: { trxID: undefined },
};

const labels = { pay: 'বিকাশে টাকা দিন', fail: 'অপর্যাপ্ত ব্যালেন্স', cancel: 'বাতিল করুন' };
const page = (payment: SimulatedPayment) => `<!doctype html><html lang="bn"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>পরীক্ষামূলক বিকাশ</title>
<style>body{margin:0;min-height:100vh;display:grid;place-items:center;font:17px/1.7 sans-serif;background:#faf6f8;color:#222}
main{width:min(100% - 32px,400px);background:#fff;border:1px solid #ddd;border-radius:16px;padding:24px;box-sizing:border-box}
p{margin:0 0 12px;padding:8px 12px;border-radius:8px;background:#fff3d1;color:#5b4300}
button{display:block;width:100%;min-height:48px;margin-top:12px;border:1px solid #999;border-radius:10px;background:#fff;font:inherit}</style></head>
<body><main><p>এটি বিকাশ নয়, পরীক্ষার পাতা; আসল কোনো টাকা কাটা হবে না।</p><h1>${payment.amount} টাকা</h1><form method="post">
${Object.entries(labels)
  .map(([action, label]) => `<button name="action" value="${action}">${label}</button>`)
  .join('\n')}
</form></main></body></html>`;

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

export async function startSimulator(port = 0): Promise<{ origin: string; close(): Promise<void> }> {
  let origin = '';
  const books = createBooks(() => origin);
  const planned: PlannedFault[] = [];
  const counts: Record<string, number> = {};
  const fired: Record<string, number> = {};
  let chaos: { rate: number; kinds: FaultKind[]; calls: CallName[] } = { rate: 0, kinds: [], calls: [] };

  function takeFault(call: CallName, about: string | undefined): PlannedFault | undefined {
    const at = planned.findIndex(
      ({ call: meant, paymentID = about }) => meant === call && paymentID === about,
    );
    let fault = at >= 0 ? planned.splice(at, 1)[0] : undefined;
    if (!fault && chaos.calls.includes(call) && Math.random() < chaos.rate)
      fault = {
        call,
        kind: chaos.kinds[Math.floor(Math.random() * chaos.kinds.length)]!,
        milliseconds: Math.random() * 1500,
      };
    if (fault) fired[fault.kind] = (fired[fault.kind] ?? 0) + 1;
    return fault;
  }

  function work(call: CallName, request: IncomingMessage, body: Record<string, string>): object {
    if (call === 'grant' || call === 'refresh') return books.token(request.headers, body, call === 'refresh');
    return books[call](body);
  }

  async function answerCall(
    call: CallName,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    counts[call] = (counts[call] ?? 0) + 1;
    let body: Record<string, string>;
    try {
      body = JSON.parse(await readText(request)) as Record<string, string>;
    } catch {
      return send(response, 400, { message: 'Invalid request body' });
    }
    const fault = takeFault(call, body.paymentID);
    const kind = fault?.kind;
    if (kind === 'drop_before') return void request.socket.destroy();
    if (kind === 'error_503') return send(response, 503, { message: 'Service Unavailable' });
    if (kind === 'expired_token') books.endTokens();
    const isTokenCall = call === 'grant' || call === 'refresh';
    const token = String(request.headers.authorization ?? '').replace(/^Bearer /, '');
    if (!isTokenCall && !(books.isTokenGood(token) && request.headers['x-app-key'] === credentials.app_key))
      return send(response, 401, { message: 'Unauthorized' });
    if (kind?.startsWith('code:'))
      return send(response, 200, { statusCode: kind.slice(5), statusMessage: 'Simulated' });
    let answer = work(call, request, body);
    if (kind === 'duplicate') answer = work(call, request, body);
    if (kind === 'drop_after') return void request.socket.destroy();
    if (kind === 'slow') await new Promise((done) => setTimeout(done, fault?.milliseconds ?? 1000));
    if (kind === 'html') return void response.writeHead(200).end('<html>maintenance</html>');
    if (kind === 'truncated') return void response.writeHead(200).end(JSON.stringify(answer).slice(0, -20));
    if (call === 'execute' && !kind && 'trxID' in answer)
      books.payments.get(body.paymentID!)!.isOutcomeSent = true;
    return send(response, 200, { ...answer, ...alterations[kind as FaultKind] });
  }

  /** Sends the notification of a payment to the portal. @returns the status of the portal's answer */
  async function notify(order: { url: string; paymentID: string } & NoticeChange): Promise<number> {
    const payment = books.payments.get(order.paymentID);
    if (!payment) return 0;
    const response = await fetch(order.url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain; charset=UTF-8' },
      body: JSON.stringify(makeNotice(payment, origin, order)),
    });
    return response.status;
  }

  /** Only for tests and for people trying out the portal; bKash has nothing like it. */
  async function desk(name: string, request: IncomingMessage): Promise<unknown> {
    const text = request.method === 'POST' ? await readText(request) : '';
    const order = text === '' ? {} : JSON.parse(text);
    if (name === 'faults') planned.push(...(order as PlannedFault[]));
    else if (name === 'chaos') chaos = order as typeof chaos;
    else if (name === 'clock') books.moveClock((order as { seconds: number }).seconds);
    else if (name === 'notify') return { status: await notify(order as never) };
    else if (name === 'change') Object.assign(books.payments.get(order.paymentID)!, order);
    else if (name !== 'books') return undefined;
    return {
      counts,
      fired,
      refreshes: books.refreshCount(),
      planned: planned.length,
      payments: [...books.payments.values()],
    };
  }

  const send = (response: ServerResponse, status: number, body: unknown) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

  async function customerPage(paymentID: string, request: IncomingMessage, response: ServerResponse) {
    const payment = books.payments.get(paymentID);
    const html = { 'Content-Type': 'text/html; charset=utf-8' };
    if (!payment) return void response.writeHead(404).end();
    if (request.method !== 'POST') return void response.writeHead(200, html).end(page(payment));
    const status = books.press(payment, new URLSearchParams(await readText(request)).get('action') ?? '');
    if (!status) return void response.writeHead(400, html).end(page(payment));
    const back = new URL(payment.callbackURL);
    back.searchParams.set('paymentID', paymentID);
    back.searchParams.set('status', status);
    back.searchParams.set('signature', 'simulated');
    return void response.writeHead(302, { Location: back.href }).end();
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://simulator');
    const run = async () => {
      const call = calls[pathname];
      if (call) return answerCall(call, request, response);
      if (pathname.startsWith('/pay/')) return customerPage(pathname.slice(5), request, response);
      if (pathname === '/signing.pem') return void response.writeHead(200).end(signingPem);
      if (pathname === '/settlement.csv')
        return void response
          .writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' })
          .end(books.settlementCsv());
      if (pathname.startsWith('/desk/')) {
        const answer = await desk(pathname.slice(6), request);
        if (answer !== undefined) return send(response, 200, answer);
      }
      return send(response, 403, { message: 'Missing Authentication Token' });
    };
    run().catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    origin,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
