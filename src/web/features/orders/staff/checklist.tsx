// The checklist of the order's form: what staff should do before they complete the order.
import { useQuery } from '@tanstack/react-query';
import type { Order } from '#contract/orders/calls.ts';
import { isOpen } from '#contract/orders/flow.ts';
import { call } from '../../../lib/api/api.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { notify } from '../../../lib/notify.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Card } from '../../../ui/surface.tsx';
import { checksQuery, publishedFormQuery } from '../queries.ts';
import { useOrdersStaffText } from './text.ts';

/**
 * Renders nothing for an order without a checklist.
 * @param mayWork whether the user has a right to any step of the order
 */
export function Checklist({ order, mayWork }: { order: Order; mayWork: boolean }) {
  const { checklist: text } = useOrdersStaffText();
  const language = useLanguage();
  const format = useFormat();
  const isMade = order.form !== undefined;
  const form = useQuery({ ...publishedFormQuery(order.form?.id ?? 0), enabled: isMade });
  const ticked = useQuery({ ...checksQuery(order.id), enabled: isMade });
  const tick = useMutation({
    mutationFn: (body: { key: string; ticked: boolean }) =>
      call('PUT /account/orders/:id/checks/', { params: { id: order.id }, body }),
    onError: (error) => notify.error(errorMessage(error, text.failed)),
  });
  const checks = form.data?.form.checks ?? [];
  if (!isMade || (form.data && checks.length === 0)) return null;
  return (
    <Card title={text.title} description={text.hint}>
      {form.isError || ticked.isError ? (
        <ErrorState
          title={text.listFailed}
          onRetry={() => {
            void form.refetch();
            void ticked.refetch();
          }}
        />
      ) : form.isPending || ticked.isPending ? (
        <SkeletonRows rows={2} />
      ) : (
        <ul data-testid="checklist">
          {checks.map(({ key, label, required }) => {
            const done = ticked.data.results.find((one) => one.key === key);
            return (
              <li key={key}>
                <Checkbox
                  checked={done !== undefined}
                  disabled={!mayWork || !isOpen(order.status)}
                  aria-disabled={tick.isPending || undefined}
                  onChange={({ target }) => tick.isPending || tick.mutate({ key, ticked: target.checked })}
                >
                  {label[language]}
                  {required ? <span className="text-bad"> *</span> : null}
                  {done ? (
                    <span className="block text-sm text-muted">
                      {done.by.name} · {format.dateTime(done.at)}
                    </span>
                  ) : null}
                </Checkbox>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
