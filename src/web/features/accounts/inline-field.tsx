// A line of the profile, edited in place. Enter saves, Escape restores the previous value.

import { clsx } from 'clsx';
import { Check, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type FormState, useForm } from '../../lib/use-form.ts';
import { Button, button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { factColumns } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { useAccountsText } from './text.ts';

interface InlineFieldProps {
  label: string;
  /** As displayed; '' if not given. */
  shown: ReactNode;
  /** In multi-line fields Shift+Enter inserts a line break. */
  lines?: boolean;
  /** The controls, remounted for each edit. */
  editor: (busy: boolean) => ReactNode;
  onStart: () => void;
  /** @returns whether it was saved; if not, editing continues */
  onSave: () => Promise<boolean>;
}

export function InlineField({ label, shown, lines = false, editor, onStart, onSave }: InlineFieldProps) {
  const { profile: text } = useAccountsText();
  const common = useUiText().common;
  const [editing, setEditing] = useState(false);
  const form: FormState<object> = useForm({
    blank: {},
    send: onSave,
    onSent: (isSaved) => (isSaved ? close() : form.refuse('')),
    failed: '',
  });
  const box = useRef<HTMLDivElement>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const givesFocusBack = useRef(false);

  useEffect(() => {
    if (editing) {
      const first = box.current?.querySelector<HTMLElement>('input, select, textarea');
      first?.focus();
      if (first instanceof HTMLInputElement && first.type !== 'date') first.select();
    } else if (givesFocusBack.current) {
      givesFocusBack.current = false;
      pencil.current?.focus();
    }
  }, [editing]);

  function close() {
    // If the user moved to another field while this one was being saved, the focus stays there.
    const focused = document.activeElement;
    givesFocusBack.current = focused === document.body || box.current?.contains(focused) === true;
    setEditing(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !form.busy) {
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      // Enter does not submit a select or a multi-line field.
      if (!(event.target instanceof HTMLButtonElement)) {
        event.preventDefault();
        form.ref.current?.requestSubmit();
      }
    }
  }

  if (!editing) {
    return (
      <div className={clsx(factColumns, 'py-0.5')}>
        <dt className="pt-1.5 text-sm text-muted @sm:pt-2">{label}</dt>
        <dd className="-mt-1.5 flex min-w-0 items-start gap-2 @sm:mt-0">
          <span className="min-w-0 grow py-2 whitespace-pre-wrap">
            {shown === '' ? <span className="text-muted">{text.none}</span> : shown}
          </span>
          <button
            ref={pencil}
            type="button"
            aria-label={text.edit(label)}
            className={button({ variant: 'bare', size: 'icon' })}
            onClick={() => {
              onStart();
              setEditing(true);
            }}
          >
            <Pencil className="size-4 text-muted" aria-hidden="true" />
          </button>
        </dd>
      </div>
    );
  }
  return (
    <div ref={box} className="py-3">
      <dt className="sr-only">{label}</dt>
      <dd>
        <Form form={form} aria-label={label} onKeyDown={onKeyDown}>
          {editor(form.busy)}
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <Button type="submit" size="small" busy={form.busy}>
              {form.busy ? null : <Check className="size-4" aria-hidden="true" />}
              {common.save}
            </Button>
            <Button variant="quiet" size="small" disabled={form.busy} onClick={close}>
              <X className="size-4" aria-hidden="true" />
              {common.cancel}
            </Button>
            <span className="hidden text-sm text-muted md:inline">
              {lines ? text.linesHint : text.lineHint}
            </span>
          </div>
        </Form>
      </dd>
    </div>
  );
}
