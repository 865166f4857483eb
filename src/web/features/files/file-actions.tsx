// What customers can do with a file of theirs: open, download, share, correct.
import { useNavigate } from '@tanstack/react-router';
import { Download, ExternalLink, PencilLine, Share2 } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import type { File as PortalFile } from '#contract/files/calls.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { useImpersonation } from '../../lib/impersonation.ts';
import { connection } from '../../lib/loading/code.ts';
import { onApiHost } from '../../lib/new-tab.ts';
import { notify } from '../../lib/notify.ts';
import { useStore } from '../../lib/store.ts';
import { Button, button } from '../../ui/button.tsx';
import { useUiText } from '../../ui/text.ts';
import { keptPapers } from '../device/kept/kept-papers.ts';
import { editorOf } from '../documents/editor-of.ts';
import { useDocumentsText } from '../documents/text.ts';
import { downloadPaper, openKeptPaper, rememberOpened } from './device-papers.ts';
import { usePaperText } from './paper-text.ts';
import { PinButton } from './pin-button.tsx';
import { useFilesText } from './text.ts';

interface FileActionsProps {
  file: PortalFile;
  onShare: (file: PortalFile) => void;
  /** In a table: only icons where there is no room for labels. */
  compact?: boolean;
}

export function FileActions({ file, onShare, compact = false }: FileActionsProps) {
  const { list: text, share } = useFilesText();
  const { files: edit } = useDocumentsText();
  const { fileTypes } = usePaperText();
  const common = useUiText().common;
  const format = useFormat();
  const navigate = useNavigate();
  const impersonation = useImpersonation();
  const kept = useStore(keptPapers);
  const [part, setPart] = useState<number>();

  function openEditor() {
    const editor = editorOf(file);
    if (editor === 'not_editable') notify.error(edit.notEditable);
    else if (editor === 'no_id') notify.error(edit.noId);
    else void navigate({ to: editor.to, params: { id: String(editor.id) } });
  }
  async function fetchFile() {
    setPart(0);
    try {
      await downloadPaper(file, setPart);
      notify.success(text.downloadStarted);
    } catch (error) {
      notify.error(errorMessage(error, text.downloadFailed));
    } finally {
      setPart(undefined);
    }
  }
  const className = compact ? 'max-xl:w-11 max-xl:px-0' : '';
  const named = (label: string) => `${label}: ${fileTypes[file.type]}, ${file.full_name}`;
  const content = (Icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>, label: string) => (
    <>
      <Icon className={compact ? 'size-5 xl:size-4' : 'size-4'} aria-hidden="true" />
      <span className={compact ? 'max-xl:sr-only' : undefined}>
        {label}
        <span className="sr-only">
          : {fileTypes[file.type]}, {file.full_name}
        </span>
      </span>
    </>
  );
  const hint = (label: string) => (compact ? label : undefined);
  return (
    <>
      <a
        href={onApiHost(impersonation ? `${file.open_path}?view=${impersonation.id}` : file.open_path)}
        target="_blank"
        rel="noopener noreferrer"
        title={hint(common.open)}
        className={button({ variant: 'quiet', size: 'small', className })}
        onClick={(event) => {
          if (connection.get() !== 'online' && kept.has(file.id)) {
            event.preventDefault();
            openKeptPaper(file);
          } else rememberOpened(file);
        }}
      >
        {content(ExternalLink, common.open)}
      </a>
      <Button
        variant="quiet"
        size="small"
        className={className}
        title={hint(common.download)}
        busy={part !== undefined}
        onClick={() => void fetchFile()}
      >
        {part === undefined ? (
          content(Download, common.download)
        ) : (
          <>
            {/* Not read out at every percent. */}
            <span aria-hidden="true" className={compact ? 'max-xl:hidden' : undefined}>
              {format.digits(`${Math.round(part * 100)}%`)}
            </span>
            <span className="sr-only">{named(common.download)}</span>
          </>
        )}
      </Button>
      <Button
        variant="quiet"
        size="small"
        className={className}
        title={hint(share.action)}
        onClick={() => onShare(file)}
      >
        {content(Share2, share.action)}
      </Button>
      <Button variant="quiet" size="small" className={className} title={hint(edit.edit)} onClick={openEditor}>
        {content(PencilLine, edit.edit)}
      </Button>
      <PinButton file={file} className={className} content={content} />
    </>
  );
}
