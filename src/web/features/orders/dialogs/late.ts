// The dialogs of orders, which come after the page.
import { lateDialog } from '../../../ui/fetch-overlays.ts';

export const OrderDialog = lateDialog(() => import('./order-dialog.tsx'));
