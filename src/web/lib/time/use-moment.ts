// What the clock says, for pages that stay open.
import { useEffect, useState } from 'react';

/** Reads the clock again after every so many milliseconds; what shows it is rendered again when it says something else. */
export function useMoment<Moment>(everyMs: number, read: () => Moment): Moment {
  const [shown, show] = useState(read);
  useEffect(() => {
    const timer = setInterval(show, everyMs, read);
    return () => clearInterval(timer);
  }, [everyMs, read]);
  return shown;
}
