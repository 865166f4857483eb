// The document before it is created and paid for: its pages as images, marked as a preview by the server.
import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { PaperPreview as Preview } from '#contract/documents/calls.ts';
import { ApiError, isUnreachable } from '../../lib/api/api-error.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import type { FormErrors, FormState } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PaperPicture } from '../files/paper-picture.tsx';
import { useAutoRetry } from './auto-retry.tsx';
import { useDocumentsText } from './text.ts';
import { refusalMessage } from './use-document-form.ts';

interface PaperPreviewProps<F extends string> {
  /** The form's content: a preview that waits for the network is obsolete once that has changed. */
  of: object;
  making: Pick<FormState<object, F>, 'refuse' | 'clear' | 'busy'>;
  /** The form's own validation errors, before anything is sent. */
  check: () => FormErrors<F>;
  send: () => Promise<Preview>;
  disabled?: boolean;
}

export function PaperPreview<F extends string>({ of, making, check, send, disabled }: PaperPreviewProps<F>) {
  const { preview: text, fillAll } = useDocumentsText();
  const format = useFormat();
  const [pages, setPages] = useState<readonly string[]>();
  const { isPending, error, mutate } = useMutation({
    mutationFn: send,
    onSuccess: (answer) => setPages(answer.pages),
    onError(failure) {
      if (isUnreachable(failure)) return;
      const fields = failure instanceof ApiError ? (failure.fields as FormErrors<F>) : {};
      making.refuse(refusalMessage(failure, text.failed), fields);
    },
  });
  const { isWaiting } = useAutoRetry(error, of, mutate);
  return (
    <>
      <Button
        variant="quiet"
        size="large"
        busy={isPending}
        disabled={disabled || making.busy}
        onClick={() => {
          const wrong = Object.entries(check()).filter(([, words]) => words);
          making.clear();
          if (wrong.length > 0) making.refuse(fillAll, Object.fromEntries(wrong) as FormErrors<F>);
          else mutate();
        }}
      >
        {isPending ? null : <Eye className="size-5" aria-hidden="true" />}
        {isPending ? text.drawing : isWaiting ? text.waiting : text.look}
      </Button>
      <Dialog
        open={pages !== undefined}
        onClose={() => setPages(undefined)}
        size="wide"
        title={text.title}
        description={text.text}
        footer={<Button onClick={() => setPages(undefined)}>{text.back}</Button>}
      >
        <ol className="mt-4 space-y-4">
          {pages?.map((page, index) => (
            <li key={page}>
              <PaperPicture src={page} alt={text.page(format.digits(index + 1))} className="bg-white" />
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  );
}
