// Makes a key that is held down press only once. Browsers press again with every repeat, when something else may already have the focus: a prefilled
// dialog that the first press opened would be answered before it can be read, and the letter that opened it would be typed into it.

/** Elements that Space presses at once; a button waits until the key is released. */
const menuItems = '[role^=menuitem], [aria-haspopup]';

const boxOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[role=dialog], [role=menu]') : null;

/** The dialog or menu in which the key was first pressed. */
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
