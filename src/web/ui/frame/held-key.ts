// A key that is held down presses once. Browsers press again with every repeat, and by then something else may have the focus: the dialog that the
// first press opened, filled in, would be answered before anybody has read it.

/** What Space presses at once; a button waits until it is let go. */
const menuItems = '[role^=menuitem], [aria-haspopup]';

window.addEventListener(
  'keydown',
  (event) => {
    const { key, repeat, target } = event;
    if (!repeat || !(target instanceof HTMLElement)) return;
    const isPress =
      key === 'Enter'
        ? !target.isContentEditable && target.tagName !== 'TEXTAREA'
        : key === ' ' && target.matches(menuItems);
    if (!isPress) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
