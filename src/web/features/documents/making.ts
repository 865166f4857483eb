// Making or correcting a copy: one submit with its key, a tab opened at the click, and what a refusal leaves on the form.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { openWaitingTab, type WaitingTab } from '../../lib/new-tab.ts';
import { notify } from '../../lib/notify.ts';
import { useSubmitKey } from '../../lib/submit-key.ts';
import { usePortalText } from '../../text/portal.ts';

/** What a refusal says, without the names of fields, which stand at the fields themselves. */
export function refusalWords(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return Object.values(error.fields)[0] ?? errorWords(error, otherwise);
  return otherwise;
}

interface MakingOptions<Body, Made> {
  send: (body: Body, idempotencyKey: string) => Promise<Made>;
  /** Leads the tab on, or closes it. */
  onMade: (made: Made, tab: WaitingTab) => void;
  words: (error: unknown) => string;
  /** Fields' messages under the names of the form. */
  onFields?: (fields: Record<string, string>) => void;
}

export function useMaking<Body, Made>({ send, onMade, words, onFields }: MakingOptions<Body, Made>) {
  const { nid } = usePortalText();
  const submitKey = useSubmitKey();
  const [refusal, setRefusal] = useState('');
  const { isPending, mutate } = useMutation({
    mutationFn: ({ body }: { body: Body; tab: WaitingTab }) => send(body, submitKey.for(body)),
    onSuccess(made, { tab }) {
      submitKey.done();
      onMade(made, tab);
    },
    onError(error, { tab }) {
      tab.close();
      if (error instanceof ApiError) {
        onFields?.(error.fields);
      }
      const said = words(error);
      setRefusal(said);
      notify.error(said);
    },
  });
  return {
    busy: isPending,
    refusal,
    /** For what the form itself finds wrong. */
    refuse(said: string) {
      setRefusal(said);
      if (said !== '') notify.error(said);
    },
    clearRefusal: () => setRefusal(''),
    /** Call it in the submit itself: the tab must be opened within the click. */
    start(body: Body) {
      setRefusal('');
      mutate({ body, tab: openWaitingTab(nid.preparing) });
    },
    /** The same without a tab. */
    startQuietly(body: Body) {
      setRefusal('');
      mutate({ body, tab: noTab });
    },
  };
}

const noTab: WaitingTab = { go: () => false, close: () => undefined };

/** Leads to the field that a message stands at; its label must not stay under the header. */
export function focusField(name: string | undefined): void {
  const control = name ? document.getElementsByName(name)[0] : undefined;
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}

export type FormErrors<F extends string> = { [K in F]?: string | undefined };
