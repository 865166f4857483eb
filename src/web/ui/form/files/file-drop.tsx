// A target for dropping or choosing a file; type and size are checked before anything is sent.
import { clsx } from 'clsx';
import { Camera, FileText, FolderOpen, Upload, X } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { Spinner } from '../../spinner.tsx';
import { useFileFieldText } from './text.ts';

interface FileDropProps {
  label: string;
  hint?: string;
  /** Like the input's `accept` attribute. */
  accept: string;
  file?: File | undefined;
  /** Shown instead of the file's name, for example a picture. */
  preview?: ReactNode;
  busy?: ReactNode;
  /** Takes no more room than its buttons, for use next to something more important. */
  isSmall?: boolean;
  /** Also offers the camera where there probably is one. */
  camera?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  error?: string | undefined;
  /** Maximum number of files at once. */
  maxFiles?: number;
  onFile: (file: File) => void;
  onRemove?: (() => void) | undefined;
}

const choiceClass = (isClosed: boolean, isSmall: boolean) =>
  clsx(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-md [&_svg]:shrink-0 border border-line-strong bg-surface font-medium text-accent-text hover:bg-sunken',
    isSmall ? 'px-2 text-sm [&_svg]:size-4' : 'px-4',
    isClosed && 'pointer-events-none opacity-50',
  );

export function FileDrop({
  label,
  hint,
  accept,
  file,
  preview,
  busy,
  isSmall = false,
  camera,
  disabled = false,
  required,
  error,
  maxFiles = 1,
  onFile,
  onRemove,
}: FileDropProps) {
  const text = useFileFieldText();
  const format = useFormat();
  const id = useId();
  const [over, setOver] = useState(false);
  const closed = disabled || busy !== undefined;
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(event.target.files ?? [])];
    event.target.value = '';
    take(chosen);
  }
  function take(files: readonly File[]) {
    for (const one of files.slice(0, maxFiles)) onFile(one);
    if (files.length > maxFiles) notify.error(text.tooMany(format.count(maxFiles)));
  }
  return (
    <div className="no-print min-w-0">
      <span id={`${id}-label`} className="mb-1 block text-sm font-medium">
        {label}
        {required ? (
          <span className="text-bad" aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way, the button inside is the first */}
      <div
        className={clsx(
          'relative rounded-lg border-2 border-dashed text-center transition-colors',
          isSmall ? 'p-2' : 'p-4',
          over ? 'border-accent bg-accent-soft' : error ? 'border-bad' : 'border-line-strong bg-paper',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          if (!closed) setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (!closed) take([...event.dataTransfer.files]);
        }}
      >
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={maxFiles > 1}
          className="peer sr-only"
          disabled={disabled}
          aria-disabled={closed || undefined}
          aria-labelledby={`${id}-label ${id}-button`}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? `${id}-hint` : undefined}
          onClick={(event) => closed && event.preventDefault()}
          onChange={choose}
        />
        {preview ?? (isSmall ? null : <DropMark isBusy={busy !== undefined} hasFile={file !== undefined} />)}
        {busy ? (
          <div role="status">{busy}</div>
        ) : (
          <>
            {file && !preview ? <p className="truncate px-6">{file.name}</p> : null}
            <div className="flex flex-wrap justify-center gap-2">
              <label htmlFor={id} id={`${id}-button`} className={choiceClass(closed, isSmall)}>
                <FolderOpen className="size-5" aria-hidden="true" />
                {file || preview ? text.replace : text.choose}
              </label>
              {camera ? (
                <CameraChoice
                  label={camera}
                  about={label}
                  closed={closed}
                  isSmall={isSmall}
                  onChange={choose}
                />
              ) : null}
            </div>
          </>
        )}
        <span className="pointer-events-none absolute inset-0 rounded-lg peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent" />
        {(file || preview) && onRemove && !closed ? (
          <button
            type="button"
            aria-label={`${text.remove}: ${label}`}
            className="absolute top-1 right-1 grid size-11 place-items-center rounded-md text-muted hover:bg-sunken"
            onClick={onRemove}
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {hint || error ? (
        <p
          id={`${id}-hint`}
          role={error ? 'alert' : undefined}
          className={clsx('mt-1 text-sm', error ? 'text-bad' : 'text-muted')}
        >
          {error ?? hint}
        </p>
      ) : null}
    </div>
  );
}

function DropMark({ isBusy, hasFile }: { isBusy: boolean; hasFile: boolean }) {
  return (
    <div
      className="mx-auto mb-2 grid size-11 place-items-center rounded-full bg-sunken text-muted"
      aria-hidden="true"
    >
      {isBusy ? <Spinner /> : hasFile ? <FileText className="size-5" /> : <Upload className="size-5" />}
    </div>
  );
}

interface CameraChoiceProps {
  label: string;
  /** What the picture is for. */
  about: string;
  closed: boolean;
  isSmall: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

function CameraChoice({ label, about, closed, isSmall, onChange }: CameraChoiceProps) {
  return (
    <label
      className={clsx(choiceClass(closed, isSmall), 'focus-within:outline-2 focus-within:outline-accent')}
    >
      <Camera className="size-5" aria-hidden="true" />
      {label}
      <span className="sr-only">: {about}</span>
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        disabled={closed}
        onChange={onChange}
      />
    </label>
  );
}
