// The state machine of an order: the server enforces it, and the screens offer actions by it.

export const orderStatuses = ['pending', 'processing', 'completed', 'rejected', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderActions = [
  'take',
  'hand_back',
  'hand_on',
  'complete',
  'reject',
  're_upload',
  'cancel',
] as const;
export type OrderAction = (typeof orderActions)[number];

/** What happens to the order's money in the transaction that changes the status. */
export type MoneyMove = 'none' | 'capture' | 'release' | 'hold_and_capture';

interface Step {
  readonly to: OrderStatus;
  readonly by: 'staff' | 'owner';
  readonly money: MoneyMove;
}

const flow = {
  pending: {
    take: { to: 'processing', by: 'staff', money: 'none' },
    complete: { to: 'completed', by: 'staff', money: 'capture' },
    reject: { to: 'rejected', by: 'staff', money: 'release' },
    cancel: { to: 'cancelled', by: 'owner', money: 'release' },
  },
  processing: {
    hand_back: { to: 'pending', by: 'staff', money: 'none' },
    hand_on: { to: 'processing', by: 'staff', money: 'none' },
    complete: { to: 'completed', by: 'staff', money: 'capture' },
    reject: { to: 'rejected', by: 'staff', money: 'release' },
  },
  completed: {
    re_upload: { to: 'completed', by: 'staff', money: 'none' },
  },
  rejected: {
    complete: { to: 'completed', by: 'staff', money: 'hold_and_capture' },
  },
  cancelled: {},
} as const satisfies Record<OrderStatus, Partial<Record<OrderAction, Step>>>;

/** Finds the step of an action from a status; undefined if the action isn't allowed there. */
export function findStep(status: OrderStatus, action: OrderAction): Step | undefined {
  // A page that was open during an upgrade may receive an unknown status, which allows no action.
  return (flow[status] as Partial<Record<OrderAction, Step>> | undefined)?.[action];
}

/** Whether the order still needs work. */
export const isOpen = (status: OrderStatus): boolean => status === 'pending' || status === 'processing';

export function actionsFor(status: OrderStatus, by: 'staff' | 'owner'): OrderAction[] {
  return orderActions.filter((action) => findStep(status, action)?.by === by);
}
