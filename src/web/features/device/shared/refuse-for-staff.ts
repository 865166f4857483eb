// Says why the file that another app shared is gone.
import { notify } from '../../../lib/notify.ts';
import { sharedFileTexts } from './text.ts';

export const sayNotForStaff = () => notify.info(sharedFileTexts.get().notForStaff);
