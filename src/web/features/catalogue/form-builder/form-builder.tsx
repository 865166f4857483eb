// The editor in which an owner builds the form of a service: items on one side, the form as customers see it on the other, and its versions below.
import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Service } from '#contract/catalogue/calls.ts';
import type { FormVersion } from '#contract/catalogue/form-calls.ts';
import {
  maximumChecks,
  maximumFields,
  maximumPapers,
  type ServiceForm,
  type Words,
} from '#contract/catalogue/form-rules.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { notify } from '../../../lib/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Badge, Callout, Card } from '../../../ui/surface.tsx';
import { useCatalogueText } from '../text.ts';
import { FormConflict } from './form-conflict.tsx';
import { moved, newCheck, newField, newKey, newPaper } from './form-draft.ts';
import { FormPreview } from './form-preview.tsx';
import { CheckEditor, FieldEditor, PaperEditor } from './item-editors.tsx';
import { useBuiltForm } from './use-built-form.ts';

interface FormBuilderProps {
  service: Service;
  /** Newest first. */
  versions: readonly FormVersion[];
}

export function FormBuilder({ service, versions }: FormBuilderProps) {
  const { forms: text } = useCatalogueText();
  const built = useBuiltForm(service, versions);
  const [asking, setAsking] = useState<number | 'draft'>();
  const [refusal, setRefusal] = useState('');
  const { form, newer } = built;
  const refuse = async (error: unknown) => {
    if (await built.findNewer(error)) return;
    const fields = error instanceof ApiError ? Object.values(error.fields) : [];
    setRefusal([...new Set(fields)].join(' ') || errorMessage(error, text.failed));
  };
  const save = (saving: () => Promise<unknown>) => {
    setRefusal('');
    saving().then(() => notify.success(text.saved), refuse);
  };
  const publish = useMutation({
    mutationFn: async (which: number | 'draft') => {
      const id = which === 'draft' ? (await built.save()).id : which;
      return call('POST /account/services/:id/forms/publish/', {
        params: { id: service.id },
        body: { form: id },
      });
    },
    onMutate: () => setRefusal(''),
    onSuccess: () => notify.success(text.published),
    onError: refuse,
    onSettled: () => setAsking(undefined),
  });
  const editor = useRef<HTMLDivElement>(null);
  /** Focuses the first item without a name instead, if there is one. */
  const askToPublish = () => {
    const nameless = editor.current?.querySelector<HTMLElement>('[data-nameless]');
    setRefusal(nameless ? text.nameless : '');
    if (!nameless) return setAsking('draft');
    nameless.focus({ preventScroll: true });
    nameless.scrollIntoView({ block: 'center' });
  };
  const shown = newer ? newer.form : form;
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div ref={editor} className="grid min-w-0 gap-4">
          <Items form={form} onChange={built.change} />
          {newer ? (
            <FormConflict built={built} newer={newer} onKeep={() => save(() => built.keep(newer))} />
          ) : refusal ? (
            <Callout tone="bad" role="alert">
              {refusal}
            </Callout>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button busy={publish.isPending} disabled={newer !== undefined} onClick={askToPublish}>
              {text.publish}
            </Button>
            <Button
              variant="quiet"
              busy={built.isSaving && !publish.isPending}
              disabled={newer !== undefined}
              onClick={() => save(built.save)}
            >
              {text.save}
            </Button>
          </div>
        </div>
        <div className="grid min-w-0 gap-4 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto">
          <FormPreview form={shown} language="bn" title={newer && text.theirs.bn} />
          <FormPreview form={shown} language="en" title={newer && text.theirs.en} />
        </div>
      </div>
      <Versions versions={versions} hasForm={service.form_version !== undefined} onUse={setAsking} />
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={() => asking !== undefined && publish.mutate(asking)}
        title={asking === 0 ? text.builtInTitle : text.publishTitle}
        description={text.publishHint}
        confirmLabel={text.publishYes}
        busy={publish.isPending}
      />
    </>
  );
}

interface ItemsProps {
  form: ServiceForm;
  onChange: (change: Partial<ServiceForm>) => void;
}

function Items({ form, onChange }: ItemsProps) {
  const { forms: text, moved: movedTo } = useCatalogueText();
  const language = useLanguage();
  const format = useFormat();
  const [announcement, setAnnouncement] = useState('');
  const { fields, papers, checks } = form;
  /** Returns the actions that all lists of items share. */
  function acts<T extends { key: string; label: Words }>(
    list: readonly T[],
    index: number,
    put: (list: readonly T[]) => void,
  ) {
    return {
      acts: {
        isFirst: index === 0,
        isLast: index === list.length - 1,
        onMove(by: -1 | 1) {
          put(moved(list, index, by));
          setAnnouncement(movedTo(list[index]!.label[language], format.digits(index + by + 1)));
        },
        onRemove: () => put(list.filter((_, at) => at !== index)),
      },
      item: list[index]!,
      onChange: (item: T) => put(list.map((one, at) => (at === index ? item : one))),
    };
  }
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ItemList
        title={text.fields}
        add={text.addField}
        onAdd={() => onChange({ fields: [...fields, newField(newKey(form, 'f'))] })}
        isFull={fields.length >= maximumFields}
      >
        {fields.map(({ key }, index) => (
          <FieldEditor
            key={key}
            {...acts(fields, index, (list) => onChange({ fields: list }))}
            before={fields.slice(0, index)}
          />
        ))}
      </ItemList>
      <ItemList
        title={text.papers}
        add={text.addPaper}
        onAdd={() => onChange({ papers: [...papers, newPaper(newKey(form, 'p'))] })}
        isFull={papers.length >= maximumPapers}
      >
        {papers.map(({ key }, index) => (
          <PaperEditor
            key={key}
            {...acts(papers, index, (list) => onChange({ papers: list }))}
            fields={fields}
          />
        ))}
      </ItemList>
      <ItemList
        title={text.checks}
        hint={text.checksHint}
        add={text.addCheck}
        onAdd={() => onChange({ checks: [...checks, newCheck(newKey(form, 'k'))] })}
        isFull={checks.length >= maximumChecks}
      >
        {checks.map(({ key }, index) => (
          <CheckEditor key={key} {...acts(checks, index, (list) => onChange({ checks: list }))} />
        ))}
      </ItemList>
    </>
  );
}

interface ItemListProps {
  title: string;
  hint?: string;
  add: string;
  onAdd: () => void;
  isFull: boolean;
  children: ReactNode[];
}

function ItemList({ title, hint, add, onAdd, isFull, children }: ItemListProps) {
  const list = useRef<HTMLUListElement>(null);
  /** Focuses the name of a new item. */
  const addOne = () => {
    flushSync(onAdd);
    list.current?.lastElementChild?.querySelector('input')?.focus();
  };
  return (
    <Card title={title} {...(hint ? { description: hint } : {})}>
      <ul ref={list} className="grid gap-3">
        {children}
      </ul>
      {isFull ? null : (
        <Button variant="quiet" className="mt-3" onClick={addOne}>
          <Plus className="size-5" aria-hidden="true" />
          {add}
        </Button>
      )}
    </Card>
  );
}

interface VersionsProps {
  versions: readonly FormVersion[];
  hasForm: boolean;
  /** 0 for the built-in form. */
  onUse: (id: number) => void;
}

function Versions({ versions, hasForm, onUse }: VersionsProps) {
  const { forms: text } = useCatalogueText();
  const format = useFormat();
  return (
    <Card title={text.versions} description={text.versionsHint} className="mt-4">
      <ul className="divide-y divide-line" data-testid="form-versions">
        {versions.map((version) => (
          <li key={version.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="font-medium">{text.version(format.digits(version.number))}</span>
            {version.is_current ? (
              <Badge tone="good">{text.current}</Badge>
            ) : version.state === 'draft' ? (
              <Badge tone="warn">{text.draft}</Badge>
            ) : null}
            <span className="text-sm text-muted">
              {version.by.name} · {format.dateTime(version.at)}
            </span>
            {version.state === 'published' && !version.is_current ? (
              <Button variant="quiet" size="small" className="sm:ml-auto" onClick={() => onUse(version.id)}>
                {text.useThis}
              </Button>
            ) : null}
          </li>
        ))}
        <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="font-medium">{text.builtIn}</span>
          {hasForm ? (
            <Button variant="quiet" size="small" className="sm:ml-auto" onClick={() => onUse(0)}>
              {text.useThis}
            </Button>
          ) : (
            <Badge tone="good">{text.current}</Badge>
          )}
        </li>
      </ul>
    </Card>
  );
}
