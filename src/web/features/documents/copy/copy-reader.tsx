// Takes a copy, as PDF or photo, and has it read; problems with the file are reported before it is sent.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { maximumPdfBytes } from '#contract/files/upload-rules.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { withDetectedType } from '../../../ui/form/detect-file-type.ts';
import { FileDrop } from '../../../ui/form/files/file-drop.tsx';
import { Card } from '../../../ui/surface.tsx';
import { takeSharedFile } from '../../device/shared/shared-file.ts';
import { isPicture, pictureToPdf, UnreadablePictureError } from '../picture-to-pdf.ts';
import { useDocumentsText } from '../text.ts';
import { type CopyCalls, sendCopy } from './send-copy.ts';

interface Sending {
  /** Share that has arrived, from 0 to 1; 0 also for a copy sent in one request. */
  part: number;
  /** Nothing gets through at the moment. */
  isInterrupted: boolean;
}

interface CopyReaderOptions<Answer> {
  calls: CopyCalls<Answer>;
  onRead: (answer: Answer) => void;
  text: { notPdf: string; extracted: string; extractFailed: string; noResponse: string };
}

export function useCopyReader<Answer>({ calls, onRead, text }: CopyReaderOptions<Answer>) {
  const { nid, imageUnreadable } = useDocumentsText();
  const [copy, setCopy] = useState<File>();
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState<Sending>({ part: 0, isInterrupted: false });
  const stop = useRef(new AbortController());
  const { isPending, variables, mutate } = useMutation({
    async mutationFn(file: File) {
      stop.current = new AbortController();
      const { signal } = stop.current;
      setSending({ part: 0, isInterrupted: false });
      const pdf = isPicture(file) ? await pictureToPdf(file) : file;
      signal.throwIfAborted();
      return sendCopy(pdf, calls, {
        signal,
        onProgress: (part) => setSending({ part, isInterrupted: false }),
        onConnectionLost: () => setSending(({ part }) => ({ part, isInterrupted: true })),
      });
    },
    onSuccess(answer, file) {
      onRead(answer);
      setCopy(file);
      notify.success(text.extracted);
    },
    onError(failure) {
      // Stopped on purpose.
      if (stop.current.signal.aborted) return;
      const words =
        failure instanceof ApiError
          ? failure.code === 'file_not_pdf'
            ? text.notPdf
            : errorMessage(failure, text.extractFailed)
          : failure instanceof UnreadablePictureError
            ? imageUnreadable
            : text.noResponse;
      setError(words);
      notify.error(words);
    },
  });
  async function take(given: File) {
    const file = await withDetectedType(given);
    const isPdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
    const wrong = isPicture(file)
      ? undefined
      : !isPdf
        ? text.notPdf
        : file.size > maximumPdfBytes
          ? nid.pdfTooLarge
          : undefined;
    setError(wrong);
    if (wrong) notify.error(wrong);
    else mutate(file);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another app shared is there when the form opens
  useEffect(() => {
    const shared = takeSharedFile('pdf');
    if (shared) void take(shared);
    // After leaving the form there is nowhere to check the reading: another page could only say that it took place.
    return () => stop.current.abort();
  }, []);
  return {
    busy: isPending,
    sending,
    error,
    file: isPending ? variables : copy,
    take,
    cancel: () => stop.current.abort(),
    forget: () => setCopy(undefined),
  };
}

interface CopyCardProps {
  reader: Omit<ReturnType<typeof useCopyReader>, 'forget'>;
  disabled: boolean;
  /** What was read from it. */
  children?: ReactNode;
}

export function CopyCard({ reader, disabled, children }: CopyCardProps) {
  const { nid: text, camera } = useDocumentsText();
  return (
    <Card>
      <FileDrop
        label={text.copy}
        hint={text.copyHint}
        accept="application/pdf,.pdf,image/*"
        camera={camera}
        file={reader.file}
        busy={reader.busy ? <Reading sending={reader.sending} onCancel={reader.cancel} /> : undefined}
        disabled={disabled}
        error={reader.error}
        onFile={reader.take}
      />
      {children}
    </Card>
  );
}

/** Sending takes a moment on a slow connection, reading a scan takes many. The last step ends with the response. */
const readingAfterSeconds = 3;

function Reading({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { nid, reading: text } = useDocumentsText();
  const format = useFormat();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const { part, isInterrupted } = sending;
  const isOnItsWay = part > 0 ? part < 1 : seconds < readingAfterSeconds;
  const step = isOnItsWay || isInterrupted ? 0 : 1;
  return (
    <>
      <p>{nid.reading}</p>
      <ol className="mx-auto mt-2 w-fit space-y-1 text-start text-sm">
        {text.steps.map((words, index) => (
          <li
            key={words}
            aria-current={index === step ? 'step' : undefined}
            className={index === step ? 'font-semibold' : 'text-muted'}
          >
            {format.digits(index + 1)}. {words}
          </li>
        ))}
      </ol>
      {isInterrupted ? (
        <p role="status" className="mt-2 text-sm font-semibold">
          {text.cut}
        </p>
      ) : part > 0 && part < 1 ? (
        <p aria-hidden="true" className="mt-2 text-sm tabular-nums">
          {text.sent(format.digits(Math.round(part * 100)))}
        </p>
      ) : null}
      {/* Read out once, not at every percent and second. */}
      <p aria-hidden="true" className="mt-2 text-sm text-muted tabular-nums">
        {text.time(format.digits(seconds))}
      </p>
      <Button variant="quiet" size="small" className="mt-3" onClick={onCancel}>
        {text.cancel}
      </Button>
    </>
  );
}
