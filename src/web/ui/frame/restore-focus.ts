// Moves the focus to the heading of a page that has opened. If a focused element is removed, the focus goes to what takes its place, so that keyboard
// users need not start again at the top.

const focusable = ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled)';
/** Leaves time for code that moves the focus itself after a change, such as a dialog that returns it. */
const patienceMs = 100;

/** The ancestors of an element, innermost first, each with the index of the child that leads to it. */
type Place = { box: Element; index: number }[];

const root = document.getElementById('root');
let last: Element | undefined;
let place: Place = [];
/** Where a dialog or menu was opened. */
let placeBefore: Place = [];
let isByPointer = false;
let isWaiting = false;

function placeOf(element: Element): Place {
  const found: Place = [];
  for (let child = element; child.parentElement; child = child.parentElement)
    found.push({ box: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return found;
}

function remember(element: Element): void {
  last = element;
  place = placeOf(element);
  if (root?.contains(element)) placeBefore = place;
}

/** A screen reader then reads out the heading of the page, or nothing while there is none. */
function focusPageHead(): void {
  const head = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!head) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}

const firstIn = (box: Element | undefined, which: string): HTMLElement | undefined =>
  [...(box ? [box, ...box.querySelectorAll(which)] : [])].find(
    (one): one is HTMLElement => one.matches(which) && one.getClientRects().length > 0,
  );

/**
 * Returns the first heading or focusable element of what took the place of the removed one, or of what is around it. Returns none on another page, or
 * if nothing of this one is left.
 */
function findNextFocus(): HTMLElement | undefined {
  const main = document.querySelector('main');
  for (const { box, index } of [...place, ...placeBefore]) {
    if (!box.isConnected || box.contains(root)) continue;
    if (box.contains(main)) return;
    const after = box.children[Math.min(index, box.children.length - 1)];
    const found = firstIn(after, `h2, h3, ${focusable}`) ?? firstIn(box, focusable);
    if (found) return found;
  }
}

function focusElement(found: HTMLElement): void {
  if (!found.matches(focusable)) found.tabIndex = -1;
  found.focus({ preventScroll: true });
  found.scrollIntoView({ block: 'nearest' });
}

function restoreFocus(): void {
  isWaiting = false;
  if (!last || last.isConnected || document.activeElement !== document.body) return;
  const found = last.matches('h1') ? undefined : findNextFocus();
  if (found) focusElement(found);
  else focusPageHead();
}

window.addEventListener('page', () => {
  // Unless the page, or a dialog above it, has already placed the focus itself.
  if (!document.activeElement?.matches(':is(main, [role=dialog]) :not(h1)')) focusPageHead();
});
document.addEventListener('focusin', ({ target }) => remember(target as Element));
document.addEventListener('pointerdown', () => (isByPointer = true), true);
document.addEventListener('keydown', () => (isByPointer = false), true);
new MutationObserver(() => {
  if (isWaiting || isByPointer || !last || last.isConnected) return;
  isWaiting = true;
  setTimeout(restoreFocus, patienceMs);
}).observe(document.body, { childList: true, subtree: true });
if (document.activeElement && document.activeElement !== document.body) remember(document.activeElement);
