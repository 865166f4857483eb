// The dialogs of orders, which come after the page.
import { latePart } from '../../../ui/fetch-overlays.ts';

export const OrderDialog = latePart(() => import('./order-dialog.tsx'));
