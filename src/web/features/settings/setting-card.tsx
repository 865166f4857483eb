// A group of settings: its form, who changed it last, and a notice if someone else saved first.

import { History } from 'lucide-react';
import { useEffect } from 'react';
import type { Setting } from '#contract/settings/calls.ts';
import { type RechargePackage, type SettingField, weakenedBy } from '#contract/settings/rules.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { EditConflict } from '../../ui/conflict/edit-conflict.tsx';
import { mergeEdits } from '../../ui/conflict/merge-edits.ts';
import { AmountInput } from '../../ui/form/amount-input.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { Input, Textarea } from '../../ui/form/input.tsx';
import { Card } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { CodeField, codeBody } from '../accounts/code-field.tsx';
import { useDialogDraft } from '../drafts/draft.ts';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import { PackagesInput } from './packages-input.tsx';
import { PendingSetting } from './pending-setting.tsx';
import {
  changedSettingFields,
  type FieldKind,
  fieldsOf,
  fromForm,
  type SettingValue,
  toForm,
} from './setting-fields.ts';
import { useSettingWords } from './setting-words.ts';
import { useSettingsText } from './text.ts';

interface SettingCardProps {
  setting: Setting;
  mayChange: boolean;
  onHistory: () => void;
}

export function SettingCard({ setting, mayChange, onHistory }: SettingCardProps) {
  const { settings: text } = useSettingsText();
  const format = useFormat();
  const { key } = setting;
  const startOf = (from: Setting) => ({
    value: toForm(key, from.value, format.digits),
    code: '',
    version: from.version,
    // The values with which the form opened; another version that arrives meanwhile is someone else's.
    base: from,
  });
  const blank = () => startOf(setting);
  const draft = useDialogDraft(`setting:${key}`, blank);
  const form = useForm({
    blank,
    draft,
    fields: [...(Object.keys(fieldsOf[key]) as SettingField[]), 'code' as const],
    async send({ value, code, version }) {
      if (!isTouched) return undefined;
      const body = { version, value: fromForm(key, value), ...codeBody(code) };
      return call('PUT /account/settings/:key/', { params: { key }, body });
    },
    onSent(changed) {
      if (!changed) return notify.info(text.unchanged);
      take(changed);
      draft.markSaved();
      if (changed.status === 'pending') notify.info(text.waits);
      else notify.success(text.saved);
    },
    failed: text.saveFailed,
    // The page then shows that someone else was first.
    onRefused: (error) => error instanceof ApiError && error.code === 'setting_changed',
    quiet: true,
  });
  const { value: values, code, base } = form.values;
  const plain = (value: SettingValue) => JSON.stringify(fromForm(key, value));
  const isTouched = plain(values) !== plain(startOf(base).value);
  const isOther = setting.version !== base.version;
  // As after a save whose response was lost.
  const isThere = plain(values) === plain(startOf(setting).value);
  const take = (next: Setting) => {
    form.set(startOf(next));
    form.clear();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version may replace what is shown
  useEffect(() => {
    if (!isOther || (isTouched && !isThere)) return;
    if (isTouched && !form.busy) notify.success(text.saved);
    take(setting);
  }, [setting]);
  const isWeaker = weakenedBy(key, base.value, fromForm(key, values)).length > 0;
  const group = text.groups[key];
  const onUndo = () => take(setting);
  const keep = () => {
    const merged = mergeEdits<SettingValue>(base.value, fromForm(key, values), setting.value);
    const kept = { ...startOf(setting), code, value: toForm(key, merged, format.digits) };
    form.set(kept);
    return form.send(kept);
  };
  return (
    <Card
      title={group.name}
      description={group.hint}
      aside={
        <Button variant="bare" size="small" onClick={onHistory}>
          <History className="size-4" aria-hidden="true" />
          {text.history}
          <span className="sr-only">: {group.name}</span>
        </Button>
      }
    >
      <Form form={form}>
        {draft.restored && isTouched ? (
          <div className="mb-4">
            <DraftNotice onForget={draft.forget} />
          </div>
        ) : null}
        <SettingInputs
          settingKey={key}
          values={values}
          errors={form.errors}
          disabled={!mayChange}
          onChange={(name, value) => {
            form.set({ value: { ...values, [name]: value } });
            form.clear(name);
          }}
        />
        {isWeaker && mayChange ? (
          <CodeField
            value={code}
            onChange={(next) => form.set({ code: next })}
            error={form.errors.code}
            className="mt-4"
          />
        ) : null}
        {setting.pending ? (
          <PendingSetting settingKey={key} pending={setting.pending} mayChange={mayChange} />
        ) : null}
        {isOther && isTouched && !isThere ? (
          <Conflict
            {...{ base, setting }}
            typed={fromForm(key, values)}
            onTake={() => take(setting)}
            onKeep={keep}
          />
        ) : (
          <FormRefusal form={form} className="mt-4" />
        )}
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">
            {setting.changed_by
              ? text.changed(setting.changed_by.name, format.dateTime(setting.changed_at))
              : text.never}
          </p>
          {mayChange ? <SaveButtons name={group.name} {...{ isTouched, onUndo, busy: form.busy }} /> : null}
        </div>
      </Form>
    </Card>
  );
}

interface ConflictProps {
  base: Setting;
  setting: Setting;
  typed: SettingValue;
  onTake: () => void;
  onKeep: () => void;
}

function Conflict({ base, setting, typed, onTake, onKeep }: ConflictProps) {
  const { settings: text } = useSettingsText();
  const show = useSettingWords();
  const { key, value: now, changed_by: by } = setting;
  const mine = new Set(changedSettingFields(key, base.value, typed));
  return (
    <div className="mt-4">
      <EditConflict
        text={text.conflict.text(by?.name || text.conflict.someone)}
        at={setting.changed_at ?? undefined}
        clashes={changedSettingFields(key, base.value, now).map((name) => ({
          label: text.fields[name],
          now: show(name, now[name]),
          mine: mine.has(name) ? show(name, typed[name]) : undefined,
        }))}
        onTake={onTake}
        onKeep={onKeep}
      />
    </div>
  );
}

interface SaveButtonsProps {
  /** Name of the group for screen readers, because every group has such buttons. */
  name: string;
  isTouched: boolean;
  busy: boolean;
  onUndo: () => void;
}

function SaveButtons({ name, isTouched, busy, onUndo }: SaveButtonsProps) {
  const { settings: text } = useSettingsText();
  const common = useUiText().common;
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      {isTouched ? (
        <Button variant="quiet" aria-label={`${text.undo}: ${name}`} onClick={onUndo} disabled={busy}>
          {text.undo}
        </Button>
      ) : null}
      <Button type="submit" busy={busy} aria-label={`${common.save}: ${name}`}>
        {common.save}
      </Button>
    </div>
  );
}

interface SettingInputsProps {
  settingKey: Setting['key'];
  values: SettingValue;
  errors: Partial<Record<string, string>>;
  disabled: boolean;
  onChange: (name: SettingField, value: unknown) => void;
}

const SettingInputs = ({ settingKey, values, errors, disabled, onChange }: SettingInputsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {(Object.entries(fieldsOf[settingKey]) as [SettingField, FieldKind][]).map(([name, kind]) => (
      <SettingInput
        key={name}
        name={name}
        kind={kind}
        value={values[name]}
        error={errors[name]}
        disabled={disabled}
        onChange={(value) => onChange(name, value)}
      />
    ))}
  </div>
);

interface SettingInputProps {
  name: SettingField;
  kind: FieldKind;
  value: unknown;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

function SettingInput({ name, kind, value, error, disabled, onChange }: SettingInputProps) {
  const { settings: text } = useSettingsText();
  const label = text.fields[name];
  const hints: Readonly<Record<string, string>> = text.hints;
  if (kind === 'switch')
    return (
      <Checkbox
        name={name}
        disabled={disabled}
        className="sm:col-span-2"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      >
        {label}
      </Checkbox>
    );
  if (kind === 'packages')
    return <PackagesInput value={value as RechargePackage[]} {...{ error, disabled, onChange }} />;
  if (kind === 'weekdays') {
    const chosen = value as number[];
    return (
      <fieldset className="min-w-0 sm:col-span-2">
        <legend className="text-sm font-medium">{label}</legend>
        <div className="flex flex-wrap gap-x-5">
          {text.weekdays.map((day, index) => (
            <Checkbox
              key={day}
              name={`${name}-${index}`}
              disabled={disabled}
              checked={chosen.includes(index)}
              onChange={(event) =>
                onChange(
                  event.target.checked ? [...chosen, index].sort() : chosen.filter((one) => one !== index),
                )
              }
            >
              {day}
            </Checkbox>
          ))}
        </div>
        {error ? (
          <p role="alert" className="text-sm text-bad">
            {error}
          </p>
        ) : null}
      </fieldset>
    );
  }
  const isLong = kind === 'lines' || kind === 'dates';
  return (
    <Field
      label={label}
      hint={hints[name]}
      error={error}
      className={isLong || kind === 'wide' ? 'sm:col-span-2' : ''}
    >
      {(control) =>
        isLong ? (
          <Textarea
            {...control}
            name={name}
            disabled={disabled}
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : kind === 'amount' ? (
          <AmountInput
            {...control}
            name={name}
            disabled={disabled}
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            name={name}
            inputMode={kind === 'number' ? 'decimal' : undefined}
            disabled={disabled}
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}
