// Renders a service's screen only while the service is open, and shows its price in the marquee.
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft, PauseCircle } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';

import { type DocumentKind, documentKinds } from '#contract/documents/kinds.ts';

import { ApiError } from '../../lib/api/api-error.ts';
import { paisaOf, useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { Button, button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Marquee } from '../../ui/frame/marquee.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Callout, Card, PageHeading } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { serviceQuery } from '../catalogue/queries.ts';
import { OutageCallout } from '../outages/outage.tsx';
import { useDocumentsText } from './text.ts';

/** Class of what is shown after the charge: it hides the line that announces the charge. */
export const afterCharge = 'after-charge';

/** Shown and charged if the service has no price. */
const defaultChargeTaka = '15';

interface ServiceGateProps {
  kind: DocumentKind;
  title: string;
  hint: string;
  /** Shown above the heading, after the back link. */
  above?: ReactNode;
  /** For a free correction: replaces the charge in the marquee. */
  free?: string;
  children: (service: { pricePaisa: bigint }) => ReactNode;
}

export function ServiceGate({ kind, title, hint, above, free, children }: ServiceGateProps) {
  const { gate } = useDocumentsText();
  const format = useFormat();
  const { data, isPending, isFetching, error, refetch } = useQuery(
    serviceQuery(documentKinds[kind].serviceCode),
  );
  const missing = error instanceof ApiError && error.status === 404;
  const inactive = data !== undefined && data.status !== 'active';
  useEffect(() => {
    if (missing) notify.error(gate.unavailable);
    else if (inactive) notify.error(gate.inactive);
  }, [missing, inactive, gate.unavailable, gate.inactive]);

  const body = () => {
    if (isPending) {
      return (
        <Card>
          <p role="status" className="mb-4">
            {gate.checking}
          </p>
          <Skeleton className="h-40" />
        </Card>
      );
    }
    if (missing || inactive) {
      return (
        <Unavailable
          title={inactive ? gate.inactive : gate.unavailable}
          busy={isFetching}
          onReload={() => void refetch()}
        />
      );
    }
    // Keeps what is already loaded: a form in use must not vanish because refetching the price failed.
    if (!data) {
      return (
        <Card>
          <ErrorState title={gate.failed} onRetry={() => void refetch()} />
        </Card>
      );
    }
    const charge = data.charge || defaultChargeTaka;
    return (
      <>
        <div className="group-has-[.after-charge]/gate:hidden">
          <Marquee text={free ?? gate.charge(format.wholeTaka(charge))} />
        </div>
        <OutageCallout outage={data.outage} kind="automatic" />
        {children({ pricePaisa: paisaOf(charge) })}
      </>
    );
  };

  return (
    <div className="group/gate mx-auto max-w-4xl">
      <BackButton />
      {above}
      <PageHeading title={title} hint={hint} />
      {body()}
    </div>
  );
}

function BackButton() {
  const text = useUiText();
  const router = useRouter();
  return (
    <button
      type="button"
      className={button({
        variant: 'bare',
        size: 'small',
        className: '-ml-3 mb-2 cramped:ml-0 cramped:px-1',
      })}
      onClick={() =>
        router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/app' })
      }
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {text.common.back}
    </button>
  );
}

function Unavailable({ title, busy, onReload }: { title: string; busy: boolean; onReload: () => void }) {
  const { gate } = useDocumentsText();
  return (
    <Card>
      <div className="flex flex-col items-center gap-2 py-6 text-center">
        <PauseCircle className="size-14 text-warn" strokeWidth={1.5} aria-hidden="true" />
        <h2 className="text-xl">{title}</h2>
        <p className="max-w-md text-muted">{gate.text}</p>
        <Callout tone="warn" role="status" className="my-2 text-left">
          {gate.banner}
        </Callout>
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/app" className={button()}>
            {gate.dashboard}
          </Link>
          <Button variant="quiet" busy={busy} onClick={onReload}>
            {gate.reload}
          </Button>
        </div>
        <p className="mt-2 text-sm text-muted">{gate.support}</p>
      </div>
    </Card>
  );
}
