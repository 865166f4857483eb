// Values that wait: a search that is sent when the typing rests, a mark that fades.
import { useCallback, useEffect, useRef, useState } from 'react';

export const searchRestMs = 500;
export const briefMs = 2000;

export function useRested<T>(value: T, milliseconds = searchRestMs): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
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
