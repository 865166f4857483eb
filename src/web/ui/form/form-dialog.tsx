// A dialog that is one form: its fields, a button that leaves it, and the submit button. Locked while submitting.
import { type ComponentProps, useEffect, useId, useRef } from 'react';
import type { FormState } from '../../lib/use-form.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { useUiText } from '../text.ts';
import { Form } from './form.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'open' | 'locked' | 'footer'> {
  form: Pick<FormState<object>, 'ref' | 'submit' | 'busy'>;
  submit: string;
  variant?: 'main' | 'danger';
  /** Label of the button that leaves, and where it leads if not just out of the dialog. */
  back?: string;
  onBack?: (() => void) | undefined;
  disabled?: boolean;
  /** Ctrl+Enter submits. If there is a second submit button, it acts like that one. */
  ctrlEnter?: boolean;
  /** A second submit button; `wanted` is true if it was the one pressed. */
  next?: { label: string; onWanted: (wanted: boolean) => void } | undefined;
}

export function FormDialog({
  form,
  submit,
  variant = 'main',
  back,
  onBack,
  disabled,
  ctrlEnter = false,
  next,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  const common = useUiText().common;
  const wantNext = useRef(next?.onWanted);
  wantNext.current = next?.onWanted;
  useEffect(() => {
    if (!ctrlEnter) return;
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter' || event.repeat) return;
      event.preventDefault();
      wantNext.current?.(true);
      (document.getElementById(id) as HTMLFormElement | null)?.requestSubmit();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [ctrlEnter, id]);
  return (
    <Dialog
      {...dialog}
      open
      locked={form.busy}
      footer={
        <>
          <Button variant="quiet" onClick={onBack ?? dialog.onClose} disabled={form.busy}>
            {back ?? common.cancel}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={next ? 'quiet' : variant}
            busy={form.busy}
            disabled={disabled}
            title={ctrlEnter && !next ? 'Ctrl+Enter' : undefined}
            onClick={() => next?.onWanted(false)}
          >
            {submit}
          </Button>
          {next ? (
            <Button
              type="submit"
              form={id}
              variant={variant}
              disabled={disabled || form.busy}
              title="Ctrl+Enter"
              onClick={() => next.onWanted(true)}
            >
              {next.label}
            </Button>
          ) : null}
        </>
      }
    >
      <Form form={form} id={id} className="mt-4 space-y-4">
        {children}
      </Form>
    </Dialog>
  );
}
