// Which addresses are pages of the web client: asked by the server, and by the service worker when the server cannot be reached.

export const pagePattern =
  /^\/(?:|login|signup|forgot-password|reset-password|not-me|confirm-email|proof|verify(?:\/[^/]*)?|s\/[^/]+|change-password|(?:app|admin)(?:\/.*)?)\/?$/;

/** Where a phone's share sheet sends a file: taken by the service worker, never meant to reach the server. */
export const sharePath = '/app/shared';
/** Its fields in the form that the browser posts, as the manifest names them. */
export const sharedFileField = 'file';
