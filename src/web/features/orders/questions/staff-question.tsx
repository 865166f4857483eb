// The question of an order as staff see it: its answer, and a button that withdraws it.
import { ExternalLink } from 'lucide-react';
import type { Order } from '#contract/orders/calls.ts';
import { isWaiting } from '#contract/orders/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useFormat } from '../../../lib/format.ts';
import { onApiHost } from '../../../lib/new-tab.ts';
import { notify } from '../../../lib/notify.ts';
import { Button, button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/surface.tsx';
import { useOrdersStaffText } from '../staff/text.ts';

/** @param mayWork whether the user has a right to any step of the order */
export function StaffQuestionCard({ order, mayWork }: { order: Order; mayWork: boolean }) {
  const { ask: text, details } = useOrdersStaffText();
  const format = useFormat();
  const withdraw = useMutation({
    mutationFn: () => call('DELETE /account/orders/:id/question/', { params: { id: order.id } }),
    onSuccess: () => notify.success(text.withdrawn),
    onError: (error) => notify.error(errorMessage(error, text.withdrawFailed)),
  });
  const { question } = order;
  if (!question) return null;
  const waits = isWaiting(order);
  return (
    <Card
      title={text.card}
      aside={waits ? <Badge tone="accent">{text.waits}</Badge> : <Badge tone="good">{text.answered}</Badge>}
    >
      <p className="break-words whitespace-pre-wrap">{question.text}</p>
      <p className="text-sm text-muted">{format.dateTime(question.asked_on)}</p>
      {question.answered_on ? (
        <div className="mt-3 rounded-md bg-sunken p-3">
          <p className="text-sm text-muted">
            {text.answer} · {format.dateTime(question.answered_on)}
          </p>
          {question.answer ? (
            <p className="break-words whitespace-pre-wrap" data-testid="answer">
              {question.answer}
            </p>
          ) : null}
          {question.file ? (
            <a
              href={onApiHost(question.file)}
              target="_blank"
              rel="noopener noreferrer"
              className={button({ variant: 'quiet', size: 'small', className: 'mt-2' })}
            >
              <ExternalLink className="size-4" aria-hidden="true" />
              {details.openFile}
            </a>
          ) : null}
        </div>
      ) : null}
      {waits && mayWork ? (
        <Button
          variant="quiet"
          size="small"
          className="mt-3"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          {text.withdraw}
        </Button>
      ) : null}
    </Card>
  );
}
