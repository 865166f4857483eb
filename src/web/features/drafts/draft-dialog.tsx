// A dialog that is one form. It reopens with what was typed until that has been sent.
import type { ComponentProps } from 'react';
import { type FormOptions, type FormState, useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { type Draft, useDialogDraft } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';

interface Drafted {
  draft: Pick<Draft<object>, 'restored' | 'forget'>;
}

/** @param name of the draft: unique per dialog, including the record's id if it has one */
export function useDialogForm<V extends object, A, F extends string = keyof V & string>(
  name: string,
  { blank, onSent, ...options }: Omit<FormOptions<V, A, F>, 'blank' | 'draft'> & { blank: () => V },
): FormState<V, F> & Drafted {
  const draft = useDialogDraft(name, blank);
  const form = useForm<V, A, F>({
    ...options,
    blank,
    draft,
    onSent(answer) {
      draft.markSaved();
      return onSent?.(answer);
    },
  });
  return { ...form, draft };
}

type DraftDialogProps = ComponentProps<typeof FormDialog> & { form: Drafted };

export function DraftDialog({ children, ...dialog }: DraftDialogProps) {
  const { restored, forget } = dialog.form.draft;
  return (
    <FormDialog {...dialog}>
      {restored ? <DraftNotice onForget={forget} /> : null}
      {children}
    </FormDialog>
  );
}
