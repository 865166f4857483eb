import { todayInDhaka } from './days.ts';
import { useMoment } from './use-moment.ts';

/** Today in Dhaka, `YYYY-MM-DD`. It also changes on a page that stays open overnight. */
export const useToday = (): string => useMoment(60_000, todayInDhaka);
