import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { useFormat } from '../../lib/format.ts';
import { useFormatAge } from '../../ui/list/age.ts';
import { Skeleton } from '../../ui/states.tsx';
import { useBalance, useBalanceOnEntry, useBalanceSeenAt, useIsBalanceUnreachable } from './balance.ts';
import { useWalletText } from './text.ts';

/** The balance in the header; it links to the wallet. */
export function BalancePill() {
  const text = useWalletText();
  const format = useFormat();
  const { data, isError } = useBalanceOnEntry();
  const isFar = useIsBalanceUnreachable();
  return (
    <Link
      to="/app/recharge-history"
      className="flex min-h-11 flex-wrap items-center justify-center gap-x-2 rounded-full max-sm:w-min max-sm:leading-tight cramped:w-auto border border-line bg-surface px-2.5 text-sm hover:bg-sunken sm:px-4 sm:text-base"
    >
      <Wallet className="hidden size-5 text-accent-text sm:block" aria-hidden="true" />
      <span className="sr-only">{text.balance}</span>
      {data ? (
        <>
          <span className="money font-semibold" data-testid="balance">
            {format.taka(data.current_balance)}
          </span>
          <BalanceAge />
        </>
      ) : isFar ? (
        <span className="text-sm text-muted">{text.noNetwork}</span>
      ) : isError ? (
        <span className="text-sm text-bad">{text.balanceFailed}</span>
      ) : (
        <Skeleton className="h-5 w-20" />
      )}
    </Link>
  );
}

/** "৫ মিনিট আগের": shown next to a balance that could not be loaded again. */
export function BalanceAge() {
  const age = useFormatAge();
  const seenAt = useBalanceSeenAt();
  return seenAt === undefined ? null : (
    <span className="text-sm font-normal whitespace-nowrap text-muted">{age(seenAt)}</span>
  );
}

/** For the account menu on phones. */
export function BalanceLine() {
  const text = useWalletText();
  const format = useFormat();
  const { data, isError } = useBalance();
  const isFar = useIsBalanceUnreachable();
  return (
    <span className="flex grow items-center justify-between gap-4">
      <span>{text.balance}</span>
      <span className="money font-semibold">
        {data ? (
          format.taka(data.current_balance)
        ) : isFar ? (
          <span className="text-sm font-normal text-muted">{text.noNetwork}</span>
        ) : isError ? (
          <span className="text-sm font-normal text-bad">{text.balanceFailed}</span>
        ) : (
          '…'
        )}{' '}
        <BalanceAge />
      </span>
    </span>
  );
}
