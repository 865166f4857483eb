// A dialog that is one form: its fields, then a way back and the submit button; locked while submitting.
import { type ComponentProps, useId } from 'react';
import type { FormState } from '../../lib/use-form.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { useUiText } from '../text.ts';
import { Form } from './form.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'open' | 'locked' | 'footer'> {
  form: Pick<FormState<object>, 'ref' | 'submit' | 'busy'>;
  submit: string;
  variant?: 'main' | 'danger';
  /** Label of the button that leaves, and where it goes when not just out of the dialog. */
  back?: string;
  onBack?: (() => void) | undefined;
  disabled?: boolean;
}

export function FormDialog({
  form,
  submit,
  variant = 'main',
  back,
  onBack,
  disabled,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  const common = useUiText().common;
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
          <Button type="submit" form={id} variant={variant} busy={form.busy} disabled={disabled}>
            {submit}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="mt-4 space-y-4">
        {children}
      </Form>
    </Dialog>
  );
}
