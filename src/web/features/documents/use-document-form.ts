// The form that creates or corrects a copy: one submit with its idempotency key, a tab opened on click, and the errors shown on the form.
import { useRef } from 'react';
import { ApiError, errorMessage, isUnreachable } from '../../lib/api/api-error.ts';
import { type SubmitKey, useSubmitKey } from '../../lib/api/submit-key.ts';
import { AlreadyDoneError } from '../../lib/api/unknown-outcome.ts';
import { useFormat } from '../../lib/format.ts';
import { openWaitingTab, type WaitingTab } from '../../lib/new-tab.ts';
import { notify } from '../../lib/notify.ts';
import { type FormErrors, type FormState, useForm } from '../../lib/use-form.ts';
import type { Intent } from '../device/outbox/outbox.ts';
import type { Draft } from '../drafts/draft.ts';
import { type AutoRetry, useAutoRetry } from './auto-retry.tsx';
import { useDocumentsText } from './text.ts';

/** Returns the error message without field names, because field errors are shown at the fields themselves. */
export function refusalMessage(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return Object.values(error.fields)[0] ?? errorMessage(error, otherwise);
  return otherwise;
}

export interface DocumentFormOptions<V extends object, F extends string, Body, Made> {
  draft: Pick<Draft<V>, 'value' | 'set' | 'keyName'>;
  /** In form order. */
  fields: readonly F[];
  stops?: () => boolean;
  asks?: () => boolean | Promise<boolean>;
  check: (values: V) => FormErrors<NoInfer<F>>;
  /** Shown if a required field is blank; otherwise the first field's own error is shown. */
  missing?: string;
  summary?: (found: FormErrors<NoInfer<F>>) => string | undefined;
  body: (values: V) => Body;
  send: (body: Body, idempotencyKey: string) => Promise<Made>;
  /**
   * Navigates the tab, or closes it.
   * @param before when the copy was made, if it already existed
   */
  onMade: (made: Made, tab: WaitingTab, before: Date | undefined) => void;
  words: (error: unknown) => string;
  withoutTab?: boolean;
  outbox?: OutboxPlace;
}

/** Where the same request can wait without a network. */
interface OutboxPlace {
  call: string;
  params: Record<string, unknown>;
  title: string;
  draft: string;
}

/** What was submitted, at the price shown at the time. `kept`: without a network it did not leave the device. `sent`: it may have arrived. */
interface Press<V, Body> {
  of: V;
  body: Body;
  step: 'asking' | 'kept' | 'sent';
}

function usePendingPress<V extends object, Body>(bodyOf: (values: V) => Body) {
  const last = useRef<Press<V, Body>>(undefined);
  const isAutomatic = useRef(false);
  return {
    last,
    isAutomatic,
    /** Returns the submit that is being repeated, or a new one. */
    of(values: V): Press<V, Body> {
      if (!isAutomatic.current || !last.current)
        last.current = { of: values, body: bodyOf(values), step: 'asking' };
      return last.current;
    },
    /** What was sent may already have been carried out, so it is sent again as it is. Anything else is checked like a new press. */
    async repeat({ send, sendUnlessAsked }: Pick<FormState<V>, 'send' | 'sendUnlessAsked'>, values: V) {
      isAutomatic.current = true;
      await (last.current?.step === 'sent' ? send : sendUnlessAsked)(values).finally(() => {
        isAutomatic.current = false;
      });
    },
  };
}

/** What the outbox needs from a form. */
export interface OutboxSource {
  isTried: () => boolean;
  intent: () => Intent;
}

/** `before` is set if the copy already existed; it is the requested one and opens like a new one. */
interface Sent<Made> {
  made: Made;
  before?: Date;
}

/** @param press undefined for a free correction, which may be made in addition to an earlier one */
async function sendOnce<Body, Made>(
  body: Body,
  send: (body: Body, key: string) => Promise<Made>,
  submitKey: SubmitKey,
  press: { isAutomatic: { current: boolean } } | undefined,
): Promise<Sent<Made>> {
  if (!press) return { made: await send(body, submitKey.for(body)) };
  try {
    return { made: await submitKey.sendOne(body, (key) => send(body, key), press.isAutomatic.current) };
  } catch (error) {
    if (!(error instanceof AlreadyDoneError)) throw error;
    return { made: error.answer as Made, before: error.at };
  }
}

function useNotifyAlreadyMade() {
  const { recent } = useDocumentsText();
  const format = useFormat();
  /** Shown instead of the message that the copy was made. */
  return (before: Date | undefined) => before && notify.info(recent.before(format.dateTime(before)));
}

/** Returns the message for the whole form: that something is missing, or the error of the first wrong field. */
const summaryOf = <F extends string>(found: FormErrors<F>, fields: readonly F[], missing = '') =>
  (Object.values(found).includes('required') && missing) || found[fields.find((field) => found[field])!];

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
 * The form of a copy: one submit with its idempotency key, and a tab opened within the click. If there is no response, it is sent again automatically
 * under the same key; if it never left the device, it is first checked like a new press. A correction may wait in the outbox instead.
 */
export function useDocumentForm<V extends object, F extends string, Body, Made>({
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
}: DocumentFormOptions<V, F, Body, Made>): FormState<V, F> & {
  outbox: OutboxSource | undefined;
  autoRetry: AutoRetry;
} {
  const { nid, recent } = useDocumentsText();
  const notifyAlreadyMade = useNotifyAlreadyMade();
  const submitKey = useSubmitKey(options.draft.keyName);
  const press = usePendingPress(bodyOf);
  const hadLine = useRef(true);
  const form = useForm<V, Sent<Made> & { tab: WaitingTab }, F>({
    blank: options.draft.value,
    fields,
    summary: (found) => summaryOf(found, fields, missing),
    asks() {
      press.of(options.draft.value).step = 'asking';
      return asks?.() ?? false;
    },
    words: (error) =>
      press.last.current?.step === 'asking' ? recent.unknown(isUnreachable(error)) : words(error),
    async send(values) {
      hadLine.current = navigator.onLine;
      // Only a press may open a tab, and without a network it would stay empty.
      const tab =
        withoutTab || press.isAutomatic.current || !hadLine.current ? noTab : openWaitingTab(nid.preparing);
      // Exactly the same content, even if its price has changed meanwhile: anything else would be another purchase.
      const pressed = press.of(values);
      if (pressed.step !== 'sent') pressed.step = hadLine.current ? 'sent' : 'kept';
      try {
        return { ...(await sendOnce(pressed.body, send, submitKey, outbox ? undefined : press)), tab };
      } catch (error) {
        tab.close();
        throw error;
      }
    },
    onSent({ made, tab, before }) {
      submitKey.done();
      onMade(made, tab, before);
      notifyAlreadyMade(before);
    },
    failed: '',
    ...options,
  });
  const { value } = options.draft;
  const mayRetry = !outbox && press.last.current?.of === value;
  const autoRetry = useAutoRetry(mayRetry ? form.error : undefined, value, () => press.repeat(form, value));
  return {
    ...form,
    /** After the question, the user wants the changed version in addition to the existing one. */
    send(values) {
      submitKey.for(bodyOf(values));
      return form.send(values);
    },
    autoRetry,
    outbox: outbox && {
      isTried: () => hadLine.current,
      intent: () => intentOf(outbox, value, bodyOf(value), submitKey),
    },
  };
}

const noTab: WaitingTab = { navigate: () => false, close: () => undefined };
