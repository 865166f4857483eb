// The frame of every correction: the new version at the top, the refusal and the update button at the bottom.
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/surface.tsx';
import type { MadeCopy } from './copy-made.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { MadeNotice } from './made-notice.tsx';
import { useDocumentsText } from './text.ts';

interface UpdateFrameProps {
  making: { busy: boolean; refusal: string };
  made: MadeCopy | undefined;
  restored: boolean;
  onForget: () => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

export function UpdateFrame({ making, made, restored, onForget, onSubmit, children }: UpdateFrameProps) {
  const text = useDocumentsText();
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      {made ? <MadeNotice title={text.updatedTitle} made={made} /> : null}
      {restored && !made ? <DraftNotice onForget={onForget} /> : null}
      {children}
      <Card>
        <p className="text-muted">{text.correctionFree}</p>
        {making.refusal === '' ? null : (
          <Notice tone="bad" role="alert" className="mt-4">
            {making.refusal}
          </Notice>
        )}
        <div className="mt-4 flex flex-col sm:flex-row-reverse">
          <Button type="submit" size="large" busy={making.busy}>
            {making.busy ? text.updating : text.update}
          </Button>
        </div>
      </Card>
    </form>
  );
}
