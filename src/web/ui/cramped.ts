// Marks a screen on which fewer than 21 letters' widths have room, as with text of twice the size on a phone: the variant `cramped:` of the
// styles. Queries in rem follow the size that the browser is set to, but not one that a page or an extension gives the root.
export function watchRoom(): void {
  const probe = document.createElement('div');
  probe.setAttribute('aria-hidden', 'true');
  Object.assign(probe.style, {
    position: 'fixed',
    visibility: 'hidden',
    pointerEvents: 'none',
    top: '0',
    height: '1px',
    width: 'calc(100vw - 21rem)',
  });
  document.body.append(probe);
  new ResizeObserver(([entry]) => {
    document.documentElement.toggleAttribute('data-cramped', entry!.contentRect.width === 0);
  }).observe(probe);
}
