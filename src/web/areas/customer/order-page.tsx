// One of the customer's orders: its status, result and timeline, kept up to date by the live channel.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { actionsFor, isOpen } from '#contract/orders/flow.ts';
import { OwnAttachments } from '../../features/orders/attachments/own-attachments.tsx';
import { CancelDialog } from '../../features/orders/cancel-dialog.tsx';
import { OrderResult } from '../../features/orders/order-result.tsx';
import { OrderStatusBadge } from '../../features/orders/order-status.tsx';
import { DueLine, useIsLate } from '../../features/orders/order-time.tsx';
import { OrderAnswers } from '../../features/orders/owner-form/order-answers.tsx';
import { useOwnerFormWords } from '../../features/orders/owner-form/words.ts';
import { orderQuery } from '../../features/orders/queries.ts';
import { QuestionCard } from '../../features/orders/questions/question-card.tsx';
import { hasRefund } from '../../features/orders/refunds/has-refund.ts';
import { useOrdersText } from '../../features/orders/text.ts';
import { OrderTimeline } from '../../features/orders/timeline.tsx';
import { OutageCallout, useOutage } from '../../features/outages/outage.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { ServiceName } from '../../lib/service-name.tsx';
import { Button, button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { Callout, Card, Fact, Facts } from '../../ui/surface.tsx';

export function OrderPage() {
  const { id } = useParams({ from: '/app/my-orders/$id' });
  const text = useOrdersText();
  const format = useFormat();
  const numeric = /^\d{1,10}$/.test(id);
  useTitle(text.order(format.digits(id)));
  const { data, isPending, isError, error, refetch } = useQuery({
    ...orderQuery(Number(id)),
    enabled: numeric,
  });
  const isMissing = !numeric || (error instanceof ApiError && (error.status === 404 || error.status === 400));
  return (
    <>
      <Link
        to="/app/my-orders"
        className={button({ variant: 'bare', size: 'small', className: '-ml-3 cramped:ml-0 cramped:px-1' })}
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {text.page.back}
      </Link>
      {isMissing || isError ? (
        <Card className="mt-2">
          <h1 className="sr-only">{isMissing ? text.page.missing : text.page.failed}</h1>
          {isMissing ? (
            <EmptyState title={text.page.missing} hint={text.page.missingHint} icon={<SearchX />} />
          ) : (
            <ErrorState title={text.page.failed} onRetry={() => void refetch()} />
          )}
        </Card>
      ) : isPending ? (
        <SkeletonRows rows={6} className="mt-2" />
      ) : (
        <Details order={data} />
      )}
    </>
  );
}

function Details({ order }: { order: Order }) {
  const text = useOrdersText();
  const ownerText = useOwnerFormWords();
  const format = useFormat();
  const [cancelling, setCancelling] = useState(false);
  const isLate = useIsLate(order);
  const mayCancel = actionsFor(order.status, 'owner').includes('cancel');
  return (
    <>
      <div className="mt-2 mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-2xl">{text.order(format.digits(order.id))}</h1>
        <OrderStatusBadge status={order.status} />
        {mayCancel ? (
          <Button variant="dangerQuiet" className="sm:ml-auto" onClick={() => setCancelling(true)}>
            {text.mine.cancel}
          </Button>
        ) : null}
      </div>
      {isLate ? (
        <Callout tone="warn" className="mb-4">
          {text.time.late}
        </Callout>
      ) : null}
      <QuestionCard order={order} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <ResultCard order={order} />
          <OrderTimeline id={order.id} />
        </div>
        <div className="grid min-w-0 gap-4">
          <About order={order} />
          <OrderAnswers order={order} title={ownerText.title} />
          <OwnAttachments order={order} />
        </div>
      </div>
      <CancelDialog order={cancelling ? order : undefined} onClose={() => setCancelling(false)} />
    </>
  );
}

function ResultCard({ order }: { order: Order }) {
  const text = useOrdersText();
  const format = useFormat();
  const hasEnded = order.status === 'rejected' || order.status === 'cancelled';
  return (
    <Card title={text.page.result}>
      {order.status === 'completed' ? (
        <>
          {order.text_content ? (
            <p className="mb-3 break-words whitespace-pre-wrap" data-testid="result-text">
              {order.text_content}
            </p>
          ) : null}
          {order.file_name ? <p className="mb-3 break-words text-muted">{order.file_name}</p> : null}
          <div className="flex flex-wrap gap-2">
            <OrderResult order={order} />
          </div>
        </>
      ) : (
        <p className="text-muted">{hasEnded ? text.page.notDone : text.page.noResult}</p>
      )}
      {hasEnded ? <p className="mt-2">{text.page.refunded(format.taka(order.charge))}</p> : null}
      {isOpen(order.status) ? <DueLine order={order} /> : null}
      {isOpen(order.status) ? <OutageOf serviceId={order.service.id} /> : null}
      {order.staff_note ? (
        <div className="mt-3 rounded-md bg-sunken p-3">
          <p className="text-sm text-muted">
            {order.status === 'rejected' ? text.page.reason : text.page.staffNote}
          </p>
          <p className="break-words whitespace-pre-wrap">{order.staff_note}</p>
        </div>
      ) : null}
    </Card>
  );
}

function About({ order }: { order: Order }) {
  const text = useOrdersText();
  const format = useFormat();
  const row = (label: string, value: ReactNode) =>
    value ? (
      <Fact label={label}>
        <span className="break-words">{value}</span>
      </Fact>
    ) : null;
  const number = order.nid_or_form_num_or_for_biometric_or_location;
  return (
    <Card title={text.page.about}>
      <Facts>
        {row(text.columns.service, <ServiceName service={order.service} />)}
        {row(text.page.subType, <ServiceName service={order.sub_type} />)}
        {row(text.columns.name, order.name)}
        {row(text.columns.number, number && format.digits(number))}
        {row(text.page.ten, order.ten_digit_nid && format.digits(order.ten_digit_nid))}
        {row(text.page.seventeen, order.seventeen_digit_nid && format.digits(order.seventeen_digit_nid))}
        {row(text.columns.charge, format.taka(order.charge))}
        {hasRefund(order) ? row(text.page.returned, format.taka(order.refunded)) : null}
        {row(text.page.ordered, format.dateTime(order.created_on))}
        {order.status === 'processing' ? row(text.page.operator, order.operator?.name ?? null) : null}
        {row(text.note, order.note)}
      </Facts>
    </Card>
  );
}

/** The clock of an open order stops while the server of its service is down. */
function OutageOf({ serviceId }: { serviceId: number }) {
  return <OutageCallout outage={useOutage(serviceId)} kind="placed" />;
}
