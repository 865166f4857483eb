// Chooses a payment method, then continues to the provider's page.
import { useEffect, useState } from 'react';
import { formatDecimal } from '#contract/money.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../lib/api/api-error.ts';
import { pictureMode } from '../../lib/api/http.ts';
import { useSubmitKey } from '../../lib/api/submit-key.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { onApiHost } from '../../lib/new-tab.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { useWalletText } from '../wallet/text.ts';
import { useProviders } from './providers.ts';
import { usePaymentsText } from './text.ts';

export interface TopUp {
  amountPaisa: bigint;
  /** Set for a package; the server compares it with its own. */
  bonusPaisa?: bigint;
}

/** Formats an amount for the API: `"1000"` for whole taka, otherwise `"1000.50"`. */
const amountText = (paisa: bigint) => formatDecimal(paisa).replace(/\.00$/, '');

export function MethodDialog({ topUp, onClose }: { topUp: TopUp | undefined; onClose: () => void }) {
  const text = usePaymentsText();
  const { recharge } = useWalletText();
  const common = useUiText().common;
  const format = useFormat();
  const submitKey = useSubmitKey();
  const [chosen, setChosen] = useState<string>();
  const providers = useProviders(topUp !== undefined);
  const provider = chosen ?? providers.data?.[0]?.id;

  const create = useMutation({
    mutationFn() {
      const { amountPaisa, bonusPaisa } = topUp!;
      const body = {
        amount: amountText(amountPaisa),
        payment_type: bonusPaisa === undefined ? ('custom' as const) : ('predefined' as const),
        ...(bonusPaisa === undefined ? {} : { bonus: amountText(bonusPaisa) }),
      };
      return call('POST /payment/:provider/create/', {
        params: { provider: provider! },
        body,
        // It moves no money yet, and the dialog cannot be closed meanwhile.
        isLimited: true,
        idempotencyKey: submitKey.for({ provider, body }),
      });
    },
    onSuccess({ redirect_url }) {
      submitKey.done();
      window.location.assign(redirect_url);
    },
  });
  const leaving = create.isPending || create.isSuccess;
  const { reset } = create;
  useEffect(() => {
    // The back button of the provider's page may restore this page as it was.
    const stay = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, [reset]);

  const close = () => {
    reset();
    onClose();
  };
  const failure = topUp === undefined ? null : create.error;
  // The same package would be refused again; the page shows the current ones.
  const isGone = failure instanceof ApiError && failure.code === 'bonus_mismatch';
  return (
    <Dialog
      open={topUp !== undefined}
      onClose={close}
      locked={leaving}
      title={failure ? text.createFailedTitle : text.methodTitle}
      description={
        failure ? (
          <span role="alert">{errorMessage(failure, text.createFailed)}</span>
        ) : topUp ? (
          text.methodText(format.taka(topUp.amountPaisa))
        ) : (
          ''
        )
      }
      footer={
        failure ? (
          <Button onClick={isGone ? close : reset}>{isGone ? common.close : common.retry}</Button>
        ) : (
          <>
            <Button variant="quiet" onClick={close} disabled={leaving}>
              {common.cancel}
            </Button>
            <Button busy={leaving} disabled={!provider} onClick={() => topUp && create.mutate()}>
              {leaving ? text.paying : text.pay}
            </Button>
          </>
        )
      }
    >
      <div className="mt-4" hidden={failure !== null}>
        {providers.isError ? (
          <ErrorState title={text.methodsFailed} onRetry={() => void providers.refetch()} />
        ) : providers.isPending ? (
          <SkeletonRows rows={2} />
        ) : providers.data.length === 0 ? (
          <EmptyState title={text.noMethods} />
        ) : (
          <ChoiceCards
            legend={text.methodTitle}
            hideLegend
            name="provider"
            columns="grid-cols-1"
            value={provider}
            onChange={setChosen}
            choices={providers.data.map((item) => ({
              value: item.id,
              label: (
                <span className="flex items-center gap-3">
                  <Logo path={item.logo} />
                  <span>
                    {item.name}
                    <span className="block text-sm text-muted">
                      {text.minimum(format.taka(item.minimum))}
                    </span>
                  </span>
                </span>
              ),
            }))}
          />
        )}
        {topUp?.bonusPaisa ? (
          <Callout tone="good" className="mt-4">
            {recharge.total(format.taka(topUp.amountPaisa + topUp.bonusPaisa))}
          </Callout>
        ) : null}
      </div>
    </Dialog>
  );
}

/** A provider's logo. If it fails to load it is left out, because the name is enough. */
function Logo({ path }: { path: string }) {
  const [broken, setBroken] = useState(path === '');
  return broken ? null : (
    <img
      src={onApiHost(path)}
      crossOrigin={pictureMode}
      alt=""
      className="h-8 w-auto max-w-20"
      onError={() => setBroken(true)}
    />
  );
}
