// Creating or correcting a copy: one submit with its idempotency key, a tab opened on click, and the errors shown on the form.
import { useRef } from 'react';
import { ApiError, errorWords } from '../../lib/api/api-error.ts';
import { useSubmitKey } from '../../lib/api/submit-key.ts';
import { openWaitingTab, type WaitingTab } from '../../lib/new-tab.ts';
import { type FormErrors, type FormState, useForm } from '../../lib/use-form.ts';
import type { Intent } from '../device/outbox/outbox.ts';
import type { Draft } from './draft.ts';
import { type GoingOn, useGoingOn } from './going-on.tsx';
import { useDocumentsText } from './text.ts';

/** The error message without field names, since field errors are shown at the fields themselves. */
export function refusalWords(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return Object.values(error.fields)[0] ?? errorWords(error, otherwise);
  return otherwise;
}

interface MakingOptions<V extends object, F extends string, Body, Made> {
  draft: Pick<Draft<V>, 'value' | 'set' | 'keyName'>;
  /** In form order. */
  fields: readonly F[];
  stops?: () => boolean;
  asks?: () => boolean | Promise<boolean>;
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
  /** Where the same call can wait without a network. */
  outbox?: { call: string; params: Record<string, unknown>; title: string; draft: string };
}

/** What the outbox needs of a form. */
export interface OutboxSource {
  isTried: () => boolean;
  intent: () => Intent;
}

/**
 * The form of a copy: one submit with its idempotency key, and a tab opened within the click. Without an answer it is sent again by itself, under
 * the same key; a correction may wait in the outbox instead.
 */
export function useMaking<V extends object, F extends string, Body, Made>({
  fields,
  missing,
  body: bodyOf,
  send,
  onMade,
  withoutTab = false,
  outbox,
  ...options
}: MakingOptions<V, F, Body, Made>): FormState<V, F> & {
  outbox: OutboxSource | undefined;
  goingOn: GoingOn;
} {
  const { nid } = useDocumentsText();
  const submitKey = useSubmitKey(options.draft.keyName);
  const isByItself = useRef(false);
  const tried = useRef<Body>(undefined);
  const hadLine = useRef(true);
  const intent = ({ draft, ...waiting }: NonNullable<typeof outbox>): Intent => {
    const body = bodyOf(options.draft.value);
    return {
      ...waiting,
      body: body as Record<string, unknown>,
      key: submitKey.for(body),
      facts: [],
      form: { path: window.location.pathname, draft, values: options.draft.value },
    };
  };
  const form = useForm<V, { made: Made; tab: WaitingTab }, F>({
    blank: options.draft.value,
    fields,
    summary(found) {
      const isMissing = Object.values(found).includes('required');
      return isMissing && missing ? missing : found[fields.find((field) => found[field])!];
    },
    async send(values) {
      hadLine.current = navigator.onLine;
      // Only a press may open one, and where nothing gets through it would stay empty.
      const tab =
        withoutTab || isByItself.current || !hadLine.current ? noTab : openWaitingTab(nid.preparing);
      // The very same content, also when its price has changed meanwhile: anything else would be another purchase.
      const body = isByItself.current && tried.current !== undefined ? tried.current : bodyOf(values);
      tried.current = body;
      isByItself.current = false;
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
  const goingOn = useGoingOn(outbox ? undefined : form.error, options.draft.value, () => {
    isByItself.current = true;
    form.send(options.draft.value);
  });
  return {
    ...form,
    goingOn,
    outbox: outbox && { isTried: () => hadLine.current, intent: () => intent(outbox) },
  };
}

const noTab: WaitingTab = { go: () => false, close: () => undefined };
