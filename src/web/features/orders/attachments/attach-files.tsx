// Photos and PDFs for an order: chosen or photographed, shrunk, uploaded at once, and listed until they are removed.
import { CloudOff, FileText, X } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { FileDrop } from '../../../ui/form/files/file-drop.tsx';
import { useFileFieldText } from '../../../ui/form/files/text.ts';
import { useOrdersText } from '../text.ts';
import type { PendingUpload, Uploads } from './use-uploads.ts';

/** A finished upload. */
export interface Attached {
  readonly id: number;
  readonly name: string;
  readonly byteSize: number;
}

interface AttachFilesProps {
  label: string;
  hint: string;
  uploads: Uploads;
  /** Finished uploads that are not part of an order yet. */
  ready?: readonly Attached[];
  onRemove?: (id: number) => void;
  /** How many more files may be added. */
  room: number;
  accept?: string;
  /** Whether a photo may be taken for it. */
  camera?: boolean;
  required?: boolean;
  error?: string | undefined;
}

export function AttachFiles({
  label,
  hint,
  uploads,
  ready = [],
  onRemove,
  room,
  accept = '.pdf,.jpg,.jpeg,.png,image/*',
  camera = true,
  required = false,
  error,
}: AttachFilesProps) {
  const { attach: text } = useOrdersText();
  return (
    <div className="min-w-0">
      {room <= 0 ? (
        <p className="text-sm font-medium">{label}</p>
      ) : (
        <FileDrop
          label={label}
          hint={hint}
          accept={accept}
          camera={camera ? text.camera : undefined}
          required={required}
          error={error}
          maxFiles={room}
          onFile={uploads.add}
        />
      )}
      {ready.length + uploads.pending.length > 0 ? (
        <ul className="mt-2 grid grid-cols-1 gap-2" data-testid="attached">
          {ready.map(({ id, name }) => (
            <FileRow key={id} name={name} words={text.ready} onRemove={onRemove && (() => onRemove(id))} />
          ))}
          {uploads.pending.map((one) => (
            <UploadRow key={one.key} upload={one} onDrop={() => uploads.drop(one.key)} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function UploadRow({ upload, onDrop }: { upload: PendingUpload; onDrop: () => void }) {
  const { attach: text } = useOrdersText();
  const format = useFormat();
  const percent = Math.round(upload.part * 100);
  const words = {
    preparing: text.preparing,
    sending: text.sending(format.count(percent)),
    cut: text.cut,
    failed: upload.words ?? text.failed,
  }[upload.state];
  return (
    <FileRow
      name={upload.name}
      words={words}
      tone={upload.state === 'failed' ? 'bad' : upload.state === 'cut' ? 'warn' : undefined}
      percent={upload.state === 'failed' ? undefined : percent}
      onRemove={onDrop}
    />
  );
}

interface FileRowProps {
  name: string;
  words: string;
  tone?: 'bad' | 'warn' | undefined;
  percent?: number | undefined;
  onRemove?: (() => void) | undefined;
}

function FileRow({ name, words, tone, percent, onRemove }: FileRowProps) {
  const fileText = useFileFieldText();
  return (
    <li className="flex items-center gap-3 rounded-md border border-line bg-surface p-2">
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken text-muted">
        {tone === 'warn' ? (
          <CloudOff className="size-5" aria-hidden="true" />
        ) : (
          <FileText className="size-5" aria-hidden="true" />
        )}
      </span>
      <div className="min-w-0 grow">
        <p className="truncate">{name}</p>
        <p
          role="status"
          // Not at every percent.
          aria-live={percent === undefined || tone ? undefined : 'off'}
          className={tone === 'bad' ? 'text-sm text-bad' : 'text-sm text-muted'}
        >
          {words}
        </p>
        {percent === undefined ? null : (
          <div className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
            <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        )}
      </div>
      {onRemove ? (
        <button
          type="button"
          aria-label={`${fileText.remove}: ${name}`}
          className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken"
          onClick={onRemove}
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      ) : null}
    </li>
  );
}
