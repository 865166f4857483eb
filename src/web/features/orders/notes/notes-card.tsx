// Notes that staff write for one another, about an order or a customer.
import type { UseQueryResult } from '@tanstack/react-query';
import { hasRight } from '#contract/access.ts';
import type { StaffNote } from '#contract/accounts/staff-notes.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import { useFormat } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { CountedTextarea } from '../../../ui/form/input.tsx';
import { Card } from '../../../ui/surface.tsx';
import { useDialogDraft } from '../../drafts/draft.ts';
import { useDialogSubmitKey } from '../../drafts/draft-dialog.tsx';
import { useOrdersStaffText } from '../staff/text.ts';

type Send = (body: { text: string }, idempotencyKey: string) => Promise<StaffNote>;

interface NotesProps {
  /** Id of the order or the customer. */
  id: number;
  about: 'order' | 'customer';
  notes: Pick<UseQueryResult<{ results: StaffNote[] }>, 'data' | 'isError' | 'refetch'>;
  send: Send;
}

export function NotesCard({ id, about, notes: { data, isError, refetch }, send }: NotesProps) {
  const { internalNotes: text, details } = useOrdersStaffText();
  const format = useFormat();
  const mayWrite = hasRight(useUser().roles, 'orders.work');
  return (
    <Card title={text.title} description={text.hint}>
      {isError ? <ErrorState title={text.listFailed} onRetry={() => void refetch()} /> : null}
      {data && data.results.length > 0 ? (
        <ul className="mb-4 space-y-3" aria-label={text.title}>
          {data.results.map((note) => (
            <li key={note.id} className="rounded-md bg-sunken p-3">
              <p className="break-words whitespace-pre-wrap">{note.text}</p>
              <p className="mt-1 text-sm text-muted">
                {note.by.name} · {format.dateTime(note.at)}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {!mayWrite && data?.results.length === 0 ? <p className="text-muted">{details.noNotes}</p> : null}
      {mayWrite ? <NoteForm id={id} about={about} send={send} /> : null}
    </Card>
  );
}

function NoteForm({ id, about, send }: Pick<NotesProps, 'id' | 'about' | 'send'>) {
  const { internalNotes: text } = useOrdersStaffText();
  const name = `note:${about}:${id}`;
  const submitKey = useDialogSubmitKey(name);
  const blank = () => ({ text: '' });
  const draft = useDialogDraft(name, blank);
  const form = useForm({
    blank,
    draft,
    check: ({ text: written }) => ({ text: written.trim() === '' ? text.missing : undefined }),
    send({ text: written }) {
      const body = { text: written.trim() };
      return send(body, submitKey.for({ id, body }));
    },
    onSent() {
      submitKey.done();
      draft.forget();
    },
    failed: text.failed,
  });
  return (
    <Form form={form} className="no-print space-y-3">
      <FormField form={form} name="text" label={text.label}>
        {(control) => <CountedTextarea {...control} limit={maximumNoteLength} />}
      </FormField>
      <Button type="submit" variant="quiet" busy={form.busy}>
        {text.submit}
      </Button>
    </Form>
  );
}
