// The shop's saved replies: written once, used by everybody who works on orders.
import { useMutation } from '@tanstack/react-query';
import { MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import type { SavedReply } from '#contract/orders/tool-calls.ts';
import { useReplies } from '../../features/orders/reply-picker.tsx';
import { useStaffOrdersText } from '../../features/orders/staff-text.ts';
import { call } from '../../lib/api.ts';
import { errorWords } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ChoiceCards, CountedTextarea, Input } from '../../ui/input.tsx';
import { List } from '../../ui/list.tsx';
import { Badge, Card, Notice, PageHeading } from '../../ui/surface.tsx';
import { useTitle } from '../../ui/title.ts';

export function SavedRepliesPage() {
  const { replies: text } = useStaffOrdersText();
  const [edited, setEdited] = useState<SavedReply | 'new'>();
  const [removed, setRemoved] = useState<SavedReply>();
  const query = useReplies();
  useTitle(text.title);
  const remove = useMutation({
    mutationFn: (id: number) => call('DELETE /account/saved-replies/:id/', { params: { id } }),
    onSuccess() {
      notify.success(text.removed);
      setRemoved(undefined);
    },
    onError: (error) => notify.error(errorWords(error, text.saveFailed)),
  });
  const add = (
    <Button onClick={() => setEdited('new')}>
      <Plus className="size-5" aria-hidden="true" />
      {text.add}
    </Button>
  );
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        {add}
      </PageHeading>
      <Card>
        <List
          query={query}
          failed={text.failed}
          empty={{ title: text.empty, icon: <MessageSquareText />, children: add }}
          skeletonRows={3}
          rows={(replies) => (
            <ul className="divide-y divide-line">
              {replies.map((reply) => (
                <li
                  key={reply.id}
                  className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0"
                >
                  <div className="min-w-0 grow basis-64">
                    <p className="flex flex-wrap items-center gap-2">
                      <span className="min-w-0 font-medium break-words">{reply.title}</span>
                      <Badge tone={reply.kind === 'reason' ? 'warn' : 'accent'}>
                        {text.kinds[reply.kind]}
                      </Badge>
                    </p>
                    <p className="break-words whitespace-pre-wrap text-muted">{reply.body}</p>
                  </div>
                  <div className="flex gap-2">
                    <Button look="quiet" size="small" onClick={() => setEdited(reply)}>
                      <Pencil className="size-4" aria-hidden="true" />
                      {text.edit}
                      <span className="sr-only">: {reply.title}</span>
                    </Button>
                    <Button look="dangerQuiet" size="small" onClick={() => setRemoved(reply)}>
                      <Trash2 className="size-4" aria-hidden="true" />
                      {text.remove}
                      <span className="sr-only">: {reply.title}</span>
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        />
      </Card>
      {edited ? (
        <ReplyDialog reply={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      ) : null}
      <ConfirmDialog
        open={removed !== undefined}
        onClose={() => {
          setRemoved(undefined);
          remove.reset();
        }}
        onConfirm={() => removed && remove.mutate(removed.id)}
        busy={remove.isPending}
        danger
        title={text.removeTitle(removed?.title ?? '')}
        description={text.removeText}
        confirmLabel={text.remove}
        refusal={remove.isError ? errorWords(remove.error, text.saveFailed) : undefined}
      />
    </>
  );
}

function ReplyDialog({ reply, onClose }: { reply: SavedReply | undefined; onClose: () => void }) {
  const { replies: text } = useStaffOrdersText();
  const common = useText().common;
  const [values, setValues] = useState({
    kind: reply?.kind ?? ('note' as SavedReply['kind']),
    title: reply?.title ?? '',
    body: reply?.body ?? '',
  });
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      reply
        ? call('PUT /account/saved-replies/:id/', { params: { id: reply.id }, body: values })
        : call('POST /account/saved-replies/', { body: values }),
    onSuccess() {
      notify.success(text.saved);
      onClose();
    },
  });
  const isWhole = values.title.trim() !== '' && values.body.trim() !== '';
  return (
    <Dialog
      open
      onClose={onClose}
      locked={save.isPending}
      title={reply ? text.edit : text.add}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={save.isPending}>
            {common.cancel}
          </Button>
          <Button busy={save.isPending} onClick={() => (isWhole ? save.mutate() : setTried(true))}>
            {common.save}
          </Button>
        </>
      }
    >
      <div className="mt-4 space-y-4">
        <ChoiceCards
          legend={text.kind}
          name="kind"
          value={values.kind}
          onChange={(kind) => setValues({ ...values, kind })}
          choices={[
            { value: 'note', label: text.kinds.note },
            { value: 'reason', label: text.kinds.reason },
          ]}
        />
        <Field
          label={text.name}
          error={tried && values.title.trim() === '' ? text.nameMissing : undefined}
          required
        >
          {(control) => (
            <Input
              {...control}
              name="title"
              maxLength={80}
              value={values.title}
              onChange={(event) => setValues({ ...values, title: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={text.body}
          error={tried && values.body.trim() === '' ? text.bodyMissing : undefined}
          required
        >
          {(control) => (
            <CountedTextarea
              {...control}
              name="body"
              limit={maximumNoteLength}
              value={values.body}
              onChange={(event) => setValues({ ...values, body: event.target.value })}
            />
          )}
        </Field>
        {save.isError ? (
          <Notice tone="bad" role="alert">
            {errorWords(save.error, text.saveFailed)}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
