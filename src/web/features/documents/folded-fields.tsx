// A group of fields that is collapsed until needed; it expands when something in it needs attention.
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fieldGrid } from './record/record-field.tsx';
import { useDocumentsText } from './text.ts';

interface FoldedFieldsProps {
  title: string;
  /** How many of its fields have a value. */
  filled: number;
  /** Whether one of its fields is wrong or has to be checked. */
  needsCheck: boolean;
  children: ReactNode;
}

export function FoldedFields({ title, filled, needsCheck, children }: FoldedFieldsProps) {
  const { filledCount } = useDocumentsText();
  const format = useFormat();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (needsCheck && details.current) details.current.open = true;
  }, [needsCheck]);
  return (
    <details ref={details} className="group rounded-lg border border-line bg-surface shadow-card">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-5 py-3 cramped:flex-wrap cramped:px-[0.6rem]">
        <ChevronDown
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
        <span className="grow text-lg font-semibold">{title}</span>
        <span className="shrink-0 text-sm text-muted">{filledCount(filled, format.digits(filled))}</span>
      </summary>
      <div className={`${fieldGrid} px-5 pb-5 pt-1`}>{children}</div>
    </details>
  );
}
