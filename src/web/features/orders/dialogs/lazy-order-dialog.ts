// The dialogs of orders, loaded after the page.
import { lazyOverlay } from '../../../ui/fetch-overlays.ts';

export const OrderDialog = lazyOverlay(() => import('./order-dialog.tsx'));
