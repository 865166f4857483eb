// `npm run bench:login`: 50 sign-ins at once, and how long a balance request takes during them, compared with the same request at rest.
import { measureRate, print, startBenchPortal } from './portal.ts';

const storm = 50;
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const aimMs = 1000;
const password = 'onek-boro-katha-5';
const portal = await startBenchPortal();

const at = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
  0;

try {
  const watcher = await portal.customer('100');
  const emails: string[] = [];
  for (let number = 0; number < storm; number += 1) {
    const email = `storm${number}@mail.test`;
    const { status } = await portal.call('POST', '/account/sign-up/', {
      body: { first_name: 'ঝড়', last_name: 'গ্রাহক', email, phone: '01712345678', password },
    });
    if (status !== 201) throw new Error(`A sign-up answered ${status}`);
    emails.push(email);
  }
  const askBalance = async () => {
    const { status } = await portal.call('GET', '/account/transaction-summary/', { token: watcher.token });
    if (status !== 200) throw new Error(`A balance call answered ${status}`);
  };
  await measureRate(1, 1, askBalance);
  const atRest = await measureRate(1, 3, askBalance);

  const balances: number[] = [];
  const signIns: number[] = [];
  let whole = 0;
  for (let round = 0; round < rounds; round += 1) {
    let isOver = false;
    const from = performance.now();
    const all = Promise.all(
      emails.map(async (username) => {
        const start = performance.now();
        const { status } = await portal.call('POST', '/token/', { body: { username, password } });
        if (status !== 200) throw new Error(`A sign-in answered ${status}`);
        signIns.push(performance.now() - start);
      }),
    ).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const start = performance.now();
      await askBalance();
      balances.push(performance.now() - start);
    }
    await all;
    whole += performance.now() - from;
  }

  const line = (name: string, count: number, median: number, p99: number, longest: number) =>
    print([name, count, median.toFixed(1), p99.toFixed(1), longest.toFixed(1)]);
  print(['', 'calls', 'median ms', 'p99 ms', 'longest ms']);
  line('balance call at rest (baseline)', Math.round(atRest.rate * 3), atRest.median, atRest.p99, atRest.p99);
  const longest = Math.max(...balances);
  line(
    `balance call during ${storm} sign-ins at once`,
    balances.length,
    at(balances, 0.5),
    at(balances, 0.99),
    longest,
  );
  line('sign-in in the storm', signIns.length, at(signIns, 0.5), at(signIns, 0.99), Math.max(...signIns));
  process.stdout.write(`Sign-ins a second: ${((storm * rounds * 1000) / whole).toFixed(0)}\n`);
  const delay = longest - atRest.median;
  process.stdout.write(
    `Aim: no balance call delayed by more than ${aimMs} ms. ${delay <= aimMs ? 'Reached' : 'MISSED'}: ${delay.toFixed(0)} ms\n`,
  );
} finally {
  await portal.stop();
}
