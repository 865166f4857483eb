// Reminds customers who have not confirmed their email address, and sends the link again.
import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { call } from '../../../lib/api/api.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useImpersonation } from '../../../lib/impersonation.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { useShop } from '../../../lib/shop.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { userQuery } from '../queries.ts';
import { useReminderText } from './text.ts';

export function ConfirmEmailNotice() {
  const text = useReminderText();
  const { id } = useUser();
  const isImpersonating = useImpersonation() !== undefined;
  const sendsMail = useShop()?.sends_mail !== false;
  const { data } = useQuery(userQuery(id));
  const resend = useMutation({
    mutationFn: () => call('POST /account/email-confirmation/', {}),
    onSuccess: ({ message }) => (sendsMail ? notify.success : notify.error)(message || text.sent),
    onError: (error) => notify.error(errorMessage(error, text.failed)),
  });
  if (!data || data.profile.is_email_active) return null;
  return (
    <Callout tone="accent" className="mt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <MailCheck className="size-5 shrink-0" aria-hidden="true" />
        <div className="min-w-0 grow basis-60">
          <p className="font-medium">{text.title}</p>
          <p className="wrap-anywhere">{sendsMail ? text.text(data.email) : text.noMail}</p>
        </div>
        {isImpersonating ? null : (
          <Button
            variant="quiet"
            size="small"
            busy={resend.isPending}
            disabled={resend.isSuccess}
            onClick={() => resend.mutate()}
          >
            {text.resend}
          </Button>
        )}
      </div>
    </Callout>
  );
}
