// Where something with the keyboard's focus leaves the page, what stands in its place gets the focus, so that nobody begins again at the top.

const focusable = ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled)';
/** What follows a change of the page by itself, as a dialog that gives the focus back, comes first. */
const patienceMs = 100;

/** What surrounds an element, innermost first, and which child of it led there. */
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

const firstIn = (box: Element | undefined): HTMLElement | undefined =>
  [...(box ? [box, ...box.querySelectorAll(focusable)] : [])].find(
    (one): one is HTMLElement => one.matches(focusable) && one.checkVisibility(),
  );

/** The next of kin of what was there; of another page, or once nothing of this one is left, its content, once that is there. */
function inItsPlace(): HTMLElement | null {
  const main = document.querySelector<HTMLElement>('main');
  for (const { box, index } of [...place, ...placeBefore]) {
    if (!box.isConnected || box.contains(root)) continue;
    if (box.contains(main)) break;
    const found = firstIn(box.children[Math.min(index, box.children.length - 1)]) ?? firstIn(box);
    if (found) return found;
  }
  if (main) main.tabIndex = -1;
  return main;
}

function look(): void {
  isWaiting = false;
  if (!last || last.isConnected || document.activeElement !== document.body) return;
  inItsPlace()?.focus({ preventScroll: true });
}

document.addEventListener('focusin', ({ target }) => remember(target as Element));
document.addEventListener('pointerdown', () => (isByPointer = true), true);
document.addEventListener('keydown', () => (isByPointer = false), true);
new MutationObserver(() => {
  if (isWaiting || isByPointer || !last || last.isConnected) return;
  isWaiting = true;
  setTimeout(look, patienceMs);
}).observe(document.body, { childList: true, subtree: true });
if (document.activeElement && document.activeElement !== document.body) remember(document.activeElement);

export {};
