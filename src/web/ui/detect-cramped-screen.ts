// Marks a screen that is narrower than 21 letters, as with text of twice the size on a phone, for the style variant `cramped:`. Media queries in rem
// follow the browser's font size setting, but neither a size that a page or an extension gives the root nor the minimum font size.
const { body } = document;
// Empty, so it has no height and stays invisible.
const probe = document.createElement('div');
probe.style.cssText = 'position:fixed;width:calc(100vw - 21rem)';
body.append(probe);
new ResizeObserver(() => {
  const isNarrow = innerWidth < 21 * Number.parseFloat(getComputedStyle(body).fontSize);
  body.toggleAttribute('data-cramped', !probe.offsetWidth || isNarrow);
}).observe(probe);

export {};
