// The frame of every correction: a new version, free of charge, opened in a new tab. The success message is at the top; the error and the update
// button are at the bottom.

import { type ReactNode, useState } from 'react';
import { type DocumentKind, openPathOf } from '#contract/documents/kinds.ts';
import { notify } from '../../lib/notify.ts';
import type { FormState } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { Card } from '../../ui/surface.tsx';
import { OutboxOffer } from '../device/outbox/outbox-offer.tsx';
import { type Draft, useDraft } from '../drafts/draft.ts';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import type { MadeCopy } from './made/copy-made.tsx';
import { MadeNotice } from './made/made-notice.tsx';
import { useDocumentsText } from './text.ts';
import {
  type DocumentFormOptions,
  type OutboxSource,
  refusalMessage,
  useDocumentForm,
} from './use-document-form.ts';

interface Corrected {
  file_code: string;
  verification_code: string;
}

interface CorrectionOptions<V extends object, F extends string, Body, Made extends Corrected>
  extends Pick<DocumentFormOptions<V, F, Body, Made>, 'fields' | 'missing' | 'check' | 'body' | 'send'> {
  kind: DocumentKind;
  /** What is corrected; also the prefix of the draft's name. */
  stored: { id: number; verification_code: string };
  name: string;
  blank: () => V;
  /** The request that `send` makes. */
  path: string;
  text: { title: string; updated: string; updateFailed: string };
  /** Returns what is wrong with a response. */
  judge?: (answer: Made) => string | undefined;
}

export function useCorrection<V extends object, F extends string, Body, Made extends Corrected>({
  kind,
  stored,
  name,
  blank,
  path,
  text,
  judge,
  ...options
}: CorrectionOptions<V, F, Body, Made>) {
  const draftName = `${name}-${stored.id}-${stored.verification_code}`;
  const draft = useDraft(draftName, blank);
  const [made, setMade] = useState<MadeCopy>();
  const making = useDocumentForm<V, F, Body, Made>({
    ...options,
    draft,
    outbox: { call: path, params: { id: stored.id }, title: text.title, draft: draftName },
    onMade(answer, tab) {
      const wrong = judge?.(answer);
      if (wrong !== undefined) {
        tab.close();
        making.refuse(wrong);
        return;
      }
      notify.success(text.updated);
      const open_path = openPathOf(kind, answer.file_code);
      setMade({ open_path, verification_code: answer.verification_code, opened: tab.navigate(open_path) });
      draft.markSaved();
      window.scrollTo({ top: 0 });
    },
    words: (error) => refusalMessage(error, text.updateFailed),
  });
  return { draft, making, made };
}

interface CorrectionFrameProps {
  of: {
    draft: Pick<Draft<object>, 'restored' | 'forget'>;
    making: Pick<FormState<object>, 'ref' | 'submit' | 'busy' | 'refusal' | 'errors' | 'error'> & {
      outbox: OutboxSource | undefined;
    };
    made: MadeCopy | undefined;
  };
  children: ReactNode;
}

export function CorrectionFrame({ of: { draft, making, made }, children }: CorrectionFrameProps) {
  const text = useDocumentsText();
  return (
    <Form form={making} className="space-y-4">
      {made ? <MadeNotice title={text.updatedTitle} made={made} /> : null}
      {draft.restored && !made ? <DraftNotice onForget={draft.forget} /> : null}
      {children}
      <Card>
        <p className="text-muted">{text.correctionFree}</p>
        <FormRefusal form={making} always className="mt-4" />
        {making.outbox ? (
          <div className="mt-4">
            <OutboxOffer error={making.error} {...making.outbox} onKept={draft.forget} />
          </div>
        ) : null}
        <div className="mt-4 flex flex-col sm:flex-row-reverse">
          <Button type="submit" size="large" busy={making.busy}>
            {making.busy ? text.updating : text.update}
          </Button>
        </div>
      </Card>
    </Form>
  );
}
