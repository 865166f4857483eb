// Marks a screen that is narrower than 21 letters, as with text of twice the size on a phone: the variant `cramped:` of the styles. Queries in rem
// follow the size that the browser is set to, but not one that a page or an extension gives the root, nor the least size that letters may have.
const { body } = document;
// Empty, so it has no height and is not seen.
const probe = document.createElement('div');
probe.style.cssText = 'position:fixed;width:calc(100vw - 21rem)';
body.append(probe);
new ResizeObserver(() => {
  const isNarrow = innerWidth < 21 * Number.parseFloat(getComputedStyle(body).fontSize);
  body.toggleAttribute('data-cramped', !probe.offsetWidth || isNarrow);
}).observe(probe);

export {};
