// Removes from test pages what Chrome 111, Safari 16.4 or Firefox 128 lack, so that a page that needs it fails here and not for a user of such a
// browser. CloseWatcher, BarcodeDetector and the like stay, because the portal works without them. So does `URL.parse`, which Playwright's own
// WebSocket calls.

/** Runs in a page before its own code. */
export function lackNewerApis(): void {
  const newer: readonly (readonly [object | undefined, readonly string[]])[] = [
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Error, ['isError']],
    [RegExp, ['escape']],
    [URL, ['canParse']],
    [AbortSignal, ['any']],
    [Response, ['json']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [
      Set.prototype,
      [
        'union',
        'intersection',
        'difference',
        'symmetricDifference',
        'isSubsetOf',
        'isSupersetOf',
        'isDisjointFrom',
      ],
    ],
    [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength', 'resize']],
    [Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    ],
    [URLSearchParams.prototype, ['size']],
    [ReadableStream.prototype, ['values', Symbol.asyncIterator as never]],
    [Blob.prototype, ['bytes']],
    [Response.prototype, ['bytes']],
    [Element.prototype, ['setHTML', 'setHTMLUnsafe', 'moveBefore']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
    [HTMLDialogElement.prototype, ['requestClose', 'closedBy']],
    [Document.prototype, ['startViewTransition', 'caretPositionFromPoint']],
    [
      window,
      [
        'Iterator',
        'scheduler',
        'requestIdleCallback',
        'cancelIdleCallback',
        'cookieStore',
        'URLPattern',
        'navigation',
        'DisposableStack',
        'Temporal',
      ],
    ],
  ];
  for (const [owner, names] of newer)
    for (const name of names) if (owner) Reflect.deleteProperty(owner, name);

  // Playwright calls it as well, in the page.
  const { checkVisibility } = Element.prototype;
  Object.defineProperty(Element.prototype, 'checkVisibility', {
    get: () => (new Error().stack?.includes('/assets/') ? undefined : checkVisibility),
  });
}
