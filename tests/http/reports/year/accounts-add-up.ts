// Compares every account's sheet with the raw rows: opening, each movement with its balance, closing; on screen, as a table, and in the trial balance.
import { english } from '../../steps.ts';
import { type Footing, paisa, tableOf } from './cross-footing.ts';
import { gained, type Transfer, walletsOf } from './independent-sums.ts';

const isReal = ({ kind }: Transfer) => kind !== 'hold' && kind !== 'release';

function accountsOf(transfers: readonly Transfer[]): ReadonlyMap<string, (account: string) => boolean> {
  const names = new Set(transfers.filter(isReal).flatMap(({ debit, credit }) => [debit, credit]));
  return new Map([
    ['wallets', (account) => account.startsWith('wallet:')] as const,
    ...[...names].map((name) => [name, (account: string) => account === name] as const),
  ]);
}

export async function checkAccounts(
  { same, read, all }: Footing,
  transfers: readonly Transfer[],
  [from, to]: readonly [from: string, to: string],
): Promise<void> {
  const period = `from=${from}&to=${to}`;
  const earlier = transfers.filter(({ day }) => day < from);
  const upTo = transfers.filter(({ day }) => day <= to);
  const inside = upTo.filter((row) => row.day >= from && isReal(row));
  const { results: lines } = await read(`/account/admin/movements/accounts/?${period}`);
  for (const [account, isOf] of accountsOf(transfers)) {
    const at = `${account} ${from} to ${to}`;
    const path = `/account/admin/movements/account/?account=${account}&${period}`;
    const sheet = await read(path);
    const rows = await all(path, 3);
    const opening = gained(earlier, isOf);
    const moved = inside.filter(({ debit, credit }) => isOf(debit) || isOf(credit));
    same(`${at} opening`, sheet.opening, opening);
    same(`${at} closing`, sheet.closing, gained(upTo, isOf));
    same(
      `${at} ids`,
      rows
        .map(({ id }) => id)
        .sort()
        .join(),
      moved
        .map(({ id }) => id)
        .sort()
        .join(),
    );
    let [balance, debits, credits] = [opening, 0n, 0n];
    for (const [i, row] of rows.entries()) {
      debits += paisa(row.debit ?? '0');
      credits += paisa(row.credit ?? '0');
      balance += paisa(row.credit ?? '0') - paisa(row.debit ?? '0');
      same(`${at} row ${i}`, row.balance, balance);
      // The number printed on the paper; its address opens it.
      if (row.document) same(`${at} document of ${i}`, /^NP-\d{7}$/.test(row.document), true);
      if (i > 0) same(`${at} order of ${i}`, rows[i - 1].created_at <= row.created_at, true);
    }
    same(`${at} debits`, sheet.debit, debits);
    same(`${at} credits`, sheet.credit, credits);
    if (account.startsWith('wallet:')) {
      const own = upTo.filter(({ userId }) => account === `wallet:${userId}`);
      same(`${at} held`, sheet.held, walletsOf(own).held);
    } else {
      const line = lines.find((one: { account: string }) => one.account === account);
      const name = line?.name ?? sheet.name;
      for (const field of ['opening', 'debit', 'credit', 'closing', 'count'])
        same(`${at} ${field} in the list`, line?.[field] ?? 0, line ? sheet[field] : 0);
      same(`${at} name`, name, sheet.name);
      if (!line)
        same(
          `${at} never moved`,
          upTo.filter(isReal).some((row) => isOf(row.debit) || isOf(row.credit)),
          false,
        );
    }
    const table = tableOf(await read(path.replace('account/?', 'account/export/?'), english));
    same(`${at} table: opening`, table[3]!.at(-1), opening);
    same(`${at} table: rows`, table.length, rows.length + 5);
    same(`${at} table: closing`, table.at(-1)!.at(-1), balance);
    for (const [i, row] of rows.entries()) same(`${at} table: ${i}`, table[i + 4]!.at(-1), row.balance);
  }
  for (const [day, field] of [
    [to, 'closing'],
    [new Date(Date.parse(`${from}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10), 'opening'],
  ] as const) {
    const books = tableOf(await read(`/account/admin/balances/export/?day=${day}`));
    const end = books.findIndex((line) => line.length < 3 && line[0] === '');
    const shown = books
      .slice(2, end - 1)
      .map(([name, debit, credit]) => [name, paisa(credit || '0') - paisa(debit || '0')] as const);
    for (const [name, balance] of shown) {
      const line = lines.find((one: { name: string }) => one.name === name);
      same(`${name} at ${day} in the trial balance`, line?.[field], balance);
    }
    same(
      `accounts at ${day}`,
      shown.length > 0,
      transfers.some((row) => row.day <= day),
    );
  }
  same(
    `${from} to ${to}: in balance`,
    lines.reduce((sum: bigint, { closing }: { closing: string }) => sum + paisa(closing), 0n),
    0n,
  );
}
