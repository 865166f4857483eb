// What stands at the foot of the window, over the page: the keyboard's focus is kept above it (`--bar` in the theme).
const bars = new Set<HTMLElement>();

const measure = () =>
  document.documentElement.style.setProperty(
    '--bar',
    `${Math.max(0, ...[...bars].map(({ offsetHeight }) => offsetHeight))}px`,
  );

/** The ref of such a bar. */
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
