// Why nothing can be kept on this device at the moment.
import { createStore } from '../../lib/store.ts';

export const storageProblem = createStore<'full' | 'impossible' | undefined>(undefined);
