// Timed values: a debounced search, a mark that fades.
import { useCallback, useEffect, useRef, useState } from 'react';

export const searchDebounceMs = 500;
export const briefMs = 2000;

export function useDebounced<T>(value: T, milliseconds = searchDebounceMs): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}

/** True for two seconds after each call of the second value. */
export function useBriefly(milliseconds = briefMs): [boolean, () => void] {
  const [on, setOn] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = useCallback(() => {
    clearTimeout(timer.current);
    setOn(true);
    timer.current = window.setTimeout(() => setOn(false), milliseconds);
  }, [milliseconds]);
  return [on, start];
}
