// The staff page of an order: what was requested, for whom, its result, and what can be done next.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { ArrowLeft, ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { hasRight } from '#contract/access.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Order } from '#contract/orders/calls.ts';
import { PhoneLinks } from '../../../features/accounts/staff/phone-links.tsx';
import { StaffAttachments } from '../../../features/orders/attachments/staff-attachments.tsx';
import { rememberOpened, useNeighbours } from '../../../features/orders/keys/last-viewed-list.ts';
import { type KeyAction, OrderKeys } from '../../../features/orders/keys/order-keys.tsx';
import { InternalNotes } from '../../../features/orders/notes/internal-notes.tsx';
import { OrderResult } from '../../../features/orders/order-result.tsx';
import { OrderStatusBadge } from '../../../features/orders/order-status.tsx';
import { DueIn } from '../../../features/orders/order-time.tsx';
import { OrderAnswers } from '../../../features/orders/owner-form/order-answers.tsx';
import { orderQuery } from '../../../features/orders/queries.ts';
import { MoveDueButton } from '../../../features/orders/questions/move-due.tsx';
import { StaffQuestionCard } from '../../../features/orders/questions/staff-question.tsx';
import { hasRefund } from '../../../features/orders/refunds/has-refund.ts';
import { RefundButton } from '../../../features/orders/refunds/refund-button.tsx';
import { useRefundsText } from '../../../features/orders/refunds/text.ts';
import { EarlierResult } from '../../../features/orders/results/earlier-result.tsx';
import { SnoozeLine } from '../../../features/orders/snooze/snoozed-until.tsx';
import { useSnoozeText } from '../../../features/orders/snooze/staff-text.ts';
import { Checklist } from '../../../features/orders/staff/checklist.tsx';
import { useDroppedFile } from '../../../features/orders/staff/dropped-file.ts';
import { StaffActions } from '../../../features/orders/staff/staff-actions.tsx';
import { useOrdersStaffText } from '../../../features/orders/staff/text.ts';
import { useOrderActions } from '../../../features/orders/staff/use-order-actions.tsx';
import { useViewers } from '../../../features/orders/staff/viewers.ts';
import { OrderTagsLine } from '../../../features/orders/tags/order-tags.tsx';
import { OrderTimeline } from '../../../features/orders/timeline.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { onApiHost } from '../../../lib/new-tab.ts';
import { notify } from '../../../lib/notify.ts';
import { ServiceName } from '../../../lib/service-name.tsx';
import { useUser } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, button } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { PersonLink } from '../../../ui/list/person-cell.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Callout, Card, Fact, Facts } from '../../../ui/surface.tsx';

export function OrderDetailsPage() {
  const { details: text } = useOrdersStaffText();
  const { id } = useParams({ from: '/admin/orders/details/$id' });
  const format = useFormat();
  const numeric = /^\d{1,10}$/.test(id);
  useTitle(text.title(format.digits(id)));
  const { data, isPending, isError, error, refetch } = useQuery({
    ...orderQuery(Number(id)),
    enabled: numeric,
  });
  const missing = error instanceof ApiError && error.status === 404;
  const isOld = isError && data !== undefined && !missing;
  useEffect(() => {
    if (isOld) notify.error(text.failed);
  }, [isOld, text.failed]);
  if (!numeric || missing) {
    return (
      <Card>
        <h1 className="sr-only">{numeric ? text.notFound : text.invalid}</h1>
        <EmptyState title={numeric ? text.notFound : text.invalid}>
          <GoBack />
        </EmptyState>
      </Card>
    );
  }
  // Loaded data stays, and with it an open dialog.
  if (isError && !data) {
    return (
      <Card>
        <h1 className="sr-only">{text.failed}</h1>
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
        <div className="flex justify-center">
          <GoBack />
        </div>
      </Card>
    );
  }
  if (isPending) {
    return (
      <>
        <h1 className="sr-only">{text.title(format.digits(id))}</h1>
        <SkeletonRows rows={6} />
      </>
    );
  }
  return <Details order={data} />;
}

function useGoBack(): () => void {
  const router = useRouter();
  return () =>
    router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/admin/orders' });
}

function GoBack() {
  const { details: text } = useOrdersStaffText();
  const goBack = useGoBack();
  return (
    <Button variant="bare" size="small" className="-ml-3 cramped:ml-0 cramped:px-1" onClick={goBack}>
      <ArrowLeft className="size-4" aria-hidden="true" />
      {text.back}
    </Button>
  );
}

interface StepButtonProps {
  to: number | undefined;
  label: string;
  onGo: (id: number | undefined) => void;
  children: ReactNode;
}

function StepButton({ to, label, onGo, children }: StepButtonProps) {
  return (
    <button
      type="button"
      className={button({ variant: 'bare', size: 'icon' })}
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => onGo(to)}
    >
      {children}
    </button>
  );
}

interface OrderProps {
  order: Order;
}

function ServiceCard({ order }: OrderProps) {
  const { details: text } = useOrdersStaffText();
  const refunds = useRefundsText();
  const format = useFormat();
  const optional = (label: string, value: ReactNode) => (value ? <Fact label={label}>{value}</Fact> : null);
  return (
    <Card title={text.serviceDetails}>
      <Facts>
        <Fact label={text.service}>
          <ServiceName service={order.service} />
        </Fact>
        <Fact label={text.subType}>
          <ServiceName service={order.sub_type} />
        </Fact>
        {optional(text.customerName, order.name)}
        {optional(text.number, format.digits(order.nid_or_form_num_or_for_biometric_or_location))}
        {optional(text.ten, order.ten_digit_nid && format.digits(order.ten_digit_nid))}
        {optional(text.seventeen, order.seventeen_digit_nid && format.digits(order.seventeen_digit_nid))}
        <Fact label={text.charge}>
          <span className="money">{format.taka(order.charge)}</span>
        </Fact>
        {hasRefund(order) ? (
          <Fact label={refunds.returned}>
            <span className="money">{format.taka(order.refunded)}</span>
          </Fact>
        ) : null}
        <Fact label={text.created}>{format.dateTime(order.created_on)}</Fact>
        <Fact label={text.updated}>{format.dateTime(order.updated_on)}</Fact>
      </Facts>
    </Card>
  );
}

function NotesCard({ order }: OrderProps) {
  const { details: text, staffNote } = useOrdersStaffText();
  return (
    <Card title={text.notes}>
      <p className={order.note ? 'break-words whitespace-pre-wrap' : 'text-muted'}>
        {order.note || text.noNotes}
      </p>
      {order.staff_note ? (
        <div className="mt-3 rounded-md bg-sunken p-3">
          <p className="text-sm text-muted">{staffNote}</p>
          <p className="break-words whitespace-pre-wrap">{order.staff_note}</p>
        </div>
      ) : null}
    </Card>
  );
}

function CustomerCard({ order: { user } }: OrderProps) {
  const { details: text } = useOrdersStaffText();
  const name = shownNameOf(user);
  return (
    <Card title={text.customer}>
      <div className="mb-2 flex items-center gap-3">
        <Avatar
          name={name}
          seed={user.username}
          image={user.profile.profile_image}
          className="size-12 text-xl"
        />
        <p className="min-w-0">
          <PersonLink id={user.id} name={name} />
        </p>
      </div>
      <Facts>
        <Fact label={text.email}>
          <EmailText email={user.email} />
        </Fact>
        <Fact label={text.phone}>
          <PhoneLinks phone={user.profile.phone} />
        </Fact>
        <Fact label={text.address}>{user.profile.address || text.none}</Fact>
      </Facts>
    </Card>
  );
}

function ResultCard({ order }: OrderProps) {
  const { details: text } = useOrdersStaffText();
  return (
    <Card title={text.result}>
      {order.file || order.text_content ? (
        <>
          {order.text_content ? (
            <p className="mb-3 break-words whitespace-pre-wrap">{order.text_content}</p>
          ) : null}
          <div className="flex flex-wrap gap-2">
            {order.file ? (
              <a
                href={onApiHost(order.file)}
                target="_blank"
                rel="noopener noreferrer"
                className={button({ variant: 'quiet', size: 'small' })}
              >
                <ExternalLink className="size-4" aria-hidden="true" />
                {text.openFile}
              </a>
            ) : null}
            <OrderResult order={order} />
          </div>
        </>
      ) : (
        <p className="text-muted">{text.noResult}</p>
      )}
    </Card>
  );
}

function Details({ order }: OrderProps) {
  const text = useOrdersStaffText();
  const snoozeText = useSnoozeText();
  const format = useFormat();
  const viewers = useViewers(order.id);
  const user = useUser();
  const isWorker = hasRight(user.roles, 'orders.work');
  const isOthers = order.operator !== null && order.operator.id !== user.id;
  const { previous, next, isLast } = useNeighbours(order.id);
  const navigate = useNavigate();
  const goBack = useGoBack();
  useEffect(() => rememberOpened(order.id), [order.id]);
  const goTo = (id: number | undefined) => {
    // Replaces the history entry, so that Back leads to the list and not through every order viewed.
    if (id !== undefined)
      void navigate({ to: '/admin/orders/details/$id', params: { id: String(id) }, replace: true });
  };
  const actions = useOrderActions(isLast ? goBack : next === undefined ? undefined : () => goTo(next));
  const open = actions.open(order);
  const dropAction = open.find((action) => action === 'complete' || action === 're_upload');
  useDroppedFile(
    dropAction &&
      ((file) => {
        if (!document.querySelector('[role=dialog]')) actions.act(order, dropAction, file);
      }),
  );
  const onKey = (key: KeyAction) => {
    if (key === 'next') goTo(next);
    else if (key === 'previous') goTo(previous);
    else if (key !== 'open' && actions.open(order).includes(key)) actions.act(order, key);
  };
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <GoBack />
        <div className="flex items-center">
          <OrderKeys onKey={onKey} canWork={isWorker} />
          <StepButton to={previous} label={text.keys.list.previous} onGo={goTo}>
            <ChevronLeft className="size-5" aria-hidden="true" />
          </StepButton>
          <StepButton to={next} label={text.keys.list.next} onGo={goTo}>
            <ChevronRight className="size-5" aria-hidden="true" />
          </StepButton>
        </div>
      </div>
      {actions.dialogs}
      <div className="mt-2 mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-2xl">{text.details.title(format.digits(order.id))}</h1>
        <OrderStatusBadge status={order.status} />
        <DueIn order={order} />
        {order.status === 'processing' && order.operator && isOthers ? (
          <span className="text-sm text-muted">{text.work.operator(order.operator.name)}</span>
        ) : null}
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 cramped:*:col-span-full sm:ml-auto">
          <StaffActions order={order} actions={actions} variant="buttons" />
          <RefundButton order={order} />
          <MoveDueButton order={order} mayWork={open.length > 0} />
        </div>
      </div>
      {order.status === 'processing' && order.operator && isOthers && isWorker && open.length === 0 ? (
        <Callout tone="accent" className="mb-4">
          {text.takenBy(order.operator.name)}
        </Callout>
      ) : null}
      {viewers.length > 0 ? (
        <Callout tone="warn" role="status" className="mb-4">
          {text.viewers(viewers.map(({ name }) => name).join(', '))}
        </Callout>
      ) : null}
      <OrderTagsLine order={order} />
      <SnoozeLine order={order} mayWork={open.length > 0} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <ServiceCard order={order} />
          <OrderAnswers order={order} title={text.answers} />
          <Checklist order={order} mayWork={open.length > 0} />
          <NotesCard order={order} />
          <InternalNotes orderId={order.id} />
          <StaffAttachments order={order} />
        </div>
        <div className="grid min-w-0 gap-4">
          <StaffQuestionCard order={order} mayWork={open.length > 0} />
          <CustomerCard order={order} />
          <ResultCard order={order} />
          <OrderTimeline
            id={order.id}
            staffWords={snoozeText.timeline}
            earlierResult={(entryId) => <EarlierResult orderId={order.id} entryId={entryId} />}
          />
        </div>
      </div>
    </>
  );
}
