// Sorting of the staff's list by due time, and a notice when orders are overdue.
import { useQuery } from '@tanstack/react-query';
import { AlarmClock } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/input.tsx';
import { overdueCountQuery } from '../queries.ts';
import { useOrdersStaffText } from './text.ts';

export type DueChoice = '' | 'first' | 'overdue';

export function readDue(value: string | undefined): DueChoice {
  return value === 'first' || value === 'overdue' ? value : '';
}

export function DueSelect({ value, onChange }: { value: DueChoice; onChange: (due: DueChoice) => void }) {
  const { due: text } = useOrdersStaffText();
  return (
    <div>
      <Select
        aria-label={text.label}
        value={value}
        onChange={(event) => onChange(readDue(event.target.value))}
      >
        <option value="">{text.newest}</option>
        <option value="first">{text.first}</option>
        <option value="overdue">{text.overdue}</option>
      </Select>
    </div>
  );
}

/** Shown above the list while orders are overdue. */
export function OverdueBar({ onShow }: { onShow: () => void }) {
  const { due: text } = useOrdersStaffText();
  const format = useFormat();
  const { data } = useQuery(overdueCountQuery());
  if (!data) return null;
  return (
    <div
      role="status"
      className="flex grow flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border-l-4 border-bad bg-bad-soft px-4 py-2 lg:py-1"
    >
      <span className="flex items-center gap-2">
        <AlarmClock className="size-5 text-bad" aria-hidden="true" />
        {text.someLate(format.count(data))}
      </span>
      <Button variant="quiet" size="small" onClick={onShow}>
        {text.show}
      </Button>
    </div>
  );
}
