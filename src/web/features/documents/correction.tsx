// The frame of every correction: the new version at the top, the error and the update button at the bottom.

import type { ReactNode } from 'react';
import type { FormState } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { Card } from '../../ui/surface.tsx';
import { OutboxOffer } from '../device/outbox/outbox-offer.tsx';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import type { MadeCopy } from './made/copy-made.tsx';
import { MadeNotice } from './made/made-notice.tsx';
import type { OutboxSource } from './making.ts';
import { useDocumentsText } from './text.ts';

interface UpdateFrameProps {
  making: Pick<FormState<object>, 'ref' | 'submit' | 'busy' | 'refusal' | 'errors' | 'error'> & {
    outbox: OutboxSource | undefined;
  };
  made: MadeCopy | undefined;
  restored: boolean;
  onForget: () => void;
  children: ReactNode;
}

export function UpdateFrame({ making, made, restored, onForget, children }: UpdateFrameProps) {
  const text = useDocumentsText();
  return (
    <Form form={making} className="space-y-4">
      {made ? <MadeNotice title={text.updatedTitle} made={made} /> : null}
      {restored && !made ? <DraftNotice onForget={onForget} /> : null}
      {children}
      <Card>
        <p className="text-muted">{text.correctionFree}</p>
        <FormRefusal form={making} always className="mt-4" />
        {making.outbox ? (
          <div className="mt-4">
            <OutboxOffer error={making.error} {...making.outbox} onKept={onForget} />
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
