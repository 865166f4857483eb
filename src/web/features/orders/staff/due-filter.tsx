// Sorts the staff list of orders by due time, and warns if orders are overdue.
import { useQuery } from '@tanstack/react-query';
import { AlarmClock } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { useOptimisticChoice } from '../../../lib/list-address.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect } from '../../../ui/list/list.tsx';
import { overdueCountQuery } from '../queries.ts';
import { useSnoozeText } from '../snooze/staff-text.ts';
import { useOrdersStaffText } from './text.ts';

export type DueChoice = '' | 'open' | 'first' | 'overdue';

export function readDue(value: string | undefined): DueChoice {
  return value === 'open' || value === 'first' || value === 'overdue' ? value : '';
}

interface DueSelectProps {
  /** `later`: snoozed orders. */
  value: DueChoice | 'later';
  onChange: (due: DueChoice | 'later') => void;
}

export function DueSelect({ value, onChange }: DueSelectProps) {
  const { due: text } = useOrdersStaffText();
  const { later } = useSnoozeText();
  return (
    <div>
      <FilterSelect
        label={text.label}
        value={value}
        options={[
          ['', text.newest],
          ['first', text.first],
          ['overdue', text.overdue],
          ['open', text.open],
          ['later', later],
        ]}
        onChange={onChange}
      />
    </div>
  );
}

/** Shown above the list while orders are overdue. */
export function OverdueBar({ onShow }: { onShow: () => void }) {
  const { due: text } = useOrdersStaffText();
  const format = useFormat();
  const { data } = useQuery(overdueCountQuery());
  const [isPressed, press] = useOptimisticChoice(false, onShow);
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
      <Button variant="quiet" size="small" disabled={isPressed} onClick={() => press(true)}>
        {text.show}
      </Button>
    </div>
  );
}
