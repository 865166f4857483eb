import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useDocumentsText } from './text.ts';

/** Below this a read field is shown as one to compare. */
export const sureFrom = 0.8;

/** How well a field was read from the copy. */
export function ConfidenceMark({ confidence }: { confidence: number | undefined }) {
  const { nid } = useDocumentsText();
  if (confidence === undefined) return null;
  return confidence >= sureFrom ? (
    <span className="flex shrink-0 items-center gap-1 text-sm text-good">
      <CircleCheck className="size-4" aria-hidden="true" />
      {nid.sure}
    </span>
  ) : (
    <span className="flex shrink-0 items-center gap-1 text-sm font-medium text-warn" title={nid.unsureHint}>
      <TriangleAlert className="size-4" aria-hidden="true" />
      {nid.unsure}
    </span>
  );
}
