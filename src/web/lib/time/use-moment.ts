// Values read from the clock, for pages that stay open.
import { useEffect, useState } from 'react';

/** Reads the clock every `everyMs` milliseconds and renders again when the value changes. */
export function useMoment<Moment>(everyMs: number, read: () => Moment): Moment {
  const [shown, show] = useState(read);
  useEffect(() => {
    const timer = setInterval(show, everyMs, read);
    return () => clearInterval(timer);
  }, [everyMs, read]);
  return shown;
}
