// Keeps the keys that an input method uses while composing from the page: they must not close, send or choose anything.

/** Safari reports key code 229 for the key that ended a composition. */
const belongsToInput = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229;

window.addEventListener(
  'keydown',
  (event) => belongsToInput(event) && event.stopImmediatePropagation(),
  true,
);

export {};
