import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import {
  enforcedMinimumRechargePaisa,
  formatDecimal,
  maximumAmountPaisa,
  parseTaka,
  statedMinimumRechargePaisa,
} from '#contract/money.ts';
import type { RechargePackage } from '#contract/settings/rules.ts';
import { readTaka, regroupTyped } from '#contract/wallet/typed-money.ts';
import { MethodDialog, type TopUp } from '../../features/payments/method-dialog.tsx';
import { useProviders } from '../../features/payments/providers.ts';
import { type PaymentAttempt, ResultDialog } from '../../features/payments/result-dialog.tsx';
import { useBalance, useIsBalanceUnreachable } from '../../features/wallet/balance.ts';
import { BalanceAge } from '../../features/wallet/balance-pill.tsx';
import { clearReturnPath, readReturnPath } from '../../features/wallet/return-path.ts';
import { useWalletText } from '../../features/wallet/text.ts';
import { TransactionList } from '../../features/wallet/transaction-list.tsx';
import { useFormat } from '../../lib/format.ts';
import { useShop } from '../../lib/shop.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { AmountInput } from '../../ui/form/amount-input.tsx';
import { Form, FormField } from '../../ui/form/form.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { Skeleton } from '../../ui/states.tsx';
import { Callout, Card, PageHeading } from '../../ui/surface.tsx';

/** The most common recharge amounts, offered as buttons. */
const quickAmounts = ['100', '200', '500'] as const;
/** Used until the shop's own minimum is loaded. */
const firstMinimum = formatDecimal(statedMinimumRechargePaisa);

export function RechargePage() {
  const { recharge: text, papers } = useWalletText();
  const navigate = useNavigate();
  const { paymentID, status, amount, page = 1 } = useSearch({ from: '/app/recharge-history' });
  const [topUp, setTopUp] = useState<TopUp>();
  const isClosed = useBalance().data?.is_active === false;
  const packages = useShop()?.recharge_packages ?? [];
  const hasPackages = packages.length > 0;
  const router = useRouter();
  const [task] = useState(readReturnPath);
  // A user who comes here directly has no form to return to.
  const isSent = amount !== undefined || paymentID !== undefined;
  const isChosen = topUp !== undefined;
  useEffect(() => {
    if (!isSent && !isChosen) clearReturnPath();
  }, [isSent, isChosen]);
  const retry = (tried: PaymentAttempt | undefined) => {
    // At the current bonus, which the dialog shows.
    const again = Number(tried?.bonus) > 0 && packages.find(({ amount: paid }) => paid === tried?.amount);
    if (again) setTopUp(readPackage(again));
    const search = again || !tried ? {} : { amount: tried.amount };
    void navigate({ to: '/app/recharge-history', search, replace: true });
  };
  useTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      {isClosed ? (
        <Callout tone="warn" role="status" className="mb-4">
          <p className="font-medium">{papers.walletClosed}</p>
          <p>{papers.walletClosedText}</p>
        </Callout>
      ) : null}
      <div className={clsx('grid gap-4', hasPackages && 'xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]')}>
        <div className={clsx('grid content-start gap-4 sm:grid-cols-2', hasPackages && 'xl:grid-cols-1')}>
          <BalanceCard />
          <CustomAmount key={amount} isClosed={isClosed} missing={amount} onChoose={setTopUp} />
        </div>
        {hasPackages ? <Packages {...{ packages, isClosed }} onChoose={setTopUp} /> : null}
      </div>
      <div className="mt-4">
        <TransactionList
          page={page}
          onPage={(next) =>
            void navigate({ to: '/app/recharge-history', search: next > 1 ? { page: next } : {} })
          }
        />
      </div>
      <MethodDialog topUp={topUp} onClose={() => setTopUp(undefined)} />
      {paymentID === undefined ? null : (
        <ResultDialog
          paymentId={paymentID}
          status={status}
          onClose={() => void navigate({ to: '/app/recharge-history', search: {}, replace: true })}
          onTask={task === undefined ? undefined : () => router.history.replace(task)}
          onRetry={retry}
        />
      )}
    </>
  );
}

function BalanceCard() {
  const { recharge: text, balanceFailed, balanceLater } = useWalletText();
  const format = useFormat();
  const { data, isError } = useBalance();
  const isFar = useIsBalanceUnreachable();
  return (
    <Card>
      <h2 className="text-base font-medium text-muted">{text.balance}</h2>
      {data ? (
        <p className="money text-2xl font-semibold">
          {format.taka(data.current_balance)} <BalanceAge />
        </p>
      ) : isFar ? (
        <p className="text-muted">{balanceLater}</p>
      ) : isError ? (
        <p className="text-bad">{balanceFailed}</p>
      ) : (
        <Skeleton className="h-10 w-40" />
      )}
      {data && data.held > 0 ? (
        <p className="text-sm text-muted">{text.held(format.taka(data.held))}</p>
      ) : null}
    </Card>
  );
}

const readPackage = ({ amount, bonus }: RechargePackage) => ({
  amountPaisa: parseTaka(amount)!,
  bonusPaisa: parseTaka(bonus)!,
});

const isChargeable = (paisa: bigint | undefined) =>
  paisa !== undefined && paisa >= enforcedMinimumRechargePaisa && paisa <= maximumAmountPaisa;

/** Rounds up, so that the service is fully covered. Never below the minimum recharge. */
function wholeTaka(missing: string): string {
  const paisa = readTaka(missing) ?? 0n;
  const least = paisa < statedMinimumRechargePaisa ? statedMinimumRechargePaisa : paisa;
  return regroupTyped('', String((least + 99n) / 100n), true);
}

interface ChoosingProps {
  /** A closed wallet cannot be recharged. */
  isClosed: boolean;
  onChoose: (topUp: TopUp) => void;
}

/** @param missing how much the customer is short of for what they were about to buy, as a decimal */
function CustomAmount({ isClosed, missing, onChoose }: ChoosingProps & { missing: string | undefined }) {
  const { recharge: text } = useWalletText();
  const format = useFormat();
  const [provider] = useProviders(true).data ?? [];
  const minimum = format.digits((provider?.minimum ?? firstMinimum).replace(/\.00$/, ''));
  const form = useForm({
    blank: { amount: missing === undefined ? '' : wholeTaka(missing) },
    check: ({ amount }) => ({
      amount: isChargeable(readTaka(amount)) ? undefined : text.amountWrong(minimum),
    }),
    send: async ({ amount }) => onChoose({ amountPaisa: readTaka(amount)! }),
    failed: '',
  });
  return (
    <Card title={text.custom} className="no-print">
      <Form form={form} className="space-y-3">
        <FormField form={form} name="amount" label={text.amount} hint={text.amountHint(minimum)} required>
          {(control) => <AmountInput {...control} />}
        </FormField>
        <div className="flex flex-wrap gap-2">
          {quickAmounts.map((amount) => (
            <Button key={amount} variant="soft" size="small" onClick={() => form.set({ amount })}>
              {format.taka(amount).replace(/[.].*$/, '')}
            </Button>
          ))}
        </div>
        <Button type="submit" wide disabled={isClosed}>
          {text.goOn}
        </Button>
      </Form>
    </Card>
  );
}

interface PackagesProps extends ChoosingProps {
  packages: readonly RechargePackage[];
}

function Packages({ packages, isClosed, onChoose }: PackagesProps) {
  const { recharge: text } = useWalletText();
  const format = useFormat();
  return (
    <Card title={text.packages} className="no-print self-start">
      <div className="@container">
        <ul className="grid gap-3 @md:grid-cols-3">
          {packages.map(readPackage).map((offer) => (
            <li key={offer.amountPaisa} className="flex min-w-0 flex-col rounded-lg border border-line p-4">
              <p className="money text-xl font-semibold">{format.taka(offer.amountPaisa)}</p>
              <p className="font-medium text-good">{text.bonus(`+${format.taka(offer.bonusPaisa)}`)}</p>
              <p className="mb-4 text-sm text-muted">
                {text.total(format.taka(offer.amountPaisa + offer.bonusPaisa))}
              </p>
              <Button
                variant="soft"
                className="mt-auto"
                disabled={isClosed}
                aria-label={`${text.choosePackage}: ${format.taka(offer.amountPaisa)}`}
                onClick={() => onChoose({ ...offer })}
              >
                {text.choosePackage}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
