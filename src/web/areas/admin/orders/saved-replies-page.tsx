// The shop's saved replies: written once, used by everyone who works on orders.
import { useQueryClient } from '@tanstack/react-query';
import { MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import type { SavedReply } from '#contract/orders/tool-calls.ts';
import { DraftDialog, useDialogForm } from '../../../features/drafts/draft-dialog.tsx';
import { savedRepliesQuery } from '../../../features/orders/queries.ts';
import { useReplies } from '../../../features/orders/replies/use-replies.ts';
import { useOrdersStaffText } from '../../../features/orders/staff/text.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { notify } from '../../../lib/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { EditConflict } from '../../../ui/conflict/edit-conflict.tsx';
import { changedFields, mergeEdits } from '../../../ui/conflict/merge-edits.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { CountedTextarea, Input } from '../../../ui/form/input.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { List } from '../../../ui/list/list.tsx';
import { Badge, Card, PageHeading } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';

export function SavedRepliesPage() {
  const { replies: text } = useOrdersStaffText();
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
    onError: (error) => notify.error(errorMessage(error, text.saveFailed)),
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
                    <Button variant="quiet" size="small" onClick={() => setEdited(reply)}>
                      <Pencil className="size-4" aria-hidden="true" />
                      {text.edit}
                      <span className="sr-only">: {reply.title}</span>
                    </Button>
                    <Button variant="dangerQuiet" size="small" onClick={() => setRemoved(reply)}>
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
        refusal={remove.isError ? errorMessage(remove.error, text.saveFailed) : undefined}
      />
    </>
  );
}

type ReplyWords = Omit<SavedReply, 'id'>;

const wordsOf = (reply: SavedReply | undefined): ReplyWords => ({
  kind: reply?.kind ?? 'note',
  title: reply?.title ?? '',
  body: reply?.body ?? '',
});

function ReplyDialog({ reply, onClose }: { reply: SavedReply | undefined; onClose: () => void }) {
  const { replies: text } = useOrdersStaffText();
  const common = useUiText().common;
  const start = wordsOf(reply);
  // Someone else's version after a refused save. The draft also stores the version that it is based on (`base`), because it is kept for days.
  const [newer, setNewer] = useState<ReplyWords>();
  const client = useQueryClient();
  const form = useDialogForm(`reply:${reply?.id ?? 'new'}`, {
    blank: () => ({ ...start, base: start }),
    check: ({ title, body }) => ({
      title: title.trim() === '' ? text.nameMissing : undefined,
      body: body.trim() === '' ? text.bodyMissing : undefined,
    }),
    send: ({ base: seen, ...words }) =>
      reply
        ? call('PUT /account/saved-replies/:id/', { params: { id: reply.id }, body: { ...words, seen } })
        : call('POST /account/saved-replies/', { body: words }),
    onSent() {
      notify.success(text.saved);
      onClose();
    },
    failed: text.saveFailed,
    words: (error) => retryableErrorMessage(error, text.saveFailed),
    onRefused(error) {
      if (!(error instanceof ApiError) || error.code !== 'record_changed') return false;
      void client.fetchQuery({ ...savedRepliesQuery(), staleTime: 0 }).then(({ results }) => {
        const now = results.find(({ id }) => id === reply?.id);
        if (now) setNewer(wordsOf(now));
      });
      return true;
    },
    quiet: true,
  });
  const { base, ...mine } = form.values;
  const take = (words: ReplyWords, from: ReplyWords) => {
    const next = { ...words, base: from };
    setNewer(undefined);
    form.set(next);
    return next;
  };
  const shown = (words: ReplyWords, name: keyof ReplyWords) =>
    name === 'kind' ? text.kinds[words.kind] : words[name];
  return (
    <DraftDialog form={form} onClose={onClose} title={reply ? text.edit : text.add} submit={common.save}>
      <ChoiceCards
        legend={text.kind}
        name="kind"
        value={form.values.kind}
        onChange={(kind) => form.set({ kind })}
        choices={[
          { value: 'note', label: text.kinds.note },
          { value: 'reason', label: text.kinds.reason },
          { value: 'result', label: text.kinds.result },
        ]}
      />
      <FormField form={form} name="title" label={text.name} required>
        {(control) => <Input {...control} maxLength={80} />}
      </FormField>
      <FormField form={form} name="body" label={text.body} required hint={text.fieldsHint}>
        {(control) => <CountedTextarea {...control} limit={maximumNoteLength} />}
      </FormField>
      {newer ? (
        <EditConflict
          afterPress
          text={text.conflict}
          clashes={changedFields(base, newer).map((name) => ({
            label: text[name === 'title' ? 'name' : name],
            now: shown(newer, name),
            mine: mine[name] === base[name] ? undefined : shown(mine, name),
          }))}
          onTake={() => take(newer, newer)}
          onKeep={() => void form.send(take(mergeEdits(base, mine, newer), newer))}
        />
      ) : (
        <FormRefusal form={form} />
      )}
    </DraftDialog>
  );
}
