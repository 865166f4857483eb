// Takes the PDF of a copy and has it read; problems with the file are reported before it is sent.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { maximumPdfBytes } from '#contract/documents/rules.ts';
import { ApiError, errorWords } from '../../lib/api/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { Card } from '../../ui/surface.tsx';
import { takeHanded } from '../device/shared-file.ts';
import { useDocumentsText } from './text.ts';

interface CopyReaderOptions<Answer> {
  read: (form: FormData) => Promise<Answer>;
  onRead: (answer: Answer) => void;
  text: { notPdf: string; extracted: string; extractFailed: string; noResponse: string };
}

export function useCopyReader<Answer>({ read, onRead, text }: CopyReaderOptions<Answer>) {
  const { nid } = useDocumentsText();
  const [copy, setCopy] = useState<File>();
  const [error, setError] = useState<string>();
  const { isPending, variables, mutate } = useMutation({
    mutationFn(file: File) {
      const form = new FormData();
      form.set('file', file);
      return read(form);
    },
    onSuccess(answer, file) {
      onRead(answer);
      setCopy(file);
      notify.success(text.extracted);
    },
    onError(failure) {
      const words = failure instanceof ApiError ? errorWords(failure, text.extractFailed) : text.noResponse;
      setError(words);
      notify.error(words);
    },
  });
  function take(file: File) {
    const isPdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
    const wrong = !isPdf ? text.notPdf : file.size > maximumPdfBytes ? nid.pdfTooLarge : undefined;
    setError(wrong);
    if (wrong) notify.error(wrong);
    else mutate(file);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another app shared is there when the form opens
  useEffect(() => {
    const shared = takeHanded('pdf');
    if (shared) take(shared);
  }, []);
  return {
    busy: isPending,
    error,
    file: isPending ? variables : copy,
    take,
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
  const { nid: text } = useDocumentsText();
  return (
    <Card>
      <FileDrop
        label={text.copy}
        hint={text.copyHint}
        accept="application/pdf,.pdf"
        file={reader.file}
        busy={reader.busy ? text.reading : undefined}
        disabled={disabled}
        error={reader.error}
        onFile={reader.take}
      />
      {children}
    </Card>
  );
}
