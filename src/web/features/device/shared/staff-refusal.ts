// Tells staff why the file that another app shared was discarded.
import { notify } from '../../../lib/notify.ts';
import { useSharedFileText } from './text.ts';

export const notifyNotForStaff = () => notify.info(useSharedFileText.get().notForStaff);
