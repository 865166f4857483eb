// The state of a field's value after a reading: read, to be checked, the customer's own, or not on the copy.
import { CircleCheck, PencilLine, SearchX, TriangleAlert } from 'lucide-react';
import type { FieldState } from './refill.ts';
import { useDocumentsText } from './text.ts';

const marks = {
  read: { icon: CircleCheck, className: 'text-good' },
  look: { icon: TriangleAlert, className: 'font-medium text-warn' },
  changed: { icon: PencilLine, className: 'text-muted' },
  missing: { icon: SearchX, className: 'text-muted' },
} as const satisfies Record<FieldState, unknown>;

export function FieldMark({ state }: { state: FieldState | undefined }) {
  const { states } = useDocumentsText();
  if (state === undefined) return null;
  const { icon: Icon, className } = marks[state];
  return (
    <span className={`flex shrink-0 items-center gap-1 text-sm ${className}`}>
      <Icon className="size-4" aria-hidden="true" />
      {states[state]}
    </span>
  );
}
