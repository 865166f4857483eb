// Keeps the second of two quick taps, meant for what stood there before, from what has just opened.
import { type MouseEvent, useEffect, useRef } from 'react';

/** Two taps of one hand are closer together, and nobody has read a question by then. */
const tooSoonMs = 400;

/** A finger's every tap, a mouse's second click, and no press by keyboard. */
const mayBeSecond = ({ detail }: MouseEvent) =>
  detail > (window.matchMedia('(hover: hover)').matches ? 1 : 0);

/**
 * @returns what the opened box listens with: a question is not answered and nothing is closed before it can have been read. On a slow phone a tap
 * arrives long after it was made, so the time of the tap counts.
 */
export function useDoubleTapGuard(isOpen: boolean) {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (!isOpen) return undefined;
    const frame = requestAnimationFrame(() => {
      shownAt.current = performance.now();
    });
    return () => {
      cancelAnimationFrame(frame);
      shownAt.current = Number.POSITIVE_INFINITY;
    };
  }, [isOpen]);
  const isTooSoon = ({ timeStamp }: Event) => timeStamp < shownAt.current + tooSoonMs;
  return {
    onClickCapture(event: MouseEvent) {
      if (!mayBeSecond(event) || !isTooSoon(event.nativeEvent)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerDownOutside(event: CustomEvent<{ originalEvent: Event }>) {
      if (isTooSoon(event.detail.originalEvent)) event.preventDefault();
    },
  };
}
