// A dialog that is one form. It reopens with what was typed until that has been sent.
import type { ComponentProps } from 'react';
import { type SubmitKey, useSubmitKey } from '../../lib/api/submit-key.ts';
import { useUser } from '../../lib/session.ts';
import { type FormOptions, type FormState, useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { type Draft, submitKeyName, useDialogDraft } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';

interface Drafted {
  draft: Pick<Draft<object>, 'restored' | 'forget'>;
}

/** The key of a dialog's submit, which survives a reload and is removed together with the draft of this name. */
export const useDialogSubmitKey = (name: string): SubmitKey =>
  useSubmitKey(submitKeyName(useUser().id, name));

interface DialogFormOptions<V extends object, A, F extends string>
  extends Omit<FormOptions<V, A, F>, 'blank' | 'draft'> {
  blank: () => V;
  /** Values given elsewhere, which replace the kept ones. */
  overrides?: Partial<V> | undefined;
  /** Converts the kept values to what they are without their files. */
  withoutFiles?: ((kept: Partial<V>) => Partial<V>) | undefined;
  /** @returns true if the draft is still needed after this answer; by default it is dropped */
  keepsDraft?: (answer: A) => boolean;
}

/** @param name of the draft: unique per dialog, including the record's id if it has one */
export function useDialogForm<V extends object, A, F extends string = keyof V & string>(
  name: string,
  { blank, overrides, withoutFiles, keepsDraft, onSent, ...options }: DialogFormOptions<V, A, F>,
): FormState<V, F> & Drafted {
  const draft = useDialogDraft(name, blank, overrides, withoutFiles);
  const form = useForm<V, A, F>({
    ...options,
    blank,
    draft,
    onSent(answer) {
      if (!keepsDraft?.(answer)) draft.markSaved();
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
