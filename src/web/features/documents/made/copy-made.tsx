// Shown after saving: links to the copy, even if the browser blocked the new tab.

import { Link } from '@tanstack/react-router';
import { CircleCheck, Download, ExternalLink } from 'lucide-react';
import { groupCode } from '#contract/codes.ts';
import { onApiHost } from '../../../lib/new-tab.ts';
import { Button, button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/surface.tsx';
import { useFilesText } from '../../files/text.ts';
import { afterCharge } from '../service-gate.tsx';
import { useDocumentsText } from '../text.ts';
import { AlreadyMadeNote } from './already-made-note.tsx';

export interface MadeCopy {
  open_path: string;
  verification_code: string;
  /** False if the browser blocked the new tab. */
  opened: boolean;
  /** When it was made, if it already existed. */
  before?: Date | undefined;
}

export function CopyMade({ made, onAnother }: { made: MadeCopy; onAnother: () => void }) {
  const { nid: text } = useDocumentsText();
  const { list: files } = useFilesText();
  return (
    <Card className={afterCharge}>
      <div role="status" className="flex flex-col items-center gap-1 py-4 text-center">
        <CircleCheck className="size-14 text-good" strokeWidth={1.5} aria-hidden="true" />
        <h2 className="text-xl">{text.madeTitle}</h2>
        <AlreadyMadeNote at={made.before} className="max-w-md" />
        <p className="max-w-md text-muted">{made.opened ? text.madeText : text.blockedText}</p>
        <p className="mt-2">
          {text.verification}: <span className="font-medium">{groupCode(made.verification_code)}</span>
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <a href={onApiHost(made.open_path)} target="_blank" rel="noopener noreferrer" className={button()}>
          <ExternalLink className="size-5" aria-hidden="true" />
          {text.openCopy}
        </a>
        <a href={`${onApiHost(made.open_path)}?download=1`} download className={button({ variant: 'quiet' })}>
          <Download className="size-5" aria-hidden="true" />
          {text.downloadCopy}
        </a>
        <Link to="/app/my-files" className={button({ variant: 'quiet' })}>
          {files.title}
        </Link>
        <Button variant="quiet" onClick={onAnother}>
          {text.another}
        </Button>
      </div>
    </Card>
  );
}
