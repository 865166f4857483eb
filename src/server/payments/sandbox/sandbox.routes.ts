// The sandbox provider's payment page, which stands in for a real provider's, and the actions of its buttons.
import { randomBytes } from 'node:crypto';
import { formatTaka } from '#contract/money.ts';
import { sandboxEndpoints } from '#contract/sandbox.ts';
import type { Database } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import { decideSandboxPayment, findSandboxPayment, type SandboxRow } from './sandbox.queries.ts';

const lateSeconds = 20;

const actions = {
  pay: { outcome: 'paid', status: 'success', isLate: false, vanishes: false },
  'pay-late': { outcome: 'paid', status: 'success', isLate: true, vanishes: false },
  'pay-and-vanish': { outcome: 'paid', status: 'success', isLate: false, vanishes: true },
  fail: { outcome: 'failed', status: 'failure', isLate: false, vanishes: false },
  cancel: { outcome: 'cancelled', status: 'cancel', isLate: false, vanishes: false },
} as const;
type Action = keyof typeof actions;

const labels: Record<Action, string> = {
  pay: 'টাকা দিন',
  'pay-late': 'টাকা দিন, নিশ্চিত হবে ২০ সেকেন্ড পরে',
  'pay-and-vanish': 'টাকা দিন, কিন্তু ফিরে যাবেন না',
  fail: 'পেমেন্ট ব্যর্থ করুন',
  cancel: 'বাতিল করুন',
};

function returnAddress(row: SandboxRow): URL {
  const target = new URL(row.return_url);
  target.searchParams.set('paymentID', row.payment_id);
  return target;
}

function page(row: SandboxRow): string {
  const buttons = (Object.keys(actions) as Action[])
    .map((action) => `<button name="action" value="${action}" class="${action}">${labels[action]}</button>`)
    .join('\n');
  // A decided payment offers no choice to someone who returns to the page.
  const choice =
    row.outcome === 'open'
      ? `<form method="post">\n${buttons}\n</form>`
      : `<p>এই পেমেন্টের কাজ আগেই শেষ হয়েছে। আবার টাকা দিতে হবে না।</p>\n<a href="${returnAddress(row).href}">পোর্টালে ফিরে যান</a>`;
  return `<!doctype html>
<html lang="bn"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>পরীক্ষামূলক পেমেন্ট</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f4f1ea; color: #1d2a26;
    font: 17px/1.7 "Noto Sans Bengali", "Hind Siliguri", sans-serif; }
  main { box-sizing: border-box; width: min(100% - 32px, 420px); margin: 16px; padding: 24px; background: #fff; border-radius: 16px;
    border: 1px solid #ddd6c8; }
  p.ribbon { margin: 0 0 16px; padding: 8px 12px; border-radius: 8px; background: #fff3d1; color: #5b4300; }
  h1 { margin: 0; font-size: 20px; } strong { display: block; margin: 8px 0 24px; font-size: 32px; line-height: 1.4; }
  form { display: grid; gap: 12px; }
  button { min-height: 48px; padding: 8px 16px; border-radius: 10px; border: 1px solid #b9b0a0; background: #fff; color: inherit; font: inherit; cursor: pointer; }
  button.pay { background: #0b6b57; border-color: #0b6b57; color: #fff; font-weight: 600; }
  button:focus-visible { outline: 3px solid #d08a00; outline-offset: 2px; }
</style></head>
<body><main>
<p class="ribbon">এটি পরীক্ষার পাতা, আসল কোনো টাকা কাটা হবে না।</p>
<h1>পরীক্ষামূলক পেমেন্ট</h1>
<strong>${formatTaka(row.amount_paisa)}</strong>
${choice}
</main></body></html>`;
}

export function sandboxRoutes(binder: Binder, db: Database): void {
  const html = 'text/html; charset=utf-8';
  const getPayment = async (paymentId: string) => {
    const row = await findSandboxPayment(db, paymentId);
    if (!row) throw new Fault('not_found');
    return row;
  };
  bind(binder, sandboxEndpoints.sandboxPayment, async ({ params, reply }) => {
    const row = await getPayment(params.paymentId);
    return reply.type(html).send(page(row));
  });
  bind(binder, sandboxEndpoints.settleSandboxPayment, async ({ params, body: { action: name }, reply }) => {
    const row = await getPayment(params.paymentId);
    if (!Object.hasOwn(actions, name)) return reply.status(400).type(html).send(page(row));
    const action = actions[name as Action];
    await decideSandboxPayment(db, row.payment_id, {
      outcome: action.outcome,
      transactionId: action.outcome === 'paid' ? `SBT${randomBytes(8).toString('hex').toUpperCase()}` : null,
      settlesInSeconds: action.isLate ? lateSeconds : undefined,
    });
    if (action.vanishes) return reply.type(html).send('<!doctype html><title> </title>');
    const target = returnAddress(row);
    target.searchParams.set('status', action.status);
    return reply.redirect(target.href, 303);
  });
}
