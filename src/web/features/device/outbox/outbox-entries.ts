// The waiting entries of this device, as far as this page knows.
import { createStore } from '../../../lib/store.ts';
import type { Entry } from './outbox.ts';

export const outboxEntries = createStore<readonly Entry[]>([]);
