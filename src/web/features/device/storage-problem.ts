// Why nothing can currently be kept on this device.
import { createStore } from '../../lib/store.ts';

export const storageProblem = createStore<'full' | 'impossible' | undefined>(undefined);
