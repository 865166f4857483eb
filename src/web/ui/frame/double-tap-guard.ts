// Ignores the second of two quick taps: it was meant for what stood there before, not for what has just opened.
import { type MouseEvent, useEffect, useRef } from 'react';

/** Two taps of one hand are closer together than this, and no question can have been read in that time. */
const tooSoonMs = 400;

/** Any tap of a finger and the second click of a mouse, but no key press. */
const isPossibleSecondTap = ({ detail }: MouseEvent) =>
  detail > (window.matchMedia('(hover: hover)').matches ? 1 : 0);

/**
 * @returns listeners for the opened box: nothing is answered or closed before it can have been read. On a slow phone a tap is handled long after it
 * was made, so the time of the tap counts.
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
      if (!isPossibleSecondTap(event) || !isTooSoon(event.nativeEvent)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerDownOutside(event: CustomEvent<{ originalEvent: Event }>) {
      if (isTooSoon(event.detail.originalEvent)) event.preventDefault();
    },
  };
}
