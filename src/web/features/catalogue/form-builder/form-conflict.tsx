// A colleague has saved another form meanwhile: shows its items next to the user's own.
import type { FormVersion } from '#contract/catalogue/form-calls.ts';
import type { ServiceForm } from '#contract/catalogue/form-rules.ts';
import { useLanguage } from '../../../lib/language.ts';
import { EditConflict } from '../../../ui/conflict/edit-conflict.tsx';
import { changedFields } from '../../../ui/conflict/merge-edits.ts';
import { useCatalogueText } from '../text.ts';
import type { BuiltForm } from './use-built-form.ts';

interface FormConflictProps {
  built: BuiltForm;
  newer: FormVersion;
  onKeep: () => void;
}

export function FormConflict({ built, newer, onKeep }: FormConflictProps) {
  const { forms: text, dialog } = useCatalogueText();
  const language = useLanguage();
  const { base, form } = built;
  const theirs: ServiceForm = {
    fields: newer.form.fields,
    papers: newer.form.papers,
    checks: newer.form.checks,
  };
  const named = (items: ServiceForm[keyof ServiceForm]) =>
    items.map(({ label }) => label[language] || label.bn).join('\n');
  const own = changedFields(base, form);
  return (
    <EditConflict
      afterPress
      text={text.conflict(newer.by.name || dialog.someone)}
      at={newer.at}
      clashes={changedFields(base, theirs).map((list) => ({
        label: text[list],
        now: named(theirs[list]),
        mine: own.includes(list) ? named(form[list]) : undefined,
      }))}
      onTake={() => built.take(newer)}
      onKeep={onKeep}
    />
  );
}
