// Shown if someone else was first: who it was, and the order's current state. Typed text is kept.
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { FormState } from '../../../lib/use-form.ts';
import { Callout } from '../../../ui/surface.tsx';
import { orderQuery } from '../queries.ts';
import { useOrdersText } from '../text.ts';
import { useOrdersStaffText } from './text.ts';

interface RefusalNoticeProps {
  orderId: number;
  form: Pick<FormState<object>, 'refusal' | 'error'>;
}

export function RefusalNotice({ orderId, form: { refusal, error } }: RefusalNoticeProps) {
  if (error === undefined) return null;
  const isConflict = error instanceof ApiError && error.status === 409;
  return (
    <Callout tone="bad" role="alert">
      <p>{refusal}</p>
      {isConflict ? <Conflict orderId={orderId} /> : null}
    </Callout>
  );
}

function Conflict({ orderId }: { orderId: number }) {
  const { conflict: text } = useOrdersStaffText();
  const { statuses } = useOrdersText();
  const { data } = useQuery({ ...orderQuery(orderId), refetchOnMount: 'always' });
  if (!data) return null;
  const status = statuses[data.status];
  const isByStaff = data.operator !== null && data.status !== 'cancelled';
  return (
    <>
      <p>{isByStaff ? text.by(data.operator!.name, status) : text.plain(status)}</p>
      <p>{text.kept}</p>
    </>
  );
}
