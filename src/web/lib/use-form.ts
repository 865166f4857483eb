// The state of every form: values, errors, submit, and what a refusal leaves on the screen.
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type FieldMessageKey, fieldMessage, fieldMessages } from '#contract/fields/field-messages.ts';
import type { Language } from '#contract/language.ts';
import { ApiError, errorMessage } from './api/api-error.ts';
import { useLanguage } from './language.ts';
import { notify } from './notify.ts';

/** By field: a key of the contract's messages, or text. */
export type FormErrors<F extends string> = { [K in F]?: string | undefined };

export interface FormOptions<V extends object, A, F extends string> {
  blank: V | (() => V);
  /** Keeps the values outside the form: in a draft, which survives a reload. */
  draft?: { value: V; set: (change: (old: V) => V) => void };
  /** Names of the fields that messages belong to, if they differ from the names of the values. */
  fields?: readonly F[];
  /** @returns true if another question has to be answered first */
  stops?: () => boolean;
  /**
   * Called once the values are valid.
   * @returns true if the user has to decide something before they are sent, or a promise if that is not known yet; its failure is shown like one of
   * sending
   */
  asks?: (() => boolean | Promise<boolean>) | undefined;
  /** Errors that can be found before sending. */
  check?: ((values: V) => FormErrors<NoInfer<F>>) | undefined;
  /** Shown for the whole form when the check finds an error. */
  summary?: (found: FormErrors<NoInfer<F>>) => string | undefined;
  /** Runs within the submit event itself, so it may open a tab. */
  send: (values: V) => Promise<A>;
  onSent?: (answer: A) => unknown;
  /** Shown for a failure without a message of its own. */
  failed: string;
  /** The message for a failure; by default `errorMessage` finds it. */
  words?: (error: unknown) => string;
  /** Maps the server's messages to this form's names; by default, those of the fields that it has. */
  fieldsOf?: (error: ApiError) => FormErrors<NoInfer<F>>;
  /** The field for failures that name none; no toast is shown then. */
  at?: NoInfer<F>;
  /** @returns true if the refusal is shown elsewhere */
  onRefused?: (error: unknown) => unknown;
  /** Suppresses the toast that otherwise accompanies a refusal. */
  quiet?: boolean;
}

export interface FormState<V extends object, F extends string = keyof V & string> {
  ref: RefObject<HTMLFormElement | null>;
  values: V;
  /** Clears the messages of the changed fields and of the form. */
  set: (change: Partial<V>) => void;
  /** Already as text. */
  errors: FormErrors<F>;
  /** Clears the given fields, or all of them without arguments. */
  clear: (...fields: F[]) => void;
  refusal: string;
  /** The cause of the last refusal. */
  error: unknown;
  refuse: (words: string, fields?: FormErrors<F>) => void;
  busy: boolean;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Submits without checking the values. */
  send: (values: V) => Promise<void>;
  /** Submits without checking the values, unless the person has to decide something first. */
  sendUnlessAsked: (values: V) => Promise<void>;
  reset: () => void;
}

const controls = 'input, select, textarea, button';

/** Focuses the first invalid field, scrolled clear of the header. Without one, it returns the focus to where the submit came from. */
function focusAfterRefusal(form: HTMLFormElement | null, from: HTMLElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = wrong?.matches(controls) ? wrong : wrong?.querySelector<HTMLElement>(controls);
  if (control) {
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: 'center' });
  } else {
    // A button that was disabled has lost the focus to its container.
    if (document.activeElement?.contains(from)) from?.focus();
    form?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }
}

const only = <F extends string>(
  errors: Readonly<Record<string, string | undefined>>,
  isKept: (name: string, words: string | undefined) => unknown,
) => Object.fromEntries(Object.entries(errors).filter((one) => isKept(...one))) as FormErrors<F>;

const withoutEmpty = <F extends string>(errors: FormErrors<F>) => only<F>(errors, (_, words) => words);

const wordsOf = (words: string, language: Language) =>
  words in fieldMessages ? fieldMessage(words as FieldMessageKey, language) : words;

const translateErrors = <F extends string>(errors: FormErrors<F>, language: Language) =>
  Object.fromEntries(
    Object.entries<string | undefined>(errors).map(([name, words]) => [
      name,
      words && wordsOf(words, language),
    ]),
  ) as FormErrors<F>;

function useFocus(busy: boolean) {
  const ref = useRef<HTMLFormElement>(null);
  const from = useRef<HTMLElement>(null);
  const handledRefusals = useRef(0);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    // The disabled button lost the focus.
    if (busy || refusals === handledRefusals.current) return;
    handledRefusals.current = refusals;
    focusAfterRefusal(ref.current, from.current);
  }, [refusals, busy]);
  return {
    ref,
    remember(event: SubmitEvent<HTMLFormElement>) {
      // A dialog is a child of the page in React's tree: the form around it must not receive this event.
      event.stopPropagation();
      const active = document.activeElement;
      // Not every browser focuses a clicked button.
      const { submitter } = event.nativeEvent as unknown as SubmitEventInit;
      const focused = active === document.body ? submitter : active;
      from.current = focused instanceof HTMLElement ? focused : null;
    },
    lead: () => setRefusals((count) => count + 1),
  };
}

/** Messages of the fields and of the form, stored as given and shown in the current language. */
function useMessages<F extends string>(onRefuse: (words: string) => void) {
  const language = useLanguage();
  const [errors, setErrors] = useState<FormErrors<F>>({});
  const [refusal, setRefusal] = useState('');
  const [error, setError] = useState<unknown>();
  return {
    errors: translateErrors(errors, language),
    refusal: wordsOf(refusal, language),
    error,
    setError,
    refuse(words: string, fields: FormErrors<F> = {}) {
      setErrors(withoutEmpty(fields));
      setRefusal(words);
      onRefuse(wordsOf(words, language));
    },
    clear(...fields: F[]) {
      setErrors((old) => (fields.length === 0 ? {} : only(old, (name) => !fields.includes(name as F))));
      setRefusal('');
      setError(undefined);
    },
  };
}

/** The fields that a refusal names, under this form's names. */
function fieldsOf<F extends string>(
  error: unknown,
  words: string,
  { fields, fieldsOf: renamed, at }: Pick<FormOptions<object, unknown, F>, 'fields' | 'fieldsOf' | 'at'>,
  values: object,
): FormErrors<F> {
  let named: FormErrors<F> = {};
  // A message that names no field of the form is shown for the form.
  const names: readonly string[] = fields ?? Object.keys(values);
  if (error instanceof ApiError)
    named = renamed?.(error) ?? only(error.fields, (name) => names.includes(name));
  return at === undefined || Object.keys(named).length > 0 ? named : ({ [at]: words } as FormErrors<F>);
}

const blankOf = <V extends object>({ blank }: { blank: V | (() => V) }): V =>
  typeof blank === 'function' ? (blank as () => V)() : blank;

/** Sends one submit at a time. */
function useSending<V extends object, A>(
  options: Pick<FormOptions<V, A, never>, 'asks' | 'send' | 'onSent'>,
  begin: () => void,
  refused: (error: unknown) => void,
  asked: () => void,
) {
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);

  async function send(sent: V): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    begin();
    setBusy(true);
    const end = () => {
      isSending.current = false;
      setBusy(false);
    };
    let answer: A;
    try {
      answer = await options.send(sent);
    } catch (error) {
      end();
      return refused(error);
    }
    try {
      await options.onSent?.(answer);
    } finally {
      end();
    }
  }

  async function sendUnlessAsked(sent: V): Promise<void> {
    if (isSending.current) return;
    begin();
    let isAsked = options.asks?.() ?? false;
    if (typeof isAsked !== 'boolean') {
      isSending.current = true;
      setBusy(true);
      try {
        isAsked = await isAsked;
      } catch (error) {
        return refused(error);
      } finally {
        isSending.current = false;
        setBusy(false);
      }
    }
    if (isAsked) asked();
    else await send(sent);
  }

  return { busy, send, sendUnlessAsked };
}

export function useForm<V extends object, A, F extends string = keyof V & string>(
  options: FormOptions<V, A, F>,
): FormState<V, F> {
  const [own, setOwn] = useState(options.blank);
  const { value: values, set: change } = options.draft ?? { value: own, set: setOwn };
  const { busy, send, sendUnlessAsked } = useSending(
    options,
    () => clear(),
    handleRefusal,
    () => focus.lead(),
  );
  const focus = useFocus(busy);
  const { refuse, clear, setError, ...messages } = useMessages<F>((words) => {
    focus.lead();
    if (words !== '' && !options.quiet && options.at === undefined) notify.error(words);
  });

  function handleRefusal(error: unknown) {
    setError(error);
    if (options.onRefused?.(error) === true) return focus.lead();
    const words = options.words?.(error) ?? errorMessage(error, options.failed);
    refuse(words, fieldsOf(error, words, options, values));
  }

  return {
    ref: focus.ref,
    values,
    set(part) {
      change((old) => ({ ...old, ...part }));
      clear(...(Object.keys(part) as F[]));
    },
    ...messages,
    clear,
    refuse,
    busy,
    submit(event) {
      event.preventDefault();
      focus.remember(event);
      if (options.stops?.()) return;
      const found = withoutEmpty(options.check?.(values) ?? {});
      if (Object.keys(found).length > 0) refuse(options.summary?.(found) ?? '', found);
      else void sendUnlessAsked(values);
    },
    send,
    sendUnlessAsked,
    reset() {
      clear();
      change(() => blankOf(options));
    },
  };
}
