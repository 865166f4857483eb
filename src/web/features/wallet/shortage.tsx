// Says that the balance is too low for the request, and links to the recharge and back.
import { Link } from '@tanstack/react-router';
import { formatDecimal } from '#contract/money.ts';
import { balanceAfter } from '#contract/wallet/rules.ts';
import { useFormat } from '../../lib/format.ts';
import { button } from '../../ui/button.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useAvailablePaisa } from './balance.ts';
import { saveReturnPath } from './return-path.ts';
import { useWalletText } from './text.ts';

interface ShortageProps {
  pricePaisa: bigint;
  /** The message of a submit refused for this reason, shown instead of our own. */
  refusal?: string | undefined;
  className?: string;
}

export function Shortage({ pricePaisa, refusal, className }: ShortageProps) {
  const { recharge: text } = useWalletText();
  const format = useFormat();
  const available = useAvailablePaisa();
  const missing = available === undefined ? 0n : -balanceAfter(available, pricePaisa);
  if (missing <= 0n) return null;
  return (
    <Callout
      tone={refusal ? 'bad' : 'warn'}
      role={refusal ? 'alert' : 'status'}
      {...(className === undefined ? {} : { className })}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0 grow basis-48">{refusal || text.short(format.taka(missing))}</span>
        <Link
          to="/app/recharge-history"
          search={{ amount: formatDecimal(missing) }}
          className={button({ variant: 'quiet', size: 'small' })}
          onClick={saveReturnPath}
        >
          {text.goOn}
        </Link>
      </span>
    </Callout>
  );
}
