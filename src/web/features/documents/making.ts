// Creating or correcting a copy: one submit with its idempotency key, a tab opened on click, and the errors shown on the form.
import { ApiError, errorWords } from '../../lib/api/api-error.ts';
import { useSubmitKey } from '../../lib/api/submit-key.ts';
import { openWaitingTab, type WaitingTab } from '../../lib/new-tab.ts';
import { type FormErrors, type FormState, useForm } from '../../lib/use-form.ts';
import type { Draft } from './draft.ts';
import { useDocumentsText } from './text.ts';

/** The error message without field names, since field errors are shown at the fields themselves. */
export function refusalWords(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return Object.values(error.fields)[0] ?? errorWords(error, otherwise);
  return otherwise;
}

interface MakingOptions<V extends object, F extends string, Body, Made> {
  draft: Pick<Draft<V>, 'value' | 'set'>;
  /** In form order. */
  fields: readonly F[];
  stops?: () => boolean;
  check: (values: V) => FormErrors<NoInfer<F>>;
  /** Shown when a required field is blank; otherwise the first field's own error is. */
  missing?: string;
  summary?: (found: FormErrors<NoInfer<F>>) => string | undefined;
  body: (values: V) => Body;
  send: (body: Body, idempotencyKey: string) => Promise<Made>;
  /** Navigates the tab, or closes it. */
  onMade: (made: Made, tab: WaitingTab) => void;
  words: (error: unknown) => string;
  withoutTab?: boolean;
}

/** The form of a copy: one submit with its idempotency key, and a tab opened within the click. */
export function useMaking<V extends object, F extends string, Body, Made>({
  fields,
  missing,
  body: bodyOf,
  send,
  onMade,
  withoutTab = false,
  ...options
}: MakingOptions<V, F, Body, Made>): FormState<V, F> {
  const { nid } = useDocumentsText();
  const submitKey = useSubmitKey();
  return useForm<V, { made: Made; tab: WaitingTab }, F>({
    blank: options.draft.value,
    fields,
    summary(found) {
      const isMissing = Object.values(found).includes('required');
      return isMissing && missing ? missing : found[fields.find((field) => found[field])!];
    },
    async send(values) {
      const tab = withoutTab ? noTab : openWaitingTab(nid.preparing);
      const body = bodyOf(values);
      try {
        return { made: await send(body, submitKey.for(body)), tab };
      } catch (error) {
        tab.close();
        throw error;
      }
    },
    onSent({ made, tab }) {
      submitKey.done();
      onMade(made, tab);
    },
    failed: '',
    ...options,
  });
}

const noTab: WaitingTab = { go: () => false, close: () => undefined };
