// How many fields of the form match the copy, and how many of these have to be checked.
import { useFormat } from '../../lib/format.ts';
import { Callout } from '../../ui/surface.tsx';
import type { FieldState } from './refill.ts';
import { useDocumentsText } from './text.ts';

export function ReadSummary({ states }: { states: readonly (FieldState | undefined)[] }) {
  const { nid: text } = useDocumentsText();
  const format = useFormat();
  const unsure = states.filter((state) => state === 'look').length;
  const read = states.filter((state) => state === 'read').length + unsure;
  return (
    <Callout tone={unsure > 0 ? 'warn' : 'good'} role="status" className="mt-4">
      {text.readCount(format.digits(read))}
      {unsure > 0 ? ` · ${text.unsureCount(format.digits(unsure))}` : ''}
    </Callout>
  );
}
