// Buffers what is typed while a field that was just opened is still loading.

/**
 * Keeps keys from the page, which would treat them as shortcuts, until the field can take them. Escape or a press elsewhere cancels.
 * @returns a function that ends it and returns the typed characters, once only
 */
export function bufferTyping(onGivenUp: () => void): () => string {
  const ends = new AbortController();
  const listening = { capture: true, signal: ends.signal };
  const typed: string[] = [];
  const giveUp = () => {
    ends.abort();
    onGivenUp();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') giveUp();
    else if (event.key === 'Backspace') typed.pop();
    else if (event.key.length === 1) typed.push(event.key);
    // Enter was meant for the search results, and would press the focused element.
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', onKey, listening);
  addEventListener('pointerdown', giveUp, listening);
  return () => {
    ends.abort();
    return typed.splice(0).join('');
  };
}
