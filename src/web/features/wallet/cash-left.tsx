// How much cash a user with a limit may still take today, shown before they take any.
import { useQuery } from '@tanstack/react-query';
import { hasRight } from '#contract/access.ts';
import { readTaka } from '#contract/wallet/typed-money.ts';
import { useFormat } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Skeleton } from '../../ui/states.tsx';
import { Fact } from '../../ui/surface.tsx';
import { cashLeftQuery } from './queries.ts';
import { useWalletStaffText } from './staff-text.ts';

/** Whether the user may take only plain cash, up to a limit; `refuse` returns what is wrong with an amount over it. */
export function useCashLimit() {
  const { cash: text } = useWalletStaffText();
  const format = useFormat();
  const isLimited = !hasRight(useUser().roles, 'wallets.move');
  const { data } = useQuery({ ...cashLeftQuery(), enabled: isLimited });
  function refuse(amountPaisa: bigint): string | undefined {
    if (!isLimited || !data) return undefined;
    const [left, most] = [readTaka(data.left) ?? 0n, readTaka(data.recharge_limit) ?? 0n];
    return amountPaisa > left || amountPaisa > most
      ? text.overLimit(format.taka(left), format.taka(most))
      : undefined;
  }
  return { isLimited, refuse };
}

export function CashLeftFacts() {
  const { cash: text } = useWalletStaffText();
  const format = useFormat();
  const { data, isError } = useQuery(cashLeftQuery());
  const shown = (taka: string | undefined) =>
    taka !== undefined ? (
      <span className="money">{format.taka(readTaka(taka) ?? 0n)}</span>
    ) : isError ? (
      <span className="text-bad">{text.leftFailed}</span>
    ) : (
      <Skeleton className="h-6 w-24" />
    );
  return (
    <>
      <Fact label={text.leftToday}>{shown(data?.left)}</Fact>
      <Fact label={text.maxAtOnce}>{shown(data?.recharge_limit)}</Fact>
    </>
  );
}
