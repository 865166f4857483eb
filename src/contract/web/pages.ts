// Which paths are pages of the web client; used by the server, and by the service worker if the server can't be reached.

export const pagePattern =
  /^\/(?:|login|signup|forgot-password|reset-password|not-me|confirm-email|proof|verify(?:\/[^/]*)?|s\/[^/]+|change-password|(?:app|admin)(?:\/.*)?)\/?$/;

/** Path that a phone's share sheet posts a file to. The service worker handles it; it never reaches the server. */
export const sharePath = '/app/shared';
/** Name of the file's field in that form, as in the manifest. */
export const sharedFileField = 'file';
