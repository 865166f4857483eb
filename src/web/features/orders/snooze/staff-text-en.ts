// English texts of snoozing orders.
import type { SnoozeText } from './staff-text-bn.ts';

export const snoozeEn: SnoozeText = {
  later: 'Later',
  wake: 'Bring back now',
  woken: 'The order is back in the list',
  wakeFailed: 'The order could not be brought back',
  title: (id) => `Order ${id}: when do you want it back?`,
  hint: 'Until then the order leaves the queue and waits under ‘Later’. The customer is not told.',
  when: 'When it comes back',
  presets: {
    hour: 'In 1 hour',
    today: 'Today at 4 PM',
    tomorrow: 'Tomorrow at 9 AM',
    other: 'Another time',
  },
  day: 'Date',
  time: 'Time',
  dayMissing: 'Write the date, like 25-11-2026',
  past: 'That time has passed',
  far: 'It can be set aside for up to seven days',
  reason: 'Reason',
  beyondDue: (due) => `The order is due by ${due}. If it comes back after that, it will be overdue.`,
  submit: 'Set aside',
  done: (when) => `Set aside, comes back ${when}`,
  failed: 'The order could not be set aside',
  line: (when) => `Later: comes back ${when}`,
  tomorrow: (time) => `tomorrow ${time}`,
  empty: 'Nothing is set aside',
  timeline: {
    snooze: 'Set aside for later',
    wake: 'Brought back early',
    until: (when) => `comes back ${when}`,
  },
};
