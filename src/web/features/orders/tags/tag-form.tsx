// Name and colour of a tag: a new one, which the orders get at once, or one to change.
import type { OrderTag } from '#contract/orders/calls.ts';
import { maximumTagNameLength, type TagColor, tagColors } from '#contract/orders/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { useUiText } from '../../../ui/text.ts';
import { useDialogForm, useDialogSubmitKey } from '../../drafts/draft-dialog.tsx';
import { DraftNotice } from '../../drafts/draft-notice.tsx';
import { useTagsText } from './staff-text.ts';
import { TagDot } from './tag-mark.tsx';

interface TagFormProps {
  /** The tag to change; undefined for a new one. */
  tag: OrderTag | undefined;
  orders: readonly number[];
  onDone: () => void;
}

export function TagForm({ tag, orders, onDone }: TagFormProps) {
  const text = useTagsText();
  const common = useUiText().common;
  const draftName = `tag:${tag?.id ?? 'new'}`;
  const submitKey = useDialogSubmitKey(draftName);
  const form = useDialogForm(draftName, {
    blank: () => ({ name: tag?.name ?? '', color: tag?.color ?? ('red' as TagColor) }),
    check: ({ name }) => ({ name: name.trim() === '' ? text.nameMissing : undefined }),
    async send(body) {
      if (tag) return call('PATCH /account/order-tags/:id/', { params: { id: tag.id }, body });
      const made = await call('POST /account/order-tags/', { body, idempotencyKey: submitKey.for(body) });
      await call('PUT /account/order-tags/:id/set/', {
        params: { id: made.id },
        body: { orders: [...orders], is_set: true },
      });
      return made;
    },
    onSent() {
      submitKey.done();
      onDone();
    },
    failed: text.saveFailed,
    words: (error) => retryableErrorMessage(error, text.saveFailed),
    at: 'name',
    quiet: true,
  });
  return (
    <Form form={form} className="grid gap-4 border-t border-line pt-4">
      {form.draft.restored ? <DraftNotice onForget={form.draft.forget} /> : null}
      <FormField form={form} name="name" label={text.name} required>
        {(control) => <Input {...control} autoFocus maxLength={maximumTagNameLength} />}
      </FormField>
      <ChoiceCards
        legend={text.color}
        name="color"
        columns="grid-cols-2 sm:grid-cols-3"
        value={form.values.color}
        onChange={(color) => form.set({ color })}
        choices={tagColors.map((value) => ({
          value,
          label: (
            <span className="flex items-center gap-2">
              <TagDot color={value} />
              {text.colors[value]}
            </span>
          ),
        }))}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onDone}>
          {common.cancel}
        </Button>
        <Button type="submit" busy={form.busy}>
          {common.save}
        </Button>
      </div>
    </Form>
  );
}
