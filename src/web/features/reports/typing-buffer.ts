// What somebody types while the field that they have opened is on its way.

/**
 * Keeps keys from the page, whose own shortcuts they would be, until the field can take them. Escape and a press elsewhere give the field up.
 * @returns ends it, with the characters that were typed, and once only
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
    // It was meant for what is found, and would press what has the focus.
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
