// The actions available for an order: a menu behind three dots in lists, buttons on the order's own page.
import {
  AlarmClockOff,
  CircleCheck,
  CircleX,
  Clock,
  Hand,
  MessageCircleQuestionMark,
  MoreHorizontal,
  RefreshCw,
  Undo2,
  UserRoundPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { useStore } from '../../../lib/store.ts';
import { Button, button } from '../../../ui/button.tsx';
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx';
import { useSnoozeText } from '../snooze/staff-text.ts';
import { useOrdersText } from '../text.ts';
import { heldDecisions } from '../undo/undo-window.ts';
import { useOrdersStaffText } from './text.ts';
import type { OrderActions, StaffAction } from './use-order-actions.tsx';

const icons: Record<StaffAction, ReactNode> = {
  take: <Hand className="size-5" aria-hidden="true" />,
  hand_back: <Undo2 className="size-5" aria-hidden="true" />,
  hand_on: <UserRoundPlus className="size-5" aria-hidden="true" />,
  complete: <CircleCheck className="size-5" aria-hidden="true" />,
  reject: <CircleX className="size-5" aria-hidden="true" />,
  re_upload: <RefreshCw className="size-5" aria-hidden="true" />,
  snooze: <Clock className="size-5" aria-hidden="true" />,
  wake: <AlarmClockOff className="size-5" aria-hidden="true" />,
  ask: <MessageCircleQuestionMark className="size-5" aria-hidden="true" />,
};

interface StaffActionsProps {
  order: Order;
  actions: Pick<OrderActions, 'open' | 'act'>;
  variant: 'menu' | 'buttons';
}

export function StaffActions({ order, actions, variant }: StaffActionsProps) {
  const staffText = useOrdersStaffText();
  const { work: text } = staffText;
  const snoozeText = useSnoozeText();
  const ordersText = useOrdersText();
  const format = useFormat();
  const labels: Record<StaffAction, string> = {
    take: text.take,
    hand_back: staffText.handBack,
    hand_on: staffText.handOn.action,
    complete: text.complete,
    reject: text.reject,
    re_upload: text.reUpload,
    snooze: snoozeText.later,
    wake: snoozeText.wake,
    ask: staffText.ask.action,
  };
  // On the order's page, the line about the snooze has a button for that.
  const open = actions.open(order).filter((action) => variant === 'menu' || action !== 'wake');
  const isDecided = useStore(heldDecisions.store).some(({ order: { id } }) => id === order.id);
  if (isDecided) return <span className="text-sm whitespace-nowrap text-muted">{staffText.undo.waits}</span>;
  if (open.length === 0) return null;
  return variant === 'menu' ? (
    <Dropdown
      label={text.more}
      trigger={
        <button
          type="button"
          className={button({ variant: 'bare', size: 'icon' })}
          aria-label={`${text.more}: ${ordersText.order(format.digits(order.id))}`}
        >
          <MoreHorizontal className="size-5" aria-hidden="true" />
        </button>
      }
    >
      {open.map((action) => (
        <DropdownItem
          key={action}
          icon={icons[action]}
          danger={action === 'reject'}
          onSelect={() => actions.act(order, action)}
        >
          {labels[action]}
        </DropdownItem>
      ))}
    </Dropdown>
  ) : (
    open.map((action) => (
      <Button
        key={action}
        variant={action === 'reject' ? 'dangerQuiet' : action === 'complete' ? 'main' : 'quiet'}
        className={action === 'complete' ? 'max-sm:order-first max-sm:col-span-full' : ''}
        onClick={() => actions.act(order, action)}
      >
        {icons[action]}
        {labels[action]}
      </Button>
    ))
  );
}
