import { ExternalLink } from 'lucide-react';
import { groupCode } from '#contract/codes.ts';
import { onApiHost } from '../../../lib/new-tab.ts';
import { button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { useDocumentsText } from '../text.ts';
import { AlreadyMadeNote } from './already-made-note.tsx';
import type { MadeCopy } from './copy-made.tsx';

/** Shown above a form that stays open: keeps the copy within reach, even if the browser blocked the tab. */
export function MadeNotice({ title, made }: { title: string; made: MadeCopy }) {
  const { nid } = useDocumentsText();
  return (
    <Callout tone="good" role="status">
      <span className="block font-medium">{title}</span>
      <AlreadyMadeNote at={made.before} />
      <span className="block">{made.opened ? nid.madeText : nid.blockedText}</span>
      <span className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          {nid.verification}: <span className="font-medium">{groupCode(made.verification_code)}</span>
        </span>
        <a
          href={onApiHost(made.open_path)}
          target="_blank"
          rel="noopener noreferrer"
          className={button({ variant: 'quiet', size: 'small' })}
        >
          <ExternalLink className="size-4" aria-hidden="true" />
          {nid.openCopy}
        </a>
      </span>
    </Callout>
  );
}
