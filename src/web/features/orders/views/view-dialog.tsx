// Saves the filters of the list under a name, or renames a saved view.
import { maximumViewNameLength, type OrderList } from '#contract/orders/rules.ts';
import type { SavedView, ViewQuery } from '#contract/orders/view-calls.ts';
import { call } from '../../../lib/api/api.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { notify } from '../../../lib/notify.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { useUiText } from '../../../ui/text.ts';
import { DraftDialog, useDialogForm } from '../../drafts/draft-dialog.tsx';
import { useViewsText } from './staff-text.ts';

interface ViewDialogProps {
  /** The view to change; undefined for a new one. */
  view?: SavedView | undefined;
  list: OrderList;
  query: ViewQuery;
  isSearched: boolean;
  /** The view filters by a deleted tag. */
  isTagGone: boolean;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

const withoutTag = ({ tag: _, ...query }: ViewQuery): ViewQuery => query;

export default function ViewDialog({
  view,
  list,
  query,
  isSearched,
  isTagGone,
  onSaved,
  onClose,
}: ViewDialogProps) {
  const text = useViewsText();
  const common = useUiText().common;
  const failed = view ? text.changeFailed : text.failed;
  const form = useDialogForm(`view:${view?.id ?? list}`, {
    blank: () => ({ name: view?.name ?? '', isShared: view?.is_shared ?? false, dropsTag: isTagGone }),
    check: ({ name }) => ({ name: name.trim() === '' ? text.nameMissing : undefined }),
    send: ({ name, isShared: is_shared, dropsTag }) =>
      view
        ? call('PATCH /account/saved-views/:id/', {
            params: { id: view.id },
            body: { name, is_shared, ...(dropsTag ? { query: withoutTag(view.query) } : {}) },
          })
        : call('POST /account/saved-views/', { body: { name, list, query, is_shared } }),
    onSent(saved) {
      notify.success(view ? text.changed : text.saved);
      onSaved(saved);
      onClose();
    },
    failed,
    words: (error) => retryableErrorMessage(error, failed),
    at: 'name',
    quiet: true,
  });
  const hints = [text.saveHint, query.hidden && text.columnsHint, isSearched && text.searchHint];
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      title={view ? text.changeTitle : text.save}
      description={view ? undefined : hints.filter(Boolean).join(' ')}
      submit={view ? common.save : text.submit}
    >
      <FormField form={form} name="name" label={text.name} required>
        {(control) => <Input {...control} data-begin="" maxLength={maximumViewNameLength} />}
      </FormField>
      <Checkbox
        name="isShared"
        checked={form.values.isShared}
        onChange={({ target }) => form.set({ isShared: target.checked })}
      >
        {text.shared}
      </Checkbox>
      {view && isTagGone ? (
        <Checkbox
          name="dropsTag"
          checked={form.values.dropsTag}
          onChange={({ target }) => form.set({ dropsTag: target.checked })}
        >
          {text.withoutTag}
        </Checkbox>
      ) : null}
    </DraftDialog>
  );
}
