// Keys that choose, end or cancel what an input method composes are its own: a page must not close, send or choose anything by them.

/** Safari says 229 of the key that ended a composition. */
const belongsToInput = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229;

window.addEventListener(
  'keydown',
  (event) => belongsToInput(event) && event.stopImmediatePropagation(),
  true,
);

export {};
