// The form in the builder, the version that it is based on, and saving it without overwriting another.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Service } from '#contract/catalogue/calls.ts';
import type { FormVersion } from '#contract/catalogue/form-calls.ts';
import type { ServiceForm } from '#contract/catalogue/form-rules.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { changedFields, mergeEdits } from '../../../ui/conflict/merge-edits.ts';
import { useDraft } from '../../drafts/draft.ts';
import { formVersionsQuery } from '../queries.ts';
import { builtInForm } from './form-draft.ts';

interface Built extends ServiceForm {
  /** Id of the newest version when this form was started, 0 for none. */
  seen: number;
  /** The form that it was started from. */
  base: ServiceForm;
}

const formOf = ({ fields, papers, checks }: ServiceForm): ServiceForm => ({ fields, papers, checks });
const newestOf = (versions: readonly FormVersion[]) => versions[0]?.id ?? 0;

function beginOn(service: Service, versions: readonly FormVersion[]): Built {
  const from =
    versions.find(({ state }) => state === 'draft') ?? versions.find(({ is_current }) => is_current);
  const base = from ? formOf(from.form) : builtInForm(service);
  return { ...base, seen: newestOf(versions), base };
}

/** @param versions newest first */
export function useBuiltForm(service: Service, versions: readonly FormVersion[]) {
  const client = useQueryClient();
  const draft = useDraft<Built>(`form:${service.id}`, () => beginOn(service, versions));
  const [newer, setNewer] = useState<FormVersion>();
  const { seen, base } = draft.value;
  const form = formOf(draft.value);
  const isTouched = changedFields(base, form).length > 0;

  const { forget } = draft;
  const isOld = !isTouched && newestOf(versions) > seen;
  useEffect(() => {
    if (isOld) forget();
  }, [isOld, forget]);

  /** Continues with `next`, based on the current version `now`. */
  const goOn = (next: ServiceForm, now: FormVersion) => {
    setNewer(undefined);
    draft.set(() => ({ ...formOf(next), seen: now.id, base: formOf(now.form) }));
  };

  const save = useMutation({
    mutationFn: (what: { form: ServiceForm; seen: number }) =>
      call('PUT /account/services/:id/forms/draft/', {
        params: { id: service.id },
        body: what as { form: FormVersion['form']; seen: number },
      }),
    onSuccess(saved, sent) {
      // What was typed during the save continues from what was saved.
      const isSame = changedFields(sent.form, form).length === 0;
      goOn(mergeEdits(sent.form, form, formOf(saved.form)), saved);
      if (isSame) draft.markSaved();
    },
  });

  return {
    form,
    change: (part: Partial<ServiceForm>) => draft.set((old) => ({ ...old, ...part })),
    isSaving: save.isPending,
    save: () => save.mutateAsync({ form, seen }),
    newer,
    /** @returns whether the refusal means that someone else has saved another version, which is then `newer` */
    async findNewer(error: unknown): Promise<boolean> {
      if (!(error instanceof ApiError) || error.code !== 'record_changed') return false;
      const results = await client
        .fetchQuery({ ...formVersionsQuery(service.id), staleTime: 0 })
        .then((page) => page.results)
        .catch(() => []);
      const [newest] = results;
      if (!newest || newest.id === seen) return false;
      setNewer(newest);
      return true;
    },
    base,
    take: (now: FormVersion) => goOn(formOf(now.form), now),
    async keep(now: FormVersion) {
      const merged = mergeEdits(base, form, formOf(now.form));
      goOn(merged, now);
      await save.mutateAsync({ form: merged, seen: now.id });
    },
  };
}

export type BuiltForm = ReturnType<typeof useBuiltForm>;
