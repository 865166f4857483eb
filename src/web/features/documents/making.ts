// Creating or correcting a copy: one submit with its idempotency key, a tab opened on click, and the errors shown on the form.
import { useRef } from 'react';
import { ApiError, errorWords, isUnreachable } from '../../lib/api/api-error.ts';
import { type SubmitKey, useSubmitKey } from '../../lib/api/submit-key.ts';
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
  outbox?: OutboxPlace;
}

/** Where the same call can wait without a network. */
interface OutboxPlace {
  call: string;
  params: Record<string, unknown>;
  title: string;
  draft: string;
}

/** What was asked for, at the price that was shown then. `kept`: without a network it did not leave the device. `sent`: it may have arrived. */
interface Press<V, Body> {
  of: V;
  body: Body;
  step: 'asking' | 'kept' | 'sent';
}

function usePress<V extends object, Body>(bodyOf: (values: V) => Body) {
  const last = useRef<Press<V, Body>>(undefined);
  const isByItself = useRef(false);
  return {
    last,
    isByItself,
    /** The one that is repeated, or a new one. */
    of(values: V): Press<V, Body> {
      if (!isByItself.current || !last.current)
        last.current = { of: values, body: bodyOf(values), step: 'asking' };
      return last.current;
    },
    /** What was sent may be what is there already. Anything else is asked about like a press. */
    async repeat({ send, sendUnlessAsked }: Pick<FormState<V>, 'send' | 'sendUnlessAsked'>, values: V) {
      isByItself.current = true;
      await (last.current?.step === 'sent' ? send : sendUnlessAsked)(values).finally(() => {
        isByItself.current = false;
      });
    },
  };
}

/** What the outbox needs of a form. */
export interface OutboxSource {
  isTried: () => boolean;
  intent: () => Intent;
}

/** A free correction may go beside an earlier one. */
const sendOnce = <Body, Made>(
  body: Body,
  send: (body: Body, key: string) => Promise<Made>,
  submitKey: SubmitKey,
  isFree: boolean,
) => (isFree ? send(body, submitKey.for(body)) : submitKey.sendOne(body, (key) => send(body, key)));

function intentOf(
  { draft, ...waiting }: OutboxPlace,
  values: object,
  body: unknown,
  submitKey: SubmitKey,
): Intent {
  return {
    ...waiting,
    body: body as Record<string, unknown>,
    key: submitKey.for(body),
    facts: [],
    form: { path: window.location.pathname, draft, values },
  };
}

/**
 * The form of a copy: one submit with its idempotency key, and a tab opened within the click. Without an answer it is sent again by itself, under
 * the same key, and what has never left the device only after the question of a press; a correction may wait in the outbox instead.
 */
export function useMaking<V extends object, F extends string, Body, Made>({
  fields,
  missing,
  body: bodyOf,
  send,
  onMade,
  withoutTab = false,
  outbox,
  asks,
  words,
  ...options
}: MakingOptions<V, F, Body, Made>): FormState<V, F> & {
  outbox: OutboxSource | undefined;
  goingOn: GoingOn;
} {
  const { nid, recent } = useDocumentsText();
  const submitKey = useSubmitKey(options.draft.keyName);
  const press = usePress(bodyOf);
  const hadLine = useRef(true);
  const form = useForm<V, { made: Made; tab: WaitingTab }, F>({
    blank: options.draft.value,
    fields,
    summary: (found) =>
      (Object.values(found).includes('required') && missing) || found[fields.find((field) => found[field])!],
    asks() {
      press.of(options.draft.value).step = 'asking';
      return asks?.() ?? false;
    },
    words: (error) =>
      press.last.current?.step === 'asking' ? recent.unknown(isUnreachable(error)) : words(error),
    async send(values) {
      hadLine.current = navigator.onLine;
      // Only a press may open one, and where nothing gets through it would stay empty.
      const tab =
        withoutTab || press.isByItself.current || !hadLine.current ? noTab : openWaitingTab(nid.preparing);
      // The very same content, also when its price has changed meanwhile: anything else would be another purchase.
      const pressed = press.of(values);
      if (pressed.step !== 'sent') pressed.step = hadLine.current ? 'sent' : 'kept';
      try {
        return { made: await sendOnce(pressed.body, send, submitKey, outbox !== undefined), tab };
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
  const isGoingOn = !outbox && press.last.current?.of === options.draft.value;
  const goingOn = useGoingOn(isGoingOn ? form.error : undefined, options.draft.value, () =>
    press.repeat(form, options.draft.value),
  );
  return {
    ...form,
    /** Whoever was asked wants what they changed beside what is there. */
    send(values) {
      submitKey.for(bodyOf(values));
      return form.send(values);
    },
    goingOn,
    outbox: outbox && {
      isTried: () => hadLine.current,
      intent: () => intentOf(outbox, options.draft.value, bodyOf(options.draft.value), submitKey),
    },
  };
}

const noTab: WaitingTab = { go: () => false, close: () => undefined };
