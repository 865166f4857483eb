// Bars at the bottom of the window that cover the page: focused elements are scrolled clear of them (`--bar` in the theme).
const bars = new Set<HTMLElement>();

const measure = () =>
  document.documentElement.style.setProperty(
    '--bar',
    `${Math.max(0, ...[...bars].map(({ offsetHeight }) => offsetHeight))}px`,
  );

/** The ref callback of such a bar. */
export function bottomBarRef(bar: HTMLElement | null) {
  if (!bar) return undefined;
  bars.add(bar);
  const sizes = new ResizeObserver(measure);
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    bars.delete(bar);
    measure();
  };
}
