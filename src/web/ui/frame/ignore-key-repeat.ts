// A key that is held down presses once. Browsers press again with every repeat, and by then something else may have the focus: the dialog that the
// first press opened, filled in, would be answered before anybody has read it, and a letter that opened it be typed into it.

/** What Space presses at once; a button waits until it is let go. */
const menuItems = '[role^=menuitem], [aria-haspopup]';

const boxOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[role=dialog], [role=menu]') : null;

/** What the key was pressed in first. */
let pressedIn: Element | null = null;

function isPress({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === 'Enter') return !target.isContentEditable && target.tagName !== 'TEXTAREA';
  return key === ' ' && target.matches(menuItems);
}

window.addEventListener(
  'keydown',
  (event) => {
    const box = boxOf(event.target);
    if (!event.repeat) pressedIn = box;
    else if (isPress(event) || box !== pressedIn) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);
